import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { mayBeFull } from '../transport/list';
import { pagesInEditor } from './pagesInEditor';

const PAGE_SIZE = 100;

/** Reads a pagination token: the next page, its size, and the first and last ID of the page before. */
function readToken(token = ''): { page: number; size: number; before?: string } {
	const [, page = 1, size = PAGE_SIZE, before] = /^(\d+) (\d+) (.*)$/s.exec(token) ?? [];
	return { page: Number(page), size: Number(size), before };
}

/** The "From List" search of a contact by email, one page at a time. */
export async function searchContacts(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const fetchPage = await pagesInEditor(this, { email: filter?.trim() });
	const { page, size: asked, before } = readToken(paginationToken);
	const { contacts: found, total } = await fetchPage(page, asked);
	const ends = `${found[0]?.id} ${found[found.length - 1]?.id}`;
	// After the last page, some services repeat it.
	const contacts = ends === before ? [] : found;

	// If the first page has fewer than requested, and is not all, it shows the service's page size.
	const size = page === 1 ? Math.min(asked, contacts.length) : asked;
	// `total` may count only this page.
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
