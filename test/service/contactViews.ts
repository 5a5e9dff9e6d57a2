import type { Order } from './behaviour';
import { atPrecision, type ContactRecord } from './contactRecord';

type SortedOrder = Exclude<Order, 'random'>;
type Precision = 'ms' | 's';
type Comparator = (a: ContactRecord, b: ContactRecord) => number;

export interface Filter {
	subscribed?: boolean;
	emailPart?: string;
}

/** Ties are broken by the order of creation, so that pages fit together. */
const comparator = (order: SortedOrder, precision: Precision): Comparator => {
	const by = (key: (record: ContactRecord) => number, sign: 1 | -1): Comparator => {
		return (a, b) => sign * (key(a) - key(b)) || a.seq - b.seq;
	};
	const created = (record: ContactRecord) => atPrecision(record.createdMs, precision);
	const updated = (record: ContactRecord) => atPrecision(record.updatedMs, precision);
	switch (order) {
		case 'newest':
			return by(created, -1);
		case 'oldest':
			return by(created, 1);
		case 'updatedNewest':
			return by(updated, -1);
		case 'updatedOldest':
			return by(updated, 1);
		case 'shuffled':
			return by((record) => record.shuffleKey, 1);
		case 'email':
			return (a, b) => (a.emailKey < b.emailKey ? -1 : 1);
	}
};

/** The sorted and filtered lists, kept until a contact changes: a long list is read page by page. */
export class ContactViews {
	private readonly lists = new Map<string, ContactRecord[]>();

	constructor(private readonly byId: ReadonlyMap<string, ContactRecord>) {}

	/** To be called whenever a contact was added, changed or removed. */
	clear(): void {
		this.lists.clear();
	}

	list(order: SortedOrder, precision: Precision, filter: Filter): ContactRecord[] {
		const key = JSON.stringify([order, precision, filter]);
		const known = this.lists.get(key);
		if (known) return known;
		const { emailPart, subscribed } = filter;
		const records = [...this.byId.values()]
			.filter(
				(record) =>
					(subscribed === undefined || record.subscribed === subscribed) &&
					(emailPart === undefined || record.emailKey.includes(emailPart)),
			)
			.sort(comparator(order, precision));
		this.lists.set(key, records);
		return records;
	}
}

/** The start of a new shuffle: no page of it needs more. */
export const randomOnes = <T>(items: T[], count: number): T[] => {
	const shuffled = items.slice();
	const end = Math.min(count, shuffled.length);
	for (let index = 0; index < end; index++) {
		const other = index + Math.floor(Math.random() * (shuffled.length - index));
		[shuffled[index], shuffled[other]] = [shuffled[other]!, shuffled[index]!];
	}
	return shuffled.slice(0, end);
};
