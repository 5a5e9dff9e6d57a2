/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../answers';
import type { ContactStore } from '../contactStore';
import type { Store } from '../store';
import type { ContactFields } from '../types';
import { mergeContact } from './mergeContact';
import type { Operation } from './call';

type ContactInput = ContactFields & { id?: string; email: string };

const isBad = ({ behaviour }: Store, contact: ContactInput): boolean => {
	const { badContact } = behaviour;
	if (typeof badContact === 'function') return badContact(contact);
	if (badContact) {
		const fields = Object.entries(badContact);
		return fields.every(([name, value]) =>
			isDeepStrictEqual(contact[name as keyof ContactInput], value),
		);
	}
	const at = contact.email.lastIndexOf('@');
	const domain = contact.email.slice(at + 1).toLowerCase();
	return at < 0 || behaviour.badDomains.includes(domain);
};

/** An id comes before an email; the email of another contact cannot be taken over. */
const target = (contacts: ContactStore, input: ContactInput) => {
	const byEmail = contacts.recordByEmail(input.email);
	const byId = input.id === undefined ? undefined : contacts.recordById(input.id);
	return { record: byId ?? byEmail, isTaken: byId && byEmail ? byId !== byEmail : false };
};

export const upsertContacts: Operation = (store, call) => {
	const body = call.body as { newsletter_id: string; contacts: ContactInput[] };
	const contacts = store.newsletter(body.newsletter_id);
	const { badContacts } = store.behaviour;
	const isRefused = (input: ContactInput) => isBad(store, input) || target(contacts, input).isTaken;
	if (badContacts !== 'skip') {
		const index = body.contacts.findIndex(isRefused);
		if (index >= 0) {
			throw new ServiceError(
				badContacts === 'refuse' ? 400 : 422,
				`contacts[${index}]: ${body.contacts[index]!.email} is not accepted`,
			);
		}
	}
	let synced = 0;
	for (const input of body.contacts) {
		if (isRefused(input)) continue;
		const fields = { ...input, id: undefined };
		const { record } = target(contacts, input);
		if (record) mergeContact(store, contacts, record, fields);
		else contacts.create(fields);
		synced += 1;
	}
	return { status: 200, body: { synced }, applied: synced > 0 };
};
