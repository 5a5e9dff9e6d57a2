import type { FetchPage } from '../transport/list';
import { readAll } from '../transport/pages';
import type { Contact } from '../transport/types';
import type { Sighting, TriggerEvent } from './state';

/** A contact with the time stamp that the event goes by. */
export interface SightedContact extends Sighting {
	contact: Contact;
}

export function sighted(event: TriggerEvent, contact: Contact): SightedContact {
	const key = event === 'contactCreated' ? contact.createdAt : contact.updatedAt;
	return { id: contact.id, key, contact };
}

/** Every contact of the list at this time, whatever its order. */
export async function scanAll(
	fetchPage: FetchPage,
	event: TriggerEvent,
	pageSize: number,
): Promise<SightedContact[]> {
	const contacts = await readAll(fetchPage, { pageSize, startPage: 1 });
	return contacts.map((contact) => sighted(event, contact));
}
