import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { newsletterIdOf } from '../resources/newsletterId';
import { createClient } from '../transport/client';
import { contactPages, LIST_REFUSED, type FetchPage } from '../transport/list';

/**
 * Reads pages of contacts for a list in the editor, from the newsletter of the node that is edited.
 *
 * @throws {NodeApiError | NodeOperationError} with a message that the editor shows under the list
 */
export async function pagesInEditor(
	context: ILoadOptionsFunctions,
	query: IDataObject = {},
): Promise<FetchPage> {
	const client = await createClient(context);
	const field = context.getCurrentNodeParameter('newsletterId');
	const isExpression = typeof field === 'string' && field.startsWith('=');
	// While a node is edited, the value of an expression is unknown. Then the credential's ID is used.
	// Without its parameters, the node has no expression that could count as one that returns nothing.
	const newsletterId = newsletterIdOf(
		{ node: { ...context.getNode(), parameters: {} }, itemIndex: 0 },
		isExpression ? '' : field,
		client.connection.newsletterId,
	);
	return contactPages(client, { newsletter_id: newsletterId, ...query }, {}, LIST_REFUSED);
}
