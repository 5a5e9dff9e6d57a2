import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { messageWithDetail } from '../transport/errors';

export interface ItemError {
	itemIndex: number;
	error: NodeApiError | NodeOperationError;
}

/** Reasons shown in full; of others only what this node says. */
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

type InWords = (error: ItemError['error']) => string;

function reasonOf({ error, itemIndex }: ItemError, inWords: InWords): string {
	const text = inWords(error).replace(` [item ${itemIndex}]`, '');
	// The editor shows all reasons as one paragraph.
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The numbers of the items that have each reason. */
function byReason(errors: ItemError[], inWords: InWords): Map<string, number[]> {
	const reasons = new Map<string, number[]>();
	for (const error of errors) {
		const reason = reasonOf(error, inWords);
		const indexes = reasons.get(reason) ?? [];
		reasons.set(reason, indexes);
		indexes.push(error.itemIndex);
	}
	return reasons;
}

/** Why items failed: a line for each reason, at first with the service's own words. */
export function reasonsOf(errors: ItemError[]): string[] {
	const reasons = [...byReason(errors, messageWithDetail)];
	const others = new Set(reasons.slice(MOST_REASONS).flatMap(([, indexes]) => indexes));
	const inShort = byReason(
		errors.filter(({ itemIndex }) => others.has(itemIndex)),
		({ message }) => message,
	);
	return [...reasons.slice(0, MOST_REASONS), ...inShort].map(
		([reason, indexes]) => `Item ${ranges(indexes)}: ${reason}`,
	);
}

/**
 * The error of a run: the first item's, which also says what became of the others. Who ran all items
 * again would do those twice that were done, or may have been.
 *
 * @param done numbers of the input items that were done
 */
export function errorOfRun(
	errors: [ItemError, ...ItemError[]],
	done: number[],
): NodeApiError | NodeOperationError {
	const [first, ...others] = errors;
	const { error } = first;
	const reason = reasonOf(first, messageWithDetail);
	const isAlike = (other: ItemError) => reasonOf(other, messageWithDetail) === reason;
	const alike = others.filter(isAlike).map(({ itemIndex }) => itemIndex);
	error.description = [
		error.description,
		alike.length > 0 && `The same holds for ${itemsInWords(alike)}.`,
		...reasonsOf(others.filter((other) => !isAlike(other))),
		done.length > 0 &&
			`Done all the same: ${itemsInWords(done)}. Leave ${done.length === 1 ? 'it' : 'them'} out when you run this again.`,
	]
		.filter(Boolean)
		.join('\n');
	if (error.description === '') error.description = undefined;
	return error;
}
