import { NodeApiError, sleep, type IDataObject, type IHttpRequestOptions } from 'n8n-workflow';

import {
	CREDENTIAL_TYPE,
	isKey,
	isWebAddress,
	readConnection,
	withBase,
	type Connection,
} from './connection';
import { isUnclear, type ErrorTexts } from './errorTexts';
import { toNodeApiError } from './errors';
import { cancelSignalOf, exchange, type RequestContext } from './exchange';
import { failureOf, type Failure, type NotFoundMeaning } from './failures';
import { inPace } from './pace';
import { REPEATABLE, waitBeforeRetryMs, type RetryPolicy } from './retry';

/** How long one request waits for its answer, ms, where nothing else is said. */
export const ANSWER_TIMEOUT_MS = 60_000;

/** One call of the service and what it means when it fails. */
export interface Call {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Path below the base URL, its values already encoded. */
	url: string;
	qs?: IDataObject;
	body?: IDataObject;
	texts: ErrorTexts;
	/** Default `REPEATABLE`. */
	policy?: RetryPolicy;
	/** Default: a 404 of any JSON shape but a router's is a record that does not exist. */
	notFound?: NotFoundMeaning;
	/** Whether a success has the documented form; default: any JSON object. */
	isAnswer?: (body: IDataObject) => boolean;
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

export interface Client {
	connection: Connection;
	/** Asks, waits and asks again as the policy says; what went wrong comes back as a value. */
	ask(call: Call): Promise<Result>;
	/** The error that a failure becomes for the user. */
	errorOf(failure: Failure, call: Call): NodeApiError;
	/** As `ask`. @throws {NodeApiError} on any failure */
	request(call: Call): Promise<IDataObject>;
}

/** Cancelled before the request, or before the next try of it, was made. */
const cancelledBefore: Result = { ok: false, failure: { kind: 'cancelled', isUnsent: true } };

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

/**
 * The one way to the service: pace, retries, reading of answers and errors.
 *
 * @param deadlineMs epoch ms after which no request is begun and no wait is sat out (a poll's budget)
 * @throws {NodeApiError} where the credential's Base URL is not a web address
 */
export async function createClient(
	context: RequestContext,
	{
		defaults = {},
		deadlineMs = Infinity,
	}: { defaults?: RequestDefaults; deadlineMs?: number } = {},
): Promise<Client> {
	const connection = readConnection(
		(await (context as { getCredentials(type: string): Promise<IDataObject> }).getCredentials(
			CREDENTIAL_TYPE,
		)) as never,
	);
	const { apiKey, baseUrl } = connection;
	const signal = cancelSignalOf(context);

	const hasRequestOptions = 'continueOnFail' in context;
	const byProxy = defaults.proxy !== undefined;

	const errorOf = (failure: Failure, { texts, itemIndex }: Call) =>
		toNodeApiError(context.getNode(), withBase({ ...failure, byProxy }, connection), {
			texts,
			itemIndex,
			apiKey,
			hasRequestOptions,
		});

	const ask = async (call: Call): Promise<Result> => {
		if (!isWebAddress(baseUrl)) return { ok: false, failure: { kind: 'noAddress' } };
		if (!isKey(apiKey)) return { ok: false, failure: { kind: 'noKey' } };
		const options = requestOptionsOf(call, defaults, connection);
		const attempt = async (): Promise<Result> => {
			let before: Pick<Result, 'wasUnclear'> = {};
			for (let tries = 1; ; tries += 1) {
				const leftMs = deadlineMs - Date.now();
				const outcome = await exchange(
					context,
					{ ...options },
					Math.max(1, Math.min(call.timeoutMs ?? ANSWER_TIMEOUT_MS, leftMs)),
				);
				const failure = failureOf(outcome, call.notFound ?? 'anyJson', call.isAnswer);
				if (failure === undefined && outcome.kind === 'answered') {
					const { body, headers } = outcome.answer;
					return { ok: true, body: body as IDataObject, headers, ...before };
				}
				const failed: Failure = failure ?? { kind: 'lost' };
				const waitMs = waitBeforeRetryMs(
					failed,
					call.policy ?? REPEATABLE,
					tries,
					Math.random(),
					deadlineMs - Date.now(),
				);
				if (waitMs === undefined) return { ok: false, failure: failed, ...before };
				if (isUnclear(failed)) before = { wasUnclear: true };
				if (!(await waited(waitMs, signal))) return cancelledBefore;
			}
		};
		return await inPace(apiKey, attempt, signal, () => cancelledBefore);
	};

	const request = async (call: Call): Promise<IDataObject> => {
		const result = await ask(call);
		if (result.ok) return result.body;
		throw errorOf(result.failure, call);
	};

	return { connection, ask, errorOf, request };
}

/** Whether the whole time was waited; `false` as soon as the execution is cancelled. */
async function waited(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
	try {
		await sleep(ms, signal);
	} catch {
		return false;
	}
	return signal?.aborted !== true;
}
