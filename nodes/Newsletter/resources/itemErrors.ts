import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { messageWithDetail } from '../transport/errors';

export interface ItemError {
	itemIndex: number;
	error: NodeApiError | NodeOperationError;
}

/** Reasons shown in full. */
const MOST_REASONS = 10;

/** Numbers in rising order as text, runs of them as ranges. */
function ranges(numbers: number[]): string {
	const runs: Array<[number, number]> = [];
	for (const number of numbers) {
		const last = runs[runs.length - 1];
		if (last && number === last[1] + 1) last[1] = number;
		else runs.push([number, number]);
	}
	return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

/** Input items by their numbers, in words. */
export const itemsInWords = (indexes: number[]): string =>
	`${indexes.length === 1 ? 'item' : 'items'} ${ranges(indexes)}`;

/** Why items failed: a line for each reason. */
export function reasonsOf(errors: ItemError[]): string[] {
	const reasons = new Map<string, number[]>();
	for (const { error, itemIndex } of errors) {
		const text = messageWithDetail(error).replace(` [item ${itemIndex}]`, '');
		// The editor shows all reasons as one paragraph.
		const reason = /[.!?]$/.test(text) ? text : `${text}.`;
		reasons.set(reason, [...(reasons.get(reason) ?? []), itemIndex]);
	}
	return [...reasons]
		.slice(0, MOST_REASONS)
		.map(([reason, indexes]) => `Item ${ranges(indexes)}: ${reason}`);
}

/**
 * The error of a run that did something all the same: the first item's, which also says what became
 * of the others. Who ran all items again would do those twice.
 *
 * @param done numbers of the input items that were done
 */
export function errorOfRun(
	errors: [ItemError, ...ItemError[]],
	done: number[],
): NodeApiError | NodeOperationError {
	const [{ error }, ...others] = errors;
	if (done.length === 0) return error;
	error.description = [
		error.description,
		...reasonsOf(others),
		`Done all the same: ${itemsInWords(done)}. Leave ${done.length === 1 ? 'it' : 'them'} out when you run this again.`,
	]
		.filter(Boolean)
		.join('\n');
	return error;
}
