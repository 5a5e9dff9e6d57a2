import { NodeApiError, type INode, type NodeOperationError } from 'n8n-workflow';

import { itemsInWords, reasonsOf, type ItemError } from '../itemErrors';

export const contactsInWords = (count: number) => (count === 1 ? '1 contact' : `${count} contacts`);

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
	const named = itemsInWords(errors.map(({ itemIndex }) => itemIndex));
	const message = `${contactsInWords(errors.length)} could not be synced (${named}); ${contactsInWords(synced)} ${synced === 1 ? 'was' : 'were'} synced.`;
	const description = reasonsOf(errors).join('\n');
	return errorLike(node, first, { message, description });
}
