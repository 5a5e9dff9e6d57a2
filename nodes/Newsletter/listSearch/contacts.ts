import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isExpression } from '../resources/fieldValues';
import { newsletterIdOf } from '../resources/newsletterId';
import { createClient } from '../transport/client';
import { contactPages, LIST_REFUSED, mayBeFull } from '../transport/list';

const PAGE_SIZE = 100;

/** The page to ask for, its size, and the first and last contact of the page before. */
function readToken(token = ''): { page: number; size: number; before?: string } {
	const [, page = 1, size = PAGE_SIZE, before] = /^(\d+) (\d+) (.*)$/s.exec(token) ?? [];
	return { page: Number(page), size: Number(size), before };
}

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
	// What an expression gives is not known while the node is being edited.
	const newsletterId = newsletterIdOf(
		{ node: { ...this.getNode(), parameters: {} }, itemIndex: 0 },
		isExpression(field) ? '' : field,
		client.connection.newsletterId,
	);
	const { page, size: asked, before } = readToken(paginationToken);
	const query = { newsletter_id: newsletterId, email: filter?.trim() };
	const fetchPage = contactPages(client, query, {}, LIST_REFUSED);
	const { contacts: found, total } = await fetchPage(page, asked);
	const ends = `${found[0]?.id} ${found[found.length - 1]?.id}`;
	// Past the end, some services repeat their last page.
	const contacts = ends === before ? [] : found;

	// A first page that is smaller than asked for, with more to come, is the service's page size.
	const size = page === 1 ? Math.min(asked, contacts.length) : asked;
	// `total` may count no more than a full page.
	const isFull = contacts.length >= asked || (page === 1 && mayBeFull(contacts.length));
	const isLast = contacts.length === 0 || (!isFull && page * size >= (total ?? Infinity));
	return {
		results: contacts.map(({ id, name, email }) => ({
			name: String(name ?? '').trim() ? `${email} (${String(name).trim()})` : String(email),
			value: id,
		})),
		paginationToken: isLast ? undefined : `${page + 1} ${size} ${ends}`,
	};
}
