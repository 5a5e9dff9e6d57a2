import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { asNodeError, errorLike, messageWithDetail, toldBy } from '../transport/errors';

export interface ItemError {
	itemIndex: number;
	error: NodeApiError | NodeOperationError;
}

/** What failed for several items, as an error of each. */
export const sameErrorOf = (node: INode, cause: unknown, indexes: number[]): ItemError[] =>
	indexes.map((itemIndex) => {
		const told = toldBy(asNodeError(node, cause, itemIndex));
		return { itemIndex, error: errorLike(node, told, itemIndex) };
	});

/** Different reasons that one error tells. */
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
		const reason = messageWithDetail(error).replace(` [item ${itemIndex}]`, '');
		reasons.set(reason, [...(reasons.get(reason) ?? []), itemIndex]);
	}
	const lines = [...reasons].map(
		([reason, indexes]) => `${itemsInWords(indexes).replace('i', 'I')}: ${reason}`,
	);
	const more = lines.length - MOST_REASONS;
	return more > 0 ? [...lines.slice(0, MOST_REASONS), `And ${more} more reasons.`] : lines;
}

/**
 * The error of a run: which items failed and why, and which were done, which must not be done again.
 * It is the first item's own where nothing else is to be said.
 *
 * @param message default: the first item's
 */
export function errorOfRun(
	node: INode,
	errors: [ItemError, ...ItemError[]],
	done: number[],
	message?: string,
): NodeApiError | NodeOperationError {
	const [first, ...others] = errors;
	if (others.length === 0 && done.length === 0 && message === undefined) return first.error;
	const told = toldBy(first.error);
	const description = [
		...(message === undefined && others.length === 0 ? [told.description] : reasonsOf(errors)),
		done.length > 0 &&
			`Done: ${itemsInWords(done)}. Leave ${done.length === 1 ? 'it' : 'them'} out when you run the node again.`,
	];
	return errorLike(
		node,
		{
			...told,
			message: message ?? told.message,
			description: description.filter(Boolean).join('\n'),
		},
		first.itemIndex,
	);
}
