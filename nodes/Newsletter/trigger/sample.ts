import { NodeOperationError, type IPollFunctions } from 'n8n-workflow';

import type { FetchPage } from '../transport/list';
import { readAll } from '../transport/pages';
import type { Contact } from '../transport/types';
import { byPlace, sightingOf, type TriggerEvent } from './sighting';

/** Contacts that a manual run shows. */
const SAMPLE_SIZE = 10;
/** A list of up to so many pages is read whole. */
const MOST_PAGES = 10;

/** All contacts of a short list. Of a long one, the first and the last page: one has the newest. */
async function contactsToShow(fetchPage: FetchPage, pageSize: number): Promise<Contact[]> {
	const { contacts: first, total = 0 } = await fetchPage(1, pageSize);
	const size = Math.max(1, Math.min(pageSize, first.length));
	const pages = Math.ceil(total / size);
	if (pages <= 1) return first;
	if (pages > MOST_PAGES) return [...first, ...(await fetchPage(pages, size)).contacts];
	return (await readAll(fetchPage, { pageSize: size, startPage: 1 })).contacts;
}

/**
 * The newest contacts, newest first, for a look at the trigger's output.
 *
 * @throws {NodeOperationError} if there is no contact to show
 */
export async function sampleContacts(
	context: IPollFunctions,
	fetchPage: FetchPage,
	event: TriggerEvent,
	pageSize: number,
): Promise<Contact[]> {
	const contacts = await contactsToShow(fetchPage, pageSize);
	const sightings = contacts
		.map((contact) => sightingOf(event, contact))
		.filter((sighting) => sighting !== undefined);
	if (sightings.length === 0) {
		throw new NodeOperationError(
			context.getNode(),
			contacts.length === 0
				? 'No contact matches yet: add one to the newsletter, or change Filters, and try again.'
				: 'The service returned no readable createdAt or updatedAt. Contact its support.',
		);
	}
	return sightings
		.sort(byPlace)
		.reverse()
		.slice(0, SAMPLE_SIZE)
		.map(({ contact }) => contact);
}
