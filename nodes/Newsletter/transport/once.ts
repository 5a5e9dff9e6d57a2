/**
 * Sent once, in one execution, through loops, tools and all tries of Retry On Fail:
 * 1. What succeeded is not asked for again: its answer is returned.
 * 2. What may have been done is refused, with the sentence of the first time.
 * 3. What was certainly not done is asked for again.
 * 4. A retry of a failed execution remembers 1 for the same request, not 2: its user was told to look.
 * 5. Only id and status are kept with the execution; the whole answer is kept while n8n runs it.
 */
import { createHash } from 'node:crypto';

import { NodeOperationError, type IDataObject } from 'n8n-workflow';

import type { Call, Client } from './client';
import { errorLike, toldBy, type Told } from './errors';
import { isUnclear } from './errorTexts';
import type { Failure } from './failures';
import type { ItemContext } from './pipeline';

interface Memory {
	done: Record<string, { executionId: string; request: string; answer: IDataObject }>;
	unclear: Record<string, { executionId: string; told: Told }>;
}

export interface OnceOptions {
	/** What is done once: an issue to send, or the issue of one run and item. */
	key: string;
	/** What must not be tried again after an unclear answer. Default: `key`. */
	unclearKey?: string;
	/** What to say where the same was done before by another request. Default: it is the answer. */
	doneOtherwise?: string;
}

/** What an n8n process knows besides: the whole answer, and the last request, which the next awaits. */
interface Live {
	answer?: IDataObject;
	turn: Promise<unknown>;
}

const lives = new WeakMap<Memory, Map<string, Live>>();

function liveOf(memory: Memory, key: string): Live {
	const byKey = lives.get(memory) ?? new Map<string, Live>();
	lives.set(memory, byKey);
	const live = byKey.get(key) ?? { turn: Promise.resolve() };
	byKey.set(key, live);
	return live;
}

/** A redirect may follow what was done, as pages answer a form; it would come again in any case. */
export const mayBeDone = (failure: Failure) => isUnclear(failure) || failure.kind === 'redirected';

/** A short text for a request body of any length. */
export const digestOf = (body: unknown): string =>
	createHash('sha256')
		.update(JSON.stringify(body ?? null))
		.digest('hex');

/** Where there is no execution to remember in, as for a tool of an MCP server. */
const memories = new WeakMap<object, Memory>();

function memoryOf(item: ItemContext): Memory {
	const empty: Memory = { done: {}, unclear: {} };
	try {
		return (item.getContext('node').newsletterOnce ??= empty) as unknown as Memory;
	} catch {
		const run = item.getExecuteData();
		const memory = memories.get(run) ?? empty;
		memories.set(run, memory);
		return memory;
	}
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
	const live = liveOf(memory, key);

	const ask = async (): Promise<IDataObject> => {
		const done = memory.done[key];
		if (done && (done.request === request || done.executionId === executionId)) {
			if (done.request !== request && doneOtherwise !== undefined) {
				throw new NodeOperationError(item.getNode(), doneOtherwise, { itemIndex: call.itemIndex });
			}
			return { ...(live.answer ?? done.answer) };
		}
		const unclear = memory.unclear[unclearKey];
		if (unclear && unclear.executionId === executionId) {
			throw errorLike(item.getNode(), unclear.told, call.itemIndex);
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
			memory.unclear[unclearKey] = { executionId, told: toldBy(error) };
		throw error;
	};
	const answer = live.turn.then(ask);
	live.turn = answer.catch(() => undefined);
	return await answer;
}
