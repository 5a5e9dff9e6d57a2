import { ServiceError } from '../answers';
import type { Work } from './index';

export const deleteContacts: Work = (store, call) => {
	const query = call.query as { newsletter_id: string; subscribed?: boolean };
	const contacts = store.newsletter(query.newsletter_id);
	const ids = [...contacts.allRecords()]
		.filter(({ subscribed }) => query.subscribed === true || !subscribed)
		.map(({ id }) => id);
	if (ids.length === 0) throw new ServiceError(404, 'No contacts found');
	ids.forEach((id) => contacts.remove(id));
	return { contacts_removed: ids.length };
};
