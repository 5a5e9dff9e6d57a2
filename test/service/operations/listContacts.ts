import { ServiceError } from '../answers';
import { emailKeyOf, toContact, type ContactRecord } from '../contactRecord';
import type { ContactStore } from '../contactStore';
import { randomOnes } from '../contactViews';
import type { Store } from '../store';
import type { Operation } from './call';

interface ListQuery {
	newsletter_id: string;
	limit?: number;
	page?: number;
	email?: string;
	subscribed?: boolean;
}

const DEFAULT_LIMIT = 100;

const visibleAt = ({ behaviour, clock }: Store, records: ContactRecord[]): ContactRecord[] => {
	if (behaviour.lateVisibility === 0) return records;
	const newestMs = clock() - behaviour.lateVisibility;
	return records.filter((record) => record.createdMs <= newestMs);
};

const found = (store: Store, contacts: ContactStore, query: ListQuery): ContactRecord[] => {
	const { order, timestampPrecision, emailSearch } = store.behaviour;
	const { email, subscribed } = query;
	if (email !== undefined && emailSearch === 'exact') {
		const record = contacts.recordByEmail(email);
		const isFound = record && (subscribed ?? record.subscribed) === record.subscribed;
		return isFound ? visibleAt(store, [record]) : [];
	}
	const records = contacts.views.list(order === 'random' ? 'oldest' : order, timestampPrecision, {
		subscribed,
		emailPart: email === undefined ? undefined : emailKeyOf(email),
	});
	return visibleAt(store, records);
};

const sizes = ({ behaviour }: Store, asked: number): { size: number; step: number } => {
	const { maxPageSize, tooLargeLimit, capOffset } = behaviour;
	if (maxPageSize === null || asked <= maxPageSize) return { size: asked, step: asked };
	if (tooLargeLimit === 'refuse') {
		throw new ServiceError(400, `limit must not be greater than ${maxPageSize}`);
	}
	return { size: maxPageSize, step: capOffset === 'asked' ? asked : maxPageSize };
};

const total = (
	store: Store,
	contacts: ContactStore,
	filtered: number,
	onPage: number,
): { total?: number } => {
	switch (store.behaviour.totalCounts) {
		case 'filtered':
			return { total: filtered };
		case 'all':
			return { total: visibleAt(store, [...contacts.allRecords()]).length };
		case 'page':
			return { total: onPage };
		case 'missing':
			return {};
	}
};

export const listContacts: Operation = (store, call) => {
	const query = call.query as unknown as ListQuery;
	const { behaviour } = store;
	const contacts = store.newsletter(query.newsletter_id);
	const page = query.page ?? 1;
	const { size, step } = sizes(store, query.limit ?? DEFAULT_LIMIT);
	const records = found(store, contacts, query);
	const lastPage = Math.max(1, Math.ceil(records.length / step));
	const shown = behaviour.pastEnd === 'lastPage' ? Math.min(page, lastPage) : page;
	const start = (shown - 1) * step;
	const inOrder = records.slice(start, start + size);
	const data = behaviour.order === 'random' ? randomOnes(records, inOrder.length) : inOrder;
	if (data.length === 0 && behaviour.emptyList === '404') {
		throw new ServiceError(404, 'No contacts found');
	}
	return {
		status: 200,
		body: {
			data: data.map((record) =>
				toContact(record, contacts.newsletterId, behaviour.timestampPrecision),
			),
			...total(store, contacts, records.length, data.length),
			page,
			offset: behaviour.offsetMeaning === 'items' ? start : page - 1,
		},
		applied: false,
	};
};
