import { createHash } from 'node:crypto';

import {
	NodeOperationError,
	type IDataObject,
	type IExecutePaginationFunctions,
} from 'n8n-workflow';

import type { Call, Client, Result } from './client';
import { errorLike, toldBy, type Told } from './errors';
import { isUnclear } from './errorTexts';
import type { Failure } from './failures';

/**
 * What an execution remembers of a request that must not be made twice. Something unclear counts in
 * its own execution only: who retries a failed one has been told to look first.
 */
type Remembered = { executionId: string } & (
	| { answer: IDataObject; body: string }
	| { unclear: Told }
);

type Memory = Record<string, Remembered>;

interface UnderWay {
	body: string;
	result: Promise<Result>;
}

/** Requests under way, so that two items of one run that ask for the same share one. */
const underWay = new WeakMap<Memory, Map<string, UnderWay>>();

export interface OnceOptions {
	/** Under which the outcome is remembered, whatever the body: an expression may change it. */
	key: string;
	/** Under which an unclear outcome is remembered as well. */
	unclearKey?: string;
	/** What to say where the same was done before with other values in the body. */
	doneOtherwise?: string;
}

/** A redirect may follow what was done, as pages answer a form; it would come again in any case. */
export const mayBeDone = (failure: Failure) => isUnclear(failure) || failure.kind === 'redirected';

/** A short key for a request body of any length. */
export function keyOfBody(body: unknown): string {
	return createHash('sha256')
		.update(JSON.stringify(body ?? null))
		.digest('hex');
}

/**
 * Makes a request at most once in an execution, through all tries of n8n's Retry On Fail, which
 * runs the whole node again: a success is answered from memory, and after an unclear outcome the
 * request is refused with the same words.
 *
 * @throws {NodeApiError} when the request fails, or was unclear before
 * @throws {NodeOperationError} when it was done before with another body
 */
export async function requestOnce(
	context: IExecutePaginationFunctions,
	client: Client,
	call: Call,
	options: OnceOptions,
): Promise<IDataObject> {
	const { key, unclearKey = key } = options;
	const executionId = context.getExecutionId();
	const memory = memoryOf(context);
	const requests = underWay.get(memory) ?? new Map<string, UnderWay>();
	underWay.set(memory, requests);
	const body = keyOfBody(call.body);

	const ask = async (): Promise<Result> => {
		const result = await client.ask(call);
		if (result.ok) memory[key] = { answer: result.body, body, executionId };
		else if (mayBeDone(result.failure)) {
			const unclear = toldBy(client.errorOf(result.failure, call));
			memory[key] = memory[unclearKey] = { unclear, executionId };
		}
		return result;
	};

	for (;;) {
		const answer = recalled(context, memory, call, options, body);
		if (answer) return answer;
		const known = requests.get(key);
		const request = known ?? { body, result: ask().finally(() => requests.delete(key)) };
		requests.set(key, request);
		const result = await request.result;
		if (result.ok) continue;
		// Another item's failure says nothing of what this one asks for.
		if (request.body === body) throw client.errorOf(result.failure, call);
	}
}

/** The answer that is remembered, if any; throws where the request must not be made at all. */
function recalled(
	context: IExecutePaginationFunctions,
	memory: Memory,
	{ itemIndex }: Call,
	{ key, unclearKey = key, doneOtherwise }: OnceOptions,
	body: string,
): IDataObject | undefined {
	const executionId = context.getExecutionId();
	const done = memory[key];
	if (done && 'answer' in done) {
		const isOtherwise = done.body !== body;
		if (isOtherwise && doneOtherwise !== undefined) {
			throw new NodeOperationError(context.getNode(), doneOtherwise, { itemIndex });
		}
		// Whoever retries a failed execution may have changed the node's fields before.
		if (!isOtherwise || done.executionId === executionId) return { ...done.answer };
	}
	const before = [done, memory[unclearKey]].find(
		(one) => one !== undefined && 'unclear' in one && one.executionId === executionId,
	);
	if (before === undefined || !('unclear' in before)) return undefined;
	throw errorLike(context.getNode(), before.unclear, itemIndex);
}

/** Where there is no execution to remember in, as for a tool of an MCP server. */
const memories = new WeakMap<object, Memory>();

function memoryOf(context: IExecutePaginationFunctions): Memory {
	try {
		const node = context.getContext('node');
		return (node.newsletterOnce ??= {}) as Memory;
	} catch {
		const run = context.getExecuteData();
		const memory = memories.get(run) ?? {};
		memories.set(run, memory);
		return memory;
	}
}
