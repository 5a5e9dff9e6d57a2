import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { newsletterIdOf } from '../resources/newsletterId';
import { createClient } from '../transport/client';
import { contactPages } from '../transport/list';

const PAGE_SIZE = 100;

/** A field that holds an expression has no value yet while the node is being edited. */
const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');

/**
 * The "From list" search of a contact, by email as the service searches it, a page at a time.
 *
 * @throws {NodeApiError | NodeOperationError} with a sentence that the editor shows under the list
 */
export async function searchContacts(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const client = await createClient(this);
	const field = this.getCurrentNodeParameter('newsletterId');
	const source = { node: this.getNode(), itemIndex: 0 };
	const newsletterId = newsletterIdOf(
		source,
		isExpression(field) ? '' : field,
		client.connection.newsletterId,
	);
	const page = Number(paginationToken) || 1;
	const fetchPage = contactPages(client, { newsletter_id: newsletterId, email: filter?.trim() });
	const { contacts, total } = await fetchPage(page, PAGE_SIZE);

	const isLast =
		contacts.length === 0 ||
		(total === undefined ? contacts.length < PAGE_SIZE : page * PAGE_SIZE >= total);
	return {
		results: contacts.map(({ id, name, email }) => ({
			name: name?.trim() ? `${email} (${name.trim()})` : email,
			value: id,
		})),
		paginationToken: isLast ? undefined : String(page + 1),
	};
}
