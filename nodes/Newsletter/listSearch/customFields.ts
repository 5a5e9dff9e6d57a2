import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { mayBeFull, type FetchPage } from '../transport/list';
import type { Contact } from '../transport/types';
import { pagesInEditor } from './pagesInEditor';

const PAGE_SIZE = 100;

const timeOf = (contact: Contact | undefined) => Date.parse(String(contact?.createdAt));

/** The newest contacts, from at most two pages: the list may begin with the newest or the oldest. */
async function newestContacts(fetchPage: FetchPage): Promise<Contact[]> {
	const { contacts, total = 0 } = await fetchPage(1, PAGE_SIZE);
	const size = contacts.length;
	if (size === 0 || (total <= size && !mayBeFull(size))) return contacts;
	const isOldestFirst = timeOf(contacts[0]) < timeOf(contacts[size - 1]);
	const page = isOldestFirst ? Math.max(2, Math.ceil(total / size)) : 2;
	return [...contacts, ...(await fetchPage(page, size)).contacts];
}

const namesOf = ({ custom_fields }: Contact): string[] =>
	[custom_fields ?? {}]
		.flat()
		.flatMap((fields) => (typeof fields === 'object' ? Object.keys(fields ?? {}) : []));

/** The "From List" search of a custom field: the names that the newest contacts have. */
export async function searchCustomFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const contacts = await newestContacts(await pagesInEditor(this));
	const searched = filter.trim().toLowerCase();
	const names = [...new Set(contacts.flatMap(namesOf))].filter(
		(name) => name.trim() !== '' && name.toLowerCase().includes(searched),
	);
	return {
		results: names.sort((a, b) => a.localeCompare(b)).map((name) => ({ name, value: name })),
	};
}
