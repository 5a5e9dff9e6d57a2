import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { errorFrom, messageWithDetail, factsOf } from '../transport/errors';

export interface ItemError {
	itemIndex: number;
	error: NodeApiError | NodeOperationError;
}

/** At most so many reasons are in one error. */
const MOST_REASONS = 10;

/** Numbers of items in words, runs of them as ranges: `items 0, 3–5`. */
export function itemsInWords(indexes: number[]): string {
	const ranges: Array<[from: number, to: number]> = [];
	for (const index of indexes) {
		const last = ranges[ranges.length - 1];
		if (last && index === last[1] + 1) last[1] = index;
		else ranges.push([index, index]);
	}
	const words = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
	return `${indexes.length === 1 ? 'item' : 'items'} ${words}`;
}

/** A line for each reason, with the items that have it. */
function reasonsOf(errors: ItemError[]): string[] {
	const reasons = new Map<string, number[]>();
	for (const { error, itemIndex } of errors) {
		// n8n shows a description as HTML, which would lose an address in angle brackets.
		const reason = messageWithDetail(error)
			.replace(` [item ${itemIndex}]`, '')
			.replace(/<(?=\S)/g, '< ');
		reasons.set(reason, [...(reasons.get(reason) ?? []), itemIndex]);
	}
	const lines = [...reasons].map(
		([reason, indexes]) => `${itemsInWords(indexes).replace('i', 'I')}: ${reason}`,
	);
	const more = lines.length - MOST_REASONS;
	return more > 0 ? [...lines.slice(0, MOST_REASONS), `And ${more} more reasons.`] : lines;
}

/**
 * The error of a run: which items failed and why, and which must not be done again. If there is nothing
 * more to say, it is the first item's own error.
 *
 * @param done items that must not be done again
 * @param message default: the first item's
 */
export function errorOfRun(
	node: INode,
	errors: [ItemError, ...ItemError[]],
	done: number[],
	message?: string,
): NodeApiError | NodeOperationError {
	const [{ error, itemIndex }] = errors;
	const isOnlyOne = errors.length === 1 && message === undefined;
	if (isOnlyOne && done.length === 0) return error;
	const told = factsOf(error);
	const lines = isOnlyOne ? [told.description ?? ''] : reasonsOf(errors);
	if (done.length > 0) {
		const them = done.length === 1 ? 'it' : 'them';
		lines.push(`Done: ${itemsInWords(done)}. Leave ${them} out when you run the node again.`);
	}
	const description = lines.filter((line) => line !== '').join('\n');
	return errorFrom(node, { ...told, message: message ?? told.message, description }, itemIndex);
}
