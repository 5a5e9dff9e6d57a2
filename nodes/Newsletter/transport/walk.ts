import type { FetchPage, Page } from './list';
import { MOST_IN_FLIGHT } from './pace';
import type { Contact } from './types';

export interface PageRange {
	/** Contacts asked for a page; the service may give fewer. */
	pageSize: number;
	/** First page, from 1. */
	startPage: number;
}

/** What one walk over the pages found. */
export interface Walk {
	/** By id, in the order of the list; a contact that was seen twice counts once, as last read. */
	contacts: Map<string, Contact>;
	total: number | undefined;
	/** The page size that the service keeps to. */
	size: number;
	/** Contacts left the list while it was read, so others may have slipped past a page's edge. */
	shrank: boolean;
	/** That may be so: more contacts are newer than the walk's beginning than `total` grew by. */
	isDoubtful: boolean;
	/** Contacts came, went or changed places while it was read. */
	moved: boolean;
	/** Where to go on when time was up before the end; `undefined` after a whole walk. */
	nextPage: number | undefined;
	/** The service's clock at the first answer, epoch ms. */
	servedAtMs: number | undefined;
}

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
	if (startPage === 1) return found >= (page.total ?? Infinity) ? asked : { ...asked, size: found };

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
 * at a time. The end is where `total` says, else the first empty page; nothing relies on the order
 * or on `offset`.
 */
export async function walk(
	fetchPage: FetchPage,
	range: PageRange,
	most: number,
	isTimeUp: () => boolean = never,
): Promise<Walk> {
	const { page: first, size, start } = await firstPage(fetchPage, range);
	/** By number, counted from the start. */
	const pages: Page[] = [];
	/** In the order in which they came. */
	const answers: Page[] = [];
	const held = new Map<string, Contact>();
	let ended = first.contacts.length === 0;
	let total = first.total;

	const take = (page: Page, number: number) => {
		pages[number - start] = page;
		answers.push(page);
		const before = held.size;
		for (const contact of page.contacts) held.set(contact.id, contact);
		const isNews = held.size > before;
		if (page.contacts.length > 0) total = page.total;
		// Without `total`, a page that repeats what is held ends a list that would otherwise go on forever.
		if (page.contacts.length === 0 || (page.total === undefined && !isNews)) ended = true;
	};
	const isLast = (number: number) => total !== undefined && number * size >= total;
	take(first, start);

	let next = start + 1;
	const underWay = new Set<Promise<void>>();
	const isDone = () => ended || held.size >= most || isLast(next - 1);
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
		contacts: inOrder(pages, held),
		total,
		size,
		shrank: shrankWhileRead(answers),
		isDoubtful: isDoubtful(answers),
		moved:
			answers.reduce((sum, { contacts }) => sum + contacts.length, 0) > held.size ||
			new Set(answers.filter(({ contacts }) => contacts.length > 0).map((page) => page.total))
				.size > 1,
		nextPage: isDone() ? undefined : next,
		servedAtMs: first.servedAtMs,
	};
}

function inOrder(pages: Page[], held: Map<string, Contact>): Map<string, Contact> {
	const ids = pages.flatMap(({ contacts }) => contacts.map(({ id }) => id));
	return new Map(ids.map((id) => [id, held.get(id) as Contact]));
}

/** Whether contacts left between two answers: `total` fell, or a page that it promised is empty. */
function shrankWhileRead(answers: Page[]): boolean {
	return answers.some(({ total, contacts }, index) => {
		const before = answers[index - 1]?.total;
		return (
			before !== undefined && (contacts.length === 0 || (total !== undefined && total < before))
		);
	});
}

/**
 * Whether more contacts were created or changed since the first answer than `total` grew by, so that
 * others may have left. The service's clock has no fractions of a second, so it may have been before.
 */
function isDoubtful(answers: Page[]): boolean {
	const read = answers.filter(({ contacts }) => contacts.length > 0);
	const first = read[0];
	const last = read[read.length - 1];
	if (first?.servedAtMs === undefined || first === last) return false;
	const { servedAtMs } = first;
	const cameMeanwhile = new Set(
		read
			.flatMap(({ contacts }) => contacts)
			.filter(({ updatedAt }) => Date.parse(updatedAt) >= servedAtMs)
			.map(({ id }) => id),
	);
	return cameMeanwhile.size > (last?.total ?? 0) - (first.total ?? 0);
}
