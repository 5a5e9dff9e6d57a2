import { sleep, type IDataObject, type IPollFunctions, type NodeApiError } from 'n8n-workflow';

import { requestOptionsOf, type Call, type RequestDefaults, type Result } from './call';
import {
	CREDENTIAL_TYPE,
	isKey,
	isWebAddress,
	readConnection,
	withoutKey,
	type Connection,
} from './connection';
import { errorLike, toldOf } from './errors';
import { cancelSignalOf, exchange, type RequestContext } from './exchange';
import { failureOf, type Answer, type Failure } from './failures';
import { isUnclear } from './failureTable';
import { paceOf, type Turn } from './pace';
import { backoffMs, isLimit, mayRetry } from './retry';

/** How long one request waits for its answer, ms, where nothing else is said. */
const ANSWER_TIMEOUT_MS = 60_000;

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
	const credentials = await (context as IPollFunctions).getCredentials(CREDENTIAL_TYPE);
	const connection = readConnection(credentials);
	const { apiKey, baseUrl } = connection;
	const cancel = cancelSignalOf(context);

	const errorOf: Client['errorOf'] = (failure, { texts, itemIndex }) => {
		const told = toldOf(failure, texts, 'continueOnFail' in context);
		return errorLike(context.getNode(), told, itemIndex);
	};

	const ask = async (call: Call): Promise<Result> => {
		if (!isWebAddress(baseUrl)) return { ok: false, failure: { kind: 'noAddress' } };
		if (!isKey(apiKey)) return { ok: false, failure: { kind: 'noKey' } };
		const { policy = 'repeatable', timeoutMs = ANSWER_TIMEOUT_MS } = call;
		const { mayBeEmpty = ['PUT', 'DELETE'].includes(call.method) } = call;
		const options = requestOptionsOf(call, defaults, connection);
		const pace = paceOf(apiKey);
		const turn = turnOf(call);
		let wasUnclear = false;
		try {
			for (let tries = 1; ; tries += 1) {
				const notBegun = await pace.enter(turn, cancel, deadlineMs);
				if (notBegun) return { ok: false, failure: notBegun, wasUnclear };

				const leftMs = Math.max(1, deadlineMs - Date.now());
				const outcome = await exchange(context, { ...options }, Math.min(timeoutMs, leftMs));
				const raw = 'kind' in outcome ? outcome : failureOf(outcome, { ...call, mayBeEmpty });
				// At once: others that wait for their turn fail with it, too.
				const failure = raw && withoutKey(raw, connection);
				const isLimited = failure !== undefined && isLimit(failure);
				if (!isLimited) pace.answered(turn);
				if (!failure) {
					const { body, headers } = outcome as Answer;
					// A success without a body says nothing more.
					return { ok: true, body: (body || {}) as IDataObject, headers, wasUnclear };
				}
				const waitMs = isLimited ? pace.limited(failure) : backoffMs(tries);
				const isOver = waitMs === undefined || Date.now() + waitMs >= deadlineMs;
				if (isOver || !mayRetry(failure, policy, tries)) {
					return { ok: false, failure, wasUnclear };
				}
				wasUnclear ||= isUnclear(failure);
				pace.rest(turn);
				// A pause is over when the turn comes again.
				if (!isLimited) await sleep(waitMs, cancel).catch(() => undefined);
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
