import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Connection } from './connection';
import type { ErrorTexts } from './errorTexts';
import type { Failure, Reading } from './failures';
import type { RetryPolicy } from './retry';

/** One call of the service and what it means when it fails. */
export interface Call extends Reading {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Path below the base URL, its values already encoded. */
	url: string;
	qs?: IDataObject;
	body?: IDataObject;
	texts: ErrorTexts;
	/** Default `REPEATABLE`. */
	policy?: RetryPolicy;
	/** Default `ANSWER_TIMEOUT_MS`. */
	timeoutMs?: number;
	itemIndex?: number;
}

export type Result = (
	| { ok: true; body: IDataObject; headers: Record<string, unknown> }
	| { ok: false; failure: Failure }
) & {
	/** An earlier try may have been done, though its answer did not say so. */
	wasUnclear?: boolean;
};

/** What n8n adds to a request by itself: proxy, certificates, allowed domains. */
export type RequestDefaults = Partial<IHttpRequestOptions>;

function isFilled(value: unknown): boolean {
	return value !== undefined && value !== null && value !== '';
}

/** No empty value is sent: an empty field is as if it were not there. */
export function withoutEmpty(values: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value)));
}

export function requestOptionsOf(
	call: Pick<Call, 'method' | 'url' | 'qs' | 'body'>,
	defaults: RequestDefaults,
	{ baseUrl }: Connection,
): IHttpRequestOptions {
	const body = withoutEmpty(call.body ?? {});
	const hasBody = Object.keys(body).length > 0;
	return {
		...defaults,
		baseURL: baseUrl,
		method: call.method,
		url: call.url,
		qs: withoutEmpty(call.qs ?? {}),
		// As text: n8n's HTTP library would drop keys such as `prototype` from an object.
		body: hasBody ? JSON.stringify(body) : undefined,
		headers: {
			Accept: 'application/json',
			...(hasBody && { 'Content-Type': 'application/json' }),
		},
	};
}
