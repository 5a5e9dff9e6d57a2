import { sleep, type IDataObject, type IPollFunctions, type NodeApiError } from 'n8n-workflow';

import { requestOptionsOf, type Call, type RequestDefaults, type Result } from './call';
import {
	CREDENTIAL_TYPE,
	faultOf,
	readConnection,
	withoutKey,
	type Connection,
} from './connection';
import { errorFrom, factsOfFailure } from './errors';
import { exchange, type RequestContext } from './exchange';
import { failureOf, type Answer, type Failure } from './failures';
import { isUnclear } from './failureTable';
import { paceOf, type Turn } from './pace';
import { backoffMs, mayRetry } from './retry';

/** How long one request waits for its answer by default, ms. */
const ANSWER_TIMEOUT_MS = 60_000;

/** How long one request waits in all because of rate limits, ms. */
const LONGEST_PAUSES_MS = 60_000;

export type { Call, RequestDefaults, Result };

export interface Client {
	connection: Connection;
	/** Asks, and asks again where that may help. What went wrong comes back as a value. */
	ask(call: Call): Promise<Result>;
	/** The error that a failure becomes for the user. */
	errorOf(failure: Failure, call: Pick<Call, 'texts' | 'itemIndex'>): NodeApiError;
	/** As `ask`. @throws {NodeApiError} on any failure */
	request(call: Call): Promise<IDataObject>;
}

/**
 * The one way to the service: pace, retries, reading of answers and errors.
 *
 * @param deadlineMs when a poll's time is up, epoch ms: no request or wait goes on longer
 */
export async function createClient(
	context: RequestContext,
	{
		defaults = {},
		deadlineMs = Infinity,
	}: { defaults?: RequestDefaults; deadlineMs?: number } = {},
): Promise<Client> {
	const credentials = await (context as IPollFunctions).getCredentials(CREDENTIAL_TYPE);
	const connection = readConnection(credentials);
	const fault = faultOf(connection);
	const cancel =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

	const errorOf: Client['errorOf'] = (failure, { texts, itemIndex }) => {
		const facts = factsOfFailure(failure, texts, 'continueOnFail' in context);
		return errorFrom(context.getNode(), facts, itemIndex);
	};

	const ask = async (call: Call): Promise<Result> => {
		if (fault) return { ok: false, failure: fault };
		const { method, url, isRepeatable = true, timeoutMs = ANSWER_TIMEOUT_MS } = call;
		const options = requestOptionsOf(call, defaults, connection);
		const pace = paceOf(connection.apiKey);
		const turn: Turn = {
			// A path such as `/contacts/con_1` names one record.
			address: method !== 'GET' && /^\/\w+\/./.test(url) ? url : undefined,
			isCreation: method === 'POST' && url === '/sends',
		};
		let wasUnclear = false;
		let pausedMs = 0;
		try {
			for (let tries = 1; ; tries += 1) {
				const notBegun = await pace.enter(turn, cancel, deadlineMs);
				if (notBegun) return { ok: false, failure: notBegun, wasUnclear };

				const mostMs = Math.min(timeoutMs, Math.max(1, deadlineMs - Date.now()));
				const outcome = await exchange(context, { ...options }, mostMs, cancel);
				const raw = 'kind' in outcome ? outcome : failureOf(outcome, call);
				// Before `answered`, which may hand the failure on to the requests in the queue.
				const failure = raw && withoutKey(raw, connection);
				const pauseMs = pace.answered(turn, failure);
				if (!failure) {
					const { body, headers } = outcome as Answer;
					return { ok: true, body: (body || {}) as IDataObject, headers, wasUnclear };
				}
				const failed: Result = { ok: false, failure, wasUnclear };
				if (pauseMs === undefined || !mayRetry(failure, isRepeatable, tries)) return failed;
				pausedMs += pauseMs;
				const waitMs = pauseMs === 0 ? backoffMs(tries) : pauseMs;
				const isTooLate = Date.now() + waitMs >= deadlineMs;
				if (isTooLate || pausedMs > LONGEST_PAUSES_MS) return failed;
				wasUnclear ||= isUnclear(failure);
				pace.leave(turn, false);
				// Without a pause, this request waits alone. A pause is over when its turn comes again.
				if (pauseMs === 0) await sleep(waitMs, cancel).catch(() => undefined);
			}
		} finally {
			pace.leave(turn, true);
		}
	};

	const request = async (call: Call): Promise<IDataObject> => {
		const result = await ask(call);
		if (result.ok) return result.body;
		throw errorOf(result.failure, call);
	};

	return { connection, ask, errorOf, request };
}
