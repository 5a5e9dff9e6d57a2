import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { newsletterIdOf } from '../resources/newsletterId';
import { createClient } from '../transport/client';
import { contactPages, LIST_REFUSED, type FetchPage } from '../transport/list';

/**
 * A reader of the contacts of the newsletter that a node names which is being edited.
 *
 * @throws {NodeApiError | NodeOperationError} with a sentence that the editor shows under the list
 */
export async function editedList(
	context: ILoadOptionsFunctions,
	query: IDataObject = {},
): Promise<FetchPage> {
	const client = await createClient(context);
	const field = context.getCurrentNodeParameter('newsletterId');
	const isExpression = typeof field === 'string' && field.startsWith('=');
	// What an expression gives is not known while the node is being edited.
	const newsletterId = newsletterIdOf(
		{ node: { ...context.getNode(), parameters: {} }, itemIndex: 0 },
		isExpression ? '' : field,
		client.connection.newsletterId,
	);
	return contactPages(client, { newsletter_id: newsletterId, ...query }, {}, LIST_REFUSED);
}
