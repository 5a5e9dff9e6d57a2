import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { errorLike, toldBy } from '../../transport/errors';
import { itemsInWords, reasonsOf, type ItemError } from '../itemErrors';

export const contactsInWords = (count: number) => (count === 1 ? '1 contact' : `${count} contacts`);

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
	const { httpCode, failure } = toldBy(first.error);
	return errorLike(node, { message, description, httpCode, failure }, first.itemIndex);
}
