import type { IDataObject } from 'n8n-workflow';

import type { Call, Client } from './client';
import type { Contact } from './types';

/** One page of the list as it was at one moment. */
export interface Page {
	contacts: Contact[];
	/** Contacts in the whole list, if the service says so. */
	total: number | undefined;
	/** The service's clock when it answered, epoch ms, if it says so. */
	servedAtMs: number | undefined;
	/** The service's words, if this is a 404 that counts as an empty page. */
	notFound?: string;
}

/** Reads page `page` (from 1) of pages of `limit` contacts. */
export type FetchPage = (page: number, limit: number) => Promise<Page>;

/** Whether a page with so many contacts may be full, though more were requested: limits are round. */
export const mayBeFull = (found: number): boolean => found % 5 === 0;

export const LIST_REFUSED =
	'The service refused to list the contacts: check Newsletter ID, here or in the credential.';

/**
 * A reader of `GET /contacts` for one newsletter and filter. The documented "no contacts found"
 * 404 is an empty page.
 *
 * @throws {NodeApiError} on every other failure, and on an answer without a list
 */
export function contactPages(
	client: Client,
	query: IDataObject,
	{ itemIndex, timeoutMs }: Pick<Call, 'itemIndex' | 'timeoutMs'> = {},
	refused = `${LIST_REFUSED} If it is right, lower Page Size.`,
): FetchPage {
	return async (page, limit) => {
		const call: Call = {
			method: 'GET',
			url: '/contacts',
			qs: { ...query, limit, page },
			texts: { refused },
			notFound: 'documentedMessage',
			itemIndex,
			timeoutMs,
		};
		const result = await client.ask(call);
		if (!result.ok) {
			if (result.failure.kind === 'notFound') {
				const notFound = result.failure.detail ?? '';
				return { contacts: [], total: 0, servedAtMs: undefined, notFound };
			}
			throw client.errorOf(result.failure, call);
		}
		const { data, total } = result.body;
		const contacts = data as Array<Contact | null> | undefined;
		const isList =
			Array.isArray(contacts) &&
			contacts.every((contact) => typeof contact?.id === 'string' && contact.id !== '');
		if (!isList) {
			throw client.errorOf({ kind: 'otherShape', status: 200 }, call);
		}
		return {
			contacts: contacts as Contact[],
			// A lower count than the contacts on this page counts something else.
			total: typeof total === 'number' && total >= contacts.length ? total : undefined,
			servedAtMs: Date.parse(String(result.headers.date ?? '')) || undefined,
		};
	};
}
