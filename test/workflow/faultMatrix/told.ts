import type { ShownError } from './bench';
import type { Cell } from './cells';
import { fieldsIn, fieldsNamed, inRange } from './expected';

const contacts = (count: number) => (count === 1 ? '1 contact' : `${count} contacts`);

/** What a run says of several contacts that failed: how many were synced, and which items were not. */
export function bulkMessage(failed: number[], synced: number): string {
	const items = failed.length === 1 ? `item ${failed[0]}` : `items ${failed[0]}–${failed.at(-1)}`;
	return `${contacts(failed.length)} could not be synced (${items}); ${contacts(synced)} ${
		synced === 1 ? 'was' : 'were'
	} synced.`;
}

/** What to do stands in the words, with the right fields and no others. */
export function expectWords(words: string, cell: Cell): void {
	const isUnclear = cell.meaning === 'unclear' && cell.unclear !== undefined;
	expect(words).toMatch(isUnclear ? cell.unclear! : cell.says);
	expect(fieldsIn(words)).toEqual(fieldsNamed(cell, cell));
}

/** What the error tells n8n. */
export function expectFacts(error: ShownError | undefined, cell: Cell, itemIndex?: number): void {
	const { cause, retryAfterMs } = cell;
	const { failure } = error!;
	expect({
		name: error!.name,
		httpCode: error!.httpCode,
		itemIndex: error!.context.itemIndex,
		failure: failure?.retryAfterMs
			? { ...failure, retryAfterMs: inRange(failure.retryAfterMs, retryAfterMs) }
			: failure,
	}).toEqual({
		name: 'NodeApiError',
		httpCode: cell.httpCode,
		itemIndex,
		failure: retryAfterMs ? { cause, retryAfterMs } : { cause },
	});
}

/**
 * An error that ends a run; of several contacts together its description gives the reason.
 *
 * @param done other items that were done, not next to each other
 * @param alike all items that failed, in words, where they are several
 */
export function expectTold(
	error: ShownError | undefined,
	cell: Cell,
	{
		itemIndex,
		bulk,
		done = [],
		alike,
	}: { itemIndex?: number; bulk?: string; done?: number[]; alike?: string } = {},
): void {
	expectFacts(error, cell, itemIndex);
	const { message, description } = error!;
	if (bulk === undefined) {
		expectWords(message, cell);
		const which =
			done.length === 1 ? `item ${done[0]}. Leave it` : `items ${done.join(', ')}. Leave them`;
		const others = `Done: ${which} out when you run the node again.`;
		const lines = [
			alike === undefined ? cell.words : `${alike}: ${message}`,
			done.length > 0 && others,
		].filter(Boolean);
		expect(description || undefined).toBe(lines.length > 0 ? lines.join('\n') : undefined);
	} else {
		expect(message).toBe(bulk);
		expectWords(description!, cell);
		expect(description!.includes('The service says:')).toBe(cell.words !== undefined);
		expect(description).toContain(cell.words ?? '');
	}
}
