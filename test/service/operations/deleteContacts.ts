import { ServiceError } from '../answers';
import type { Operation } from './call';

export const deleteContacts: Operation = (store, call) => {
	const query = call.query as { newsletter_id: string; subscribed?: boolean };
	const contacts = store.newsletter(query.newsletter_id);
	const { deleteNone, deleteSubscribedFalse } = store.behaviour;
	const deletesAll =
		query.subscribed === true || (query.subscribed === false && deleteSubscribedFalse === 'all');
	const ids = [...contacts.allRecords()]
		.filter((record) => deletesAll || !record.subscribed)
		.map((record) => record.id);
	if (ids.length === 0 && deleteNone === '404') throw new ServiceError(404, 'No contacts found');
	ids.forEach((id) => contacts.remove(id));
	return { status: 200, body: { contacts_removed: ids.length }, applied: ids.length > 0 };
};
