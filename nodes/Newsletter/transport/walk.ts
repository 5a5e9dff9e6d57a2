import { mayBeFull, type FetchPage, type Page } from './list';
import { MOST_IN_FLIGHT } from './pace';
import type { Contact } from './types';
import { judged, type Judgement } from './wholeness';

export interface PageRange {
	/** Contacts asked for a page; the service may give fewer. */
	pageSize: number;
	/** First page, from 1. */
	startPage: number;
}

/** What one walk over the pages found. */
export interface Walk extends Judgement {
	/** By id, in the order of the list; a contact that was seen twice counts once, as last read. */
	contacts: Map<string, Contact>;
	/** As the service says; `undefined` where it does not, or where there is more than it says. */
	total: number | undefined;
	/** The same at the first answer. */
	firstTotal: number | undefined;
	/** The list ended before `total` did. */
	isShort: boolean;
	/** The page size that the service keeps to. */
	size: number;
	/** Where to go on when time was up before the end; `undefined` after a whole walk. */
	nextPage: number | undefined;
	/** The service's clock at the first answer, epoch ms. */
	servedAtMs: number | undefined;
}

/**
 * Pages in a row without a new contact, after which a walk ends whatever `total` says: one bulk write
 * pushes a list on by 10 pages of the usual size.
 */
const MOST_WITHOUT_NEWS = 10;

export const never = () => false;

/**
 * The first page, the page size that the service keeps to, and where the range begins in pages of
 * that size.
 */
async function firstPage(fetchPage: FetchPage, { pageSize, startPage }: PageRange) {
	const page = await fetchPage(startPage, pageSize);
	const found = page.contacts.length;
	const asked = { page, size: pageSize, start: startPage };
	if (found === 0 || found >= pageSize) return asked;
	if (startPage === 1) {
		const isAll = found >= (page.total ?? Infinity) && !mayBeFull(found);
		return isAll ? asked : { ...asked, size: found };
	}

	// A short page in the middle of a list is its last one, or as much as the service gives: the
	// first page tells. A smaller page size moves where later pages begin.
	const size = (await fetchPage(1, pageSize)).contacts.length;
	if (size >= pageSize || size === 0) return asked;
	const skipped = (startPage - 1) * pageSize;
	const start = Math.floor(skipped / size) + 1;
	const { contacts, ...rest } = await fetchPage(start, size);
	return { page: { ...rest, contacts: contacts.slice(skipped % size) }, size, start };
}

/**
 * Reads pages from the first to the end of the list, or until `most` contacts are held, a few pages
 * at a time. The end is where `total` says, unless there is more (a full page there may be all that
 * it counts, so the next one is read too), else the first empty page; nothing relies on the order or
 * on `offset`.
 */
export async function walk(
	fetchPage: FetchPage,
	range: PageRange,
	most: number,
	isTimeUp: () => boolean = never,
): Promise<Walk> {
	const { page: first, size, start } = await firstPage(fetchPage, range);
	if (first.contacts.length > 0 && (first.total ?? Infinity) <= (start - 1) * size) {
		// Past the end, some services repeat their last page.
		const { contacts } = await fetchPage(start - 1, size);
		const ids = contacts.map(({ id }) => id);
		if (first.contacts.every(({ id }) => ids.includes(id))) first.contacts = [];
	}
	/** By number, counted from the start. */
	const pages: Page[] = [];
	/** In the order in which they came. */
	const answers: Page[] = [];
	const held = new Map<string, Contact>();
	let ended = false;
	let isShort = false;
	let { total } = first;
	/** More was found than `total` said: it counts something else, and says nothing from then on. */
	let isTooSmall = false;
	let withoutNews = 0;

	/** How many stand before a page, above what `total` says. */
	const above = (number: number) => (number - 1) * size - (total ?? Infinity);

	const take = (page: Page, number: number) => {
		pages[number - start] = page;
		answers.push(page);
		const before = held.size;
		for (const contact of page.contacts) held.set(contact.id, contact);
		const isNews = held.size > before;
		const isEmpty = page.contacts.length === 0;
		withoutNews = isNews ? 0 : withoutNews + 1;
		if (!isEmpty) {
			const reached = (number - 1) * size + page.contacts.length;
			isTooSmall ||= reached > (page.total ?? Infinity) || (isNews && above(number) === 0);
			total = isTooSmall ? undefined : page.total;
		}
		// Without `total`, a page that repeats what is held ends a list that would otherwise go on forever.
		if (isEmpty || withoutNews > (total === undefined ? 0 : MOST_WITHOUT_NEWS)) {
			ended = true;
			isShort ||= total !== undefined && above(number) < 0;
		}
	};
	take(first, start);

	let next = start + 1;
	const underWay = new Set<Promise<void>>();
	const isDone = () => ended || held.size >= most || above(next) > 0;
	/** Whether one page more is wanted beside those that are under way, as far as is known. */
	const isWanted = () =>
		!isDone() &&
		underWay.size < (total === undefined ? 1 : MOST_IN_FLIGHT) &&
		held.size + underWay.size * size < most;

	const ask = (number: number) => {
		const reading = fetchPage(number, size).then((page) => {
			underWay.delete(reading);
			take(page, number);
		});
		underWay.add(reading);
	};
	for (;;) {
		for (; isWanted() && !isTimeUp(); next += 1) ask(next);
		if (underWay.size === 0) break;
		// Whichever page comes first makes room for the next, so that a slow one holds up no other.
		await Promise.race(underWay);
	}
	return {
		...judged(answers, held.size, isTooSmall),
		contacts: inOrder(pages, held),
		total,
		firstTotal: first.total,
		isShort,
		size,
		nextPage: isDone() ? undefined : next,
		servedAtMs: first.servedAtMs,
	};
}

function inOrder(pages: Page[], held: Map<string, Contact>): Map<string, Contact> {
	const ids = pages.flatMap(({ contacts }) => contacts.map(({ id }) => id));
	return new Map(ids.map((id) => [id, held.get(id) as Contact]));
}
