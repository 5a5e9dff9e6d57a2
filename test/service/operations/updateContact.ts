import { ServiceError } from '../answers';
import { toContact } from '../contactRecord';
import type { Store } from '../store';
import type { ContactFields } from '../types';
import type { Work } from './index';

const update = (store: Store, id: string, fields: ContactFields, newsletterId?: string) => {
	const { contacts, record } = store.contact(id);
	if (newsletterId !== undefined && contacts.newsletterId !== newsletterId) {
		throw new ServiceError(400, 'No access to this contact');
	}
	if (fields.email !== undefined) {
		const owner = contacts.recordByEmail(fields.email);
		if (owner && owner !== record) throw new ServiceError(400, `${fields.email} is taken`);
	}
	contacts.change(record, fields);
	return toContact(record, contacts.newsletterId, store.behaviour.timestampPrecision);
};

export const updateContact: Work = (store, { params, body }) =>
	update(store, params.id!, body as ContactFields);

export const updateContactByPost: Work = (store, { params, body }) => {
	const { newsletter_id: newsletterId, ...fields } = body as ContactFields & {
		newsletter_id: string;
	};
	return update(store, params.id!, fields, newsletterId);
};
