/**
 * Sent once, in one execution, through loops, tools and all tries of Retry On Fail:
 * 1. What succeeded is not asked for again: its answer is returned.
 * 2. What may have been done is refused, with the error of the first time.
 * 3. What was certainly not done is asked for again.
 * 4. A retry of a failed execution has a new ID and the old memory. In it, 1 holds for the same request
 *    only, and 2 not at all: its user was told to check first.
 * 5. Only id and status are kept with the execution; the whole answer is kept while n8n runs it.
 */
import { createHash } from 'node:crypto';

import { NodeOperationError, type IDataObject } from 'n8n-workflow';

import type { Call, Client } from './client';
import { errorFrom, factsOf, type Facts } from './errors';
import type { Failure } from './failures';
import { isUnclear } from './failureTable';
import type { ItemContext } from './pipeline';

interface Memory {
	done: Record<string, { executionId: string; request: string; answer: IDataObject } | undefined>;
	unclear: Record<string, { executionId: string; error: Facts } | undefined>;
}

export interface OnceOptions {
	/** What is done once: an issue to send, or the issue of one run and item. */
	key: string;
	/** What must not be tried again after an unclear answer. Default: `key`. */
	unclearKey?: string;
	/** What to say where the same was done before by another request. Default: it is the answer. */
	doneOtherwise?: string;
}

/** What is kept while n8n runs it: the whole answer, and the request that the next one waits for. */
type Live = { answer?: IDataObject; turn: Promise<unknown> };
const lives = new WeakMap<Memory, Record<string, Live>>();

/** A redirect may follow what was done. It would come again in any case. */
export const mayBeDone = (failure: Failure) => isUnclear(failure) || failure.kind === 'redirected';

/** A short text for a request body of any length. */
export function digestOf(body: unknown = null): string {
	return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

const contexts = new WeakMap<object, IDataObject>();

function memoryOf(item: ItemContext): Memory {
	let context: IDataObject;
	try {
		context = item.getContext('node');
	} catch {
		// A tool of an MCP server has no execution to remember in, but its tries share their data.
		const run = item.getExecuteData();
		context = contexts.get(run) ?? {};
		contexts.set(run, context);
	}
	return (context.newsletterSent ??= { done: {}, unclear: {} }) as unknown as Memory;
}

/**
 * @throws {NodeApiError} when the request fails, or was unclear before
 * @throws {NodeOperationError} when it was done before by another request
 */
export async function requestOnce(
	item: ItemContext,
	client: Client,
	call: Call,
	{ key, unclearKey = key, doneOtherwise }: OnceOptions,
): Promise<IDataObject> {
	const executionId = item.getExecutionId();
	const request = digestOf(call.body);
	const memory = memoryOf(item);
	const byKey = lives.get(memory) ?? {};
	lives.set(memory, byKey);
	const live = (byKey[key] ??= { turn: Promise.resolve() });

	const ask = async (): Promise<IDataObject> => {
		// Rule 1.
		const done = memory.done[key];
		if (done && (done.request === request || done.executionId === executionId)) {
			if (done.request !== request && doneOtherwise !== undefined) {
				throw new NodeOperationError(item.getNode(), doneOtherwise, { itemIndex: call.itemIndex });
			}
			return { ...(live.answer ?? done.answer) };
		}
		// Rule 2.
		const unclear = memory.unclear[unclearKey];
		if (unclear && unclear.executionId === executionId) {
			throw errorFrom(item.getNode(), unclear.error, call.itemIndex);
		}
		const result = await client.ask(call);
		if (result.ok) {
			const { id, status } = result.body;
			memory.done[key] = { executionId, request, answer: { id, status } };
			live.answer = result.body;
			return { ...result.body };
		}
		const error = client.errorOf(result.failure, call);
		if (mayBeDone(result.failure))
			memory.unclear[unclearKey] = { executionId, error: factsOf(error) };
		throw error;
	};
	const answer = live.turn.then(ask);
	live.turn = answer.catch(() => undefined);
	return await answer;
}
