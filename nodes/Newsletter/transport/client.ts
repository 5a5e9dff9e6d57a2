import { sleep, type IDataObject, type NodeApiError } from 'n8n-workflow';

import { requestOptionsOf, type Call, type RequestDefaults, type Result } from './call';
import {
	CREDENTIAL_TYPE,
	isKey,
	isWebAddress,
	readConnection,
	withBase,
	type Connection,
} from './connection';
import { isUnclear } from './errorTexts';
import { toNodeApiError } from './errors';
import { cancelSignalOf, exchange, type Outcome, type RequestContext } from './exchange';
import { failureOf, type Failure } from './failures';
import { paceOf, type Turn } from './pace';
import { isLimit, REPEATABLE, waitBeforeRetryMs } from './retry';

/** How long one request waits for its answer, ms, where nothing else is said. */
export const ANSWER_TIMEOUT_MS = 60_000;

export type { Call, RequestDefaults, Result };

export interface Client {
	connection: Connection;
	/** Asks, waits and asks again as the policy says; what went wrong comes back as a value. */
	ask(call: Call): Promise<Result>;
	/** The error that a failure becomes for the user. */
	errorOf(failure: Failure, call: Pick<Call, 'texts' | 'itemIndex'>): NodeApiError;
	/** As `ask`. @throws {NodeApiError} on any failure */
	request(call: Call): Promise<IDataObject>;
}

/** A success without a body says nothing more. */
function contentOf(outcome: Outcome): { body: IDataObject; headers: Record<string, unknown> } {
	if (outcome.kind !== 'answered') return { body: {}, headers: {} };
	const { body, headers } = outcome.answer;
	return { body: (body || {}) as IDataObject, headers };
}

/** Writes to one contact or issue go one after another. */
const turnOf = ({ method, url }: Call): Turn => ({
	address: method !== 'GET' && /^\/\w+\/./.test(url) ? url : undefined,
	isCreation: method === 'POST' && url === '/sends',
});

/**
 * The one way to the service: pace, retries, reading of answers and errors.
 *
 * @param deadlineMs epoch ms after which no request is begun and no wait is sat out (a poll's budget)
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
	const cancel = cancelSignalOf(context);

	const errorOf: Client['errorOf'] = (failure, { texts, itemIndex }) => {
		const byProxy = defaults.proxy !== undefined;
		return toNodeApiError(context.getNode(), withBase({ ...failure, byProxy }, connection), {
			texts,
			itemIndex,
			apiKey,
			hasRequestOptions: 'continueOnFail' in context,
		});
	};

	const ask = async (call: Call): Promise<Result> => {
		if (!isWebAddress(baseUrl)) return { ok: false, failure: { kind: 'noAddress' } };
		if (!isKey(apiKey)) return { ok: false, failure: { kind: 'noKey' } };
		const { policy = REPEATABLE, timeoutMs = ANSWER_TIMEOUT_MS } = call;
		const { mayBeEmpty = ['PUT', 'DELETE'].includes(call.method) } = call;
		const options = requestOptionsOf(call, defaults, connection);
		const pace = paceOf(apiKey);
		const turn = turnOf(call);
		let before: Pick<Result, 'wasUnclear'> = {};
		let waitedMs = 0;
		try {
			for (let tries = 1; ; tries += 1) {
				const notBegun = await pace.enter(turn, cancel, deadlineMs);
				if (notBegun) return { ok: false, failure: notBegun, ...before };

				const leftMs = Math.max(1, deadlineMs - Date.now());
				const outcome = await exchange(context, { ...options }, Math.min(timeoutMs, leftMs));
				const failure = failureOf(outcome, { ...call, mayBeEmpty });
				if (!failure || !isLimit(failure)) pace.answered();
				if (!failure) return { ok: true, ...contentOf(outcome), ...before };

				const soFarMs = Math.max(waitedMs, pace.pausedMs);
				const waitMs = waitBeforeRetryMs(failure, policy, tries, soFarMs, Math.random());
				const pause = isLimit(failure) && pace.pause(waitMs ?? failure.retryAfterMs ?? 0, cancel);
				if (waitMs === undefined || Date.now() + waitMs >= deadlineMs) {
					return { ok: false, failure, ...before };
				}
				if (isUnclear(failure)) before = { wasUnclear: true };
				waitedMs += waitMs;
				pace.rest(turn);
				await (pause || sleep(waitMs, cancel).catch(() => undefined));
			}
		} finally {
			pace.leave(turn);
		}
	};

	const request = async (call: Call): Promise<IDataObject> => {
		const result = await ask(call);
		if (result.ok) return result.body;
		throw errorOf(result.failure, call);
	};

	return { connection, ask, errorOf, request };
}
