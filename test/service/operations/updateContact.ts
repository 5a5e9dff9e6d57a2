import { ServiceError } from '../answers';
import { toContact, type ContactRecord } from '../contactRecord';
import type { ContactStore } from '../contactStore';
import type { Store } from '../store';
import type { ContactFields } from '../types';
import type { Operation } from './call';
import { mergeContact } from './mergeContact';

const NEW_CONTACT = {
	name: '',
	first_name: '',
	last_name: '',
	subscribed: true,
	custom_fields: {},
};

const update = (
	store: Store,
	contacts: ContactStore,
	record: ContactRecord,
	fields: ContactFields,
) => {
	if (fields.email !== undefined) {
		const owner = contacts.recordByEmail(fields.email);
		if (owner && owner !== record) throw new ServiceError(400, `${fields.email} is taken`);
	}
	mergeContact(store, contacts, record, fields);
	const { timestampPrecision } = store.behaviour;
	return {
		status: 200,
		body: toContact(record, contacts.newsletterId, timestampPrecision),
		applied: true,
	};
};

export const updateContact: Operation = (store, call) => {
	const { contacts, record } = store.contact(call.params.id!);
	const given = call.body as ContactFields;
	const isCleared = store.behaviour.updateOmitted === 'clear';
	return update(store, contacts, record, isCleared ? { ...NEW_CONTACT, ...given } : given);
};

export const updateContactByPost: Operation = (store, call) => {
	const { newsletter_id: newsletterId, ...fields } = call.body as ContactFields & {
		newsletter_id: string;
	};
	const { contacts, record } = store.contact(call.params.id!);
	if (contacts.newsletterId !== newsletterId) {
		throw new ServiceError(400, 'No access to this contact');
	}
	return update(store, contacts, record, fields);
};
