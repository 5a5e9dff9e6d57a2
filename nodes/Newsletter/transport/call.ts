import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Connection } from './connection';
import type { ErrorTexts } from './errors';
import type { Expected, Failure } from './failures';

/** One call of the service and what it means when it fails. */
export interface Call extends Expected {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Path below the base URL, its values already encoded. */
	url: string;
	qs?: IDataObject;
	body?: IDataObject;
	texts: ErrorTexts;
	/** Whether to ask again if the service may have done it already. Default: true. */
	isRepeatable?: boolean;
	/** Default: a minute. */
	timeoutMs?: number;
	itemIndex?: number;
}

export type Result = (
	| { ok: true; body: IDataObject; headers: Record<string, unknown> }
	| { ok: false; failure: Failure }
) & {
	/** The service may have done what an earlier try asked, though that try failed. */
	wasUnclear?: boolean;
};

/** What n8n adds to a request by itself: proxy, certificates, allowed domains. */
export type RequestDefaults = Partial<IHttpRequestOptions>;

/** Empty values are not sent: an empty field is as if it were not there. */
export function withoutEmpty(values: IDataObject = {}): IDataObject {
	const filled: IDataObject = {};
	for (const [name, value] of Object.entries(values)) {
		if (value !== undefined && value !== null && value !== '') filled[name] = value;
	}
	return filled;
}

export function requestOptionsOf(
	{ method, url, qs, body }: Pick<Call, 'method' | 'url' | 'qs' | 'body'>,
	defaults: RequestDefaults,
	{ baseUrl }: Connection,
): IHttpRequestOptions {
	const sent = withoutEmpty(body);
	const hasBody = Object.keys(sent).length > 0;
	return {
		...defaults,
		baseURL: baseUrl,
		method,
		url,
		qs: withoutEmpty(qs),
		// As text: n8n's HTTP library would drop keys such as `prototype` from an object.
		body: hasBody ? JSON.stringify(sent) : undefined,
		headers: {
			Accept: 'application/json',
			...(hasBody && { 'Content-Type': 'application/json' }),
		},
	};
}
