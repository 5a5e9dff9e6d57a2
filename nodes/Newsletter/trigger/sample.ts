import { NodeOperationError, type IPollFunctions } from 'n8n-workflow';

import type { FetchPage } from '../transport/list';
import { readAll } from '../transport/pages';
import type { Contact } from '../transport/types';
import { byPlace, sighted, type TriggerEvent } from './sighting';

/** Contacts that a manual run shows. */
const SAMPLE_SIZE = 10;
/** Pages that are all read for it; of a longer list the two ends. */
const MOST_PAGES = 10;

/**
 * The newest contacts, newest first, for a look at the trigger's output.
 *
 * @throws {NodeOperationError} where there is no contact to show
 */
export async function sampleContacts(
	context: IPollFunctions,
	fetchPage: FetchPage,
	event: TriggerEvent,
	pageSize: number,
): Promise<Contact[]> {
	const { contacts: first, total = 0 } = await fetchPage(1, pageSize);
	const size = Math.max(1, Math.min(pageSize, first.length));
	const pages = Math.ceil(total / size);
	const contacts =
		pages <= 1
			? first
			: pages <= MOST_PAGES
				? (await readAll(fetchPage, { pageSize: size, startPage: 1 })).contacts
				: [...first, ...(await fetchPage(pages, size)).contacts];
	const sightings = contacts
		.map((contact) => sighted(event, contact))
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
