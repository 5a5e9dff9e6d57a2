import { NodeApiError, type INode, type NodeOperationError } from 'n8n-workflow';

import { messageWithDetail } from '../../transport/errors';

export interface ItemError {
	itemIndex: number;
	error: NodeApiError | NodeOperationError;
}

/** Reasons shown in full; the items are all named in the message. */
const MOST_REASONS = 10;

export const contactsInWords = (count: number) => (count === 1 ? '1 contact' : `${count} contacts`);

/** Numbers in rising order as text, runs of them as ranges. */
export function ranges(numbers: number[]): string {
	const runs: Array<[number, number]> = [];
	for (const number of numbers) {
		const last = runs[runs.length - 1];
		if (last && number === last[1] + 1) last[1] = number;
		else runs.push([number, number]);
	}
	return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

/** An error with the status and the cause of another, for another item or in other words. */
export function errorLike(
	node: INode,
	{ error: reason, itemIndex }: ItemError,
	{ message, description }: { message: string; description?: string | null } = reason,
): NodeApiError {
	const httpCode = 'httpCode' in reason ? (reason.httpCode ?? 'none') : 'none';
	const error = new NodeApiError(
		node,
		{ message },
		{ message, httpCode, itemIndex, failure: reason.failure },
	);
	error.message = message;
	error.description = description;
	return error;
}

/** One error for a whole run: how many were synced, which items were not, and why. */
export function bulkError(
	node: INode,
	errors: ItemError[],
	synced: number,
): NodeApiError | NodeOperationError {
	const first = errors[0] as ItemError;
	if (errors.length === 1 && synced === 0) return first.error;

	const reasons = new Map<string, number[]>();
	for (const { error, itemIndex } of errors) {
		const text = messageWithDetail(error).replace(` [item ${itemIndex}]`, '');
		// The editor shows all reasons as one paragraph.
		const reason = /[.!?]$/.test(text) ? text : `${text}.`;
		const items = reasons.get(reason) ?? [];
		items.push(itemIndex);
		reasons.set(reason, items);
	}
	const named = `${errors.length === 1 ? 'item' : 'items'} ${ranges(errors.map(({ itemIndex }) => itemIndex))}`;
	const message = `${contactsInWords(errors.length)} could not be synced (${named}); ${contactsInWords(synced)} ${synced === 1 ? 'was' : 'were'} synced.`;
	const description = [...reasons]
		.slice(0, MOST_REASONS)
		.map(([reason, indexes]) => `Item ${ranges(indexes)}: ${reason}`)
		.join('\n');
	return errorLike(node, first, { message, description });
}
