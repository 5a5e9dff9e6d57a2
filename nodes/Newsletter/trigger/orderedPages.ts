import type { FetchPage } from '../transport/list';
import { fits, type Order } from './order';
import { sighted, type SightedContact } from './scan';
import type { TriggerEvent, TriggerState } from './state';

export interface ReadPage {
	number: number;
	sightings: SightedContact[];
	total: number;
	/** The service's clock, epoch ms, where it says so. */
	servedAtMs?: number;
}

export type PageReader = (number: number) => Promise<ReadPage>;

/** Thrown inside a scan when the list is not in the order that it had; never leaves it. */
export class OutOfOrder extends Error {}

/** Looks for the fresh end so many times. */
const FRESH_TRIES = 3;

/** Reads pages and holds each to the order. */
export function orderedReader(
	fetchPage: FetchPage,
	order: Order,
	event: TriggerEvent,
	size: number,
): PageReader {
	return async (number) => {
		const { contacts, total, servedAtMs } = await fetchPage(number, size);
		const sightings = contacts.map((contact) => sighted(event, contact));
		if (total === undefined || !fits(order, sightings)) throw new OutOfOrder();
		// A page that ought to be full is not: the service keeps to a smaller size. One that holds more
		// than `total` leaves for it: `total` counts something else.
		const expected = Math.min(size, Math.max(0, total - (number - 1) * size));
		if (sightings.length !== expected) throw new OutOfOrder();
		return { number, sightings, total, servedAtMs };
	};
}

/** Where the ends of a list in order are, by its length. */
export class Ends {
	/** Step from page to page toward the fresh end. */
	readonly toFresh: 1 | -1;

	constructor(
		private readonly order: Order,
		private readonly size: number,
	) {
		this.toFresh = order === 'newest' ? -1 : 1;
	}

	private last(total: number): number {
		return Math.max(1, Math.ceil(total / this.size));
	}

	fresh(total: number): number {
		return this.order === 'newest' ? 1 : this.last(total);
	}

	old(total: number): number {
		return this.order === 'newest' ? this.last(total) : 1;
	}

	/** The page on which a contact is expected, by how many lie below it. */
	pageAbove(below: number, total: number): number {
		const page =
			this.order === 'newest'
				? Math.ceil(Math.max(1, total - below) / this.size)
				: Math.floor(below / this.size) + 1;
		return Math.min(Math.max(1, page), this.last(total));
	}

	/** How many contacts lie below a page's lowest `onPage` ones and these included. */
	countBelow({ number, sightings, total }: ReadPage, onPage: number): number {
		return this.order === 'newest'
			? Math.max(0, total - (number - 1) * this.size - (sightings.length - onPage))
			: (number - 1) * this.size + onPage;
	}
}

export const times = ({ sightings }: ReadPage): number[] => sightings.map(({ ms }) => ms);

/** Whether a page can follow another one toward the fresh end. */
export const follows = (next: ReadPage, older: ReadPage): boolean =>
	next.sightings.length > 0 &&
	Math.min(...times(next)) >= Math.min(...times(older)) &&
	Math.max(...times(next)) >= Math.max(...times(older));

/** The page at the fresh end, by what is known of the list's length; it may have changed since. */
export async function readFresh(
	readPage: PageReader,
	ends: Ends,
	knownTotal: number,
): Promise<ReadPage> {
	let page = await readPage(ends.fresh(knownTotal));
	for (let tries = 0; tries < FRESH_TRIES; tries += 1) {
		const isEmpty = page.sightings.length === 0;
		const expected = ends.fresh(page.total);
		if (!isEmpty && page.number === expected) return page;
		const isPastEnd = isEmpty && (page.total === 0 || page.number <= expected);
		const number = isPastEnd ? page.number - 1 : expected;
		if (number < 1) break;
		page = await readPage(number);
	}
	throw new OutOfOrder();
}

/** The freshest contact at the last poll, as it was then. */
type Head = Pick<TriggerState, 'head' | 'headOtherMs' | 'isHeadSettled'>;

/** Whether the contact that was the freshest at the last poll is on a page, and has not changed. */
export const hasHead = (
	{ sightings }: ReadPage,
	{ head, headOtherMs }: Omit<Head, 'isHeadSettled'>,
): boolean => sightings.some(({ ms, otherMs }) => ms === head && otherMs === headOtherMs);

/**
 * Whether a page with that contact is enough to see that nobody has come to the fresh end by a change
 * in the very moment of its time stamp: a contact is seen that is older by both time stamps, or such a
 * change has been looked for when none could come any more.
 */
export const isEnough = (
	{ sightings }: ReadPage,
	{ head, headOtherMs, isHeadSettled }: Head,
): boolean =>
	isHeadSettled ||
	sightings.some(({ ms, otherMs }) => ms < (head ?? 0) && otherMs < (headOtherMs ?? 0));

/**
 * A list in order by update looks like one by creation until an old contact comes to its fresh end.
 * Before pages are left unread, all that came since the last poll must fit, down to the contact
 * that was the freshest then.
 *
 * @returns whether there was time enough to see that
 */
export async function checkHead(
	readPage: PageReader,
	fresh: ReadPage,
	ends: Ends,
	head: Head,
	isTimeUp: () => boolean,
): Promise<boolean> {
	if (head.head === null) throw new OutOfOrder();
	let page = fresh;
	let isMet = false;
	for (;;) {
		isMet ||= hasHead(page, head);
		if (Math.min(...times(page)) <= head.head && (!isMet || isEnough(page, head))) break;
		if (page.number === ends.old(page.total)) break;
		if (isTimeUp()) return false;
		const older = await readPage(page.number - ends.toFresh);
		if (!follows(page, older)) throw new OutOfOrder();
		page = older;
	}
	if (!isMet) throw new OutOfOrder();
	return true;
}
