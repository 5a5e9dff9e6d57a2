import { ServiceError } from '../answers';
import type { ContactStore } from '../contactStore';
import type { ContactFields } from '../types';
import type { Work } from './index';

type ContactInput = ContactFields & { id?: string; email: string };

/** An id comes before an email; the email of another contact cannot be taken over. */
const target = (contacts: ContactStore, input: ContactInput) => {
	const byEmail = contacts.recordByEmail(input.email);
	const byId = input.id === undefined ? undefined : contacts.recordById(input.id);
	return { record: byId ?? byEmail, isTaken: byId && byEmail ? byId !== byEmail : false };
};

export const upsertContacts: Work = (store, call) => {
	const body = call.body as { newsletter_id: string; contacts: ContactInput[] };
	const contacts = store.newsletter(body.newsletter_id);
	const { badContacts, badContact } = store.behaviour;
	const isRefused = (input: ContactInput) => badContact(input) || target(contacts, input).isTaken;
	const index = badContacts === 'skip' ? -1 : body.contacts.findIndex(isRefused);
	if (index >= 0) {
		const text = `contacts[${index}]: ${body.contacts[index]!.email} is not accepted`;
		throw new ServiceError(badContacts === 'refuse' ? 400 : 422, text);
	}
	let synced = 0;
	for (const input of body.contacts) {
		if (isRefused(input)) continue;
		const fields = { ...input, id: undefined };
		const { record } = target(contacts, input);
		if (record) contacts.change(record, fields);
		else contacts.create(fields);
		synced += 1;
	}
	return { synced };
};
