import { createHash } from 'node:crypto';

import { NodeApiError, type IDataObject, type IExecutePaginationFunctions } from 'n8n-workflow';

import type { Call, Client, Result } from './client';
import { isUnclear } from './errorTexts';

/** What an execution remembers of a request that must not be made twice. */
type Remembered = { answer: IDataObject } | { unclear: string };

type Memory = Record<string, Remembered>;

/** Requests under way, so that two items of one run that ask for the same share one. */
const underWay = new WeakMap<object, Map<string, Promise<Result>>>();

/** A short key for a request body of any length. */
export function keyOfBody(body: unknown): string {
	return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

/**
 * Makes a request at most once in an execution, through all tries of n8n's Retry On Fail, which
 * runs the whole node again: a success is answered from memory, and after an unclear outcome the
 * request is refused with the same words.
 *
 * @param answerKey under which a success is remembered
 * @param unclearKey under which an unclear outcome is remembered
 * @throws {NodeApiError} when the request fails, or was unclear before
 */
export async function requestOnce(
	context: IExecutePaginationFunctions,
	client: Client,
	call: Call,
	answerKey: string,
	unclearKey: string = answerKey,
): Promise<IDataObject> {
	const memory = memoryOf(context);

	const known = memory[answerKey];
	if (known && 'answer' in known) return { ...known.answer };

	const unclear = memory[unclearKey];
	if (unclear && 'unclear' in unclear) {
		const error = new NodeApiError(
			context.getNode(),
			{ message: unclear.unclear },
			{ message: unclear.unclear, httpCode: 'none', itemIndex: call.itemIndex },
		);
		error.message = unclear.unclear;
		throw error;
	}
	const result = await shared(memory, answerKey, async () => await client.ask(call));
	if (result.ok) {
		memory[answerKey] = { answer: result.body };
		return { ...result.body };
	}
	const error = client.errorOf(result.failure, call);
	if (isUnclear(result.failure)) memory[unclearKey] = { unclear: error.message };
	throw error;
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

async function shared(owner: object, key: string, ask: () => Promise<Result>): Promise<Result> {
	const ours = underWay.get(owner) ?? new Map<string, Promise<Result>>();
	underWay.set(owner, ours);
	const known = ours.get(key);
	if (known) return await known;
	const asked = ask().finally(() => ours.delete(key));
	ours.set(key, asked);
	return await asked;
}
