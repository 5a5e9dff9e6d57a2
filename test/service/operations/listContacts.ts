import { ServiceError } from '../answers';
import { emailKeyOf, toContact, type ContactRecord } from '../contactRecord';
import type { ContactStore } from '../contactStore';
import { randomOnes } from '../contactViews';
import type { Store } from '../store';
import type { Work } from './index';

interface ListQuery {
	newsletter_id: string;
	limit?: number;
	page?: number;
	email?: string;
	subscribed?: boolean;
}

const DEFAULT_LIMIT = 100;

const found = ({ behaviour }: Store, contacts: ContactStore, query: ListQuery): ContactRecord[] => {
	const { order, timestampPrecision, emailSearch } = behaviour;
	const { email, subscribed } = query;
	if (email !== undefined && emailSearch === 'exact') {
		const record = contacts.recordByEmail(email);
		return record && (subscribed ?? record.subscribed) === record.subscribed ? [record] : [];
	}
	return contacts.views.list(order === 'random' ? 'oldest' : order, timestampPrecision, {
		subscribed,
		emailPart: email === undefined ? undefined : emailKeyOf(email),
	});
};

const sizes = ({ behaviour }: Store, asked: number): { size: number; step: number } => {
	const { maxPageSize, tooLargeLimit, capOffset } = behaviour;
	if (maxPageSize === null || asked <= maxPageSize) return { size: asked, step: asked };
	if (tooLargeLimit === 'refuse') {
		throw new ServiceError(400, `limit must not be greater than ${maxPageSize}`);
	}
	return { size: maxPageSize, step: capOffset === 'asked' ? asked : maxPageSize };
};

export const listContacts: Work = (store, call) => {
	const query = call.query as ListQuery;
	const { order, pastEnd, emptyList, totalCounts, timestampPrecision, shownInstead } =
		store.behaviour;
	const contacts = store.newsletter(query.newsletter_id);
	const page = query.page ?? 1;
	const { size, step } = sizes(store, query.limit ?? DEFAULT_LIMIT);
	const records = found(store, contacts, query);
	const lastPage = Math.max(1, Math.ceil(records.length / step));
	const offset = ((pastEnd === 'lastPage' ? Math.min(page, lastPage) : page) - 1) * step;
	const inOrder = records.slice(offset, offset + size);
	const shown = order === 'random' ? randomOnes(records, inOrder.length) : inOrder;
	if (shown.length === 0 && emptyList === '404') throw new ServiceError(404, 'No contacts found');
	const total = {
		filtered: records.length,
		all: contacts.size,
		page: shown.length,
		missing: undefined,
	}[totalCounts];
	const data = shown.map((record) => ({
		...toContact(record, contacts.newsletterId, timestampPrecision),
		...shownInstead(record),
	}));
	return { data, total, page, offset };
};
