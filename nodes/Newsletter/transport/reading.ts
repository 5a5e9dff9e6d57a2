import { OperationalError } from 'n8n-workflow';

import { mayBeFull, type FetchPage, type Page } from './list';
import { MOST_IN_FLIGHT } from './pace';
import type { Contact } from './types';

export interface PageRange {
	/** Contacts to request per page. The service may return fewer. */
	pageSize: number;
	/** First page, from 1. */
	startPage: number;
}

/** What one reading of the list found. */
export interface Reading {
	/** By id, in the order of the list. */
	contacts: Map<string, Contact>;
	/** In the order in which they came. */
	answers: Page[];
	/** How many contacts there should be. `undefined` if the service does not say, or counts too few. */
	expected: number | undefined;
}

/** Pages without a new contact after which a reading ends, whatever `total` says. */
const MOST_WITHOUT_NEWS = 10;

const REPEATED_PAGE =
	'The service repeats a page of contacts instead of giving the next one. Contact its support. If you use Get Many, set Page Size higher than the number of contacts.';

/** The page size of the service. If page 1 has fewer than requested, it is full, or the whole list. */
function sizeShownBy({ contacts, total = Infinity }: Page, { pageSize, startPage }: PageRange) {
	const found = contacts.length;
	if (startPage > 1 || found === 0 || found >= pageSize) return pageSize;
	return found >= total && !mayBeFull(found) ? pageSize : found;
}

const idsOf = ({ contacts }: Page) => contacts.map(({ id }) => id).join();

const isSamePage = (one: Page, other: Page): boolean =>
	one.total === other.total && idsOf(one) === idsOf(other);

/** Whether the service ignores the page number. To repeat the last page past the end is no fault. */
async function ignoresPage(fetchPage: FetchPage, { contacts }: Page): Promise<boolean> {
	const size = contacts.length - 1;
	if (size < 1 || !mayBeFull(contacts.length)) return false;
	// This page 2 would begin with the last contact of page 1.
	const second = await fetchPage(2, size);
	return second.contacts[0]?.id === contacts[0]?.id;
}

/**
 * Reads pages until the list ends or `most` contacts are found, up to five pages at a time. The list
 * ends after `total` contacts, or without a usable `total` at a page that brings nothing new.
 *
 * @throws {OperationalError} where every page repeats the first one
 */
export async function readOnce(
	fetchPage: FetchPage,
	range: PageRange,
	most: number = Infinity,
): Promise<Reading> {
	const { pageSize, startPage: start } = range;
	const first = await fetchPage(start, pageSize);
	const size = sizeShownBy(first, range);
	const skipped = (start - 1) * size;
	const pages: Page[] = [];
	const answers: Page[] = [];
	const found = new Set<string>();
	let total: number | undefined;
	// A short later page is the last one, or the service gives fewer contacts a page than asked for:
	// then `total` does not tell which page is the last.
	let isTotalTooSmall = start > 1 && first.contacts.length < size;
	let withoutNews = 0;
	let isOver = false;

	const take = (page: Page, number: number) => {
		pages[number - start] = page;
		answers.push(page);
		const before = found.size;
		for (const { id } of page.contacts) found.add(id);
		const isNews = found.size > before;
		const reached = (number - 1) * size + page.contacts.length;
		if (isNews && reached > (page.total ?? Infinity)) isTotalTooSmall = true;
		if (page.contacts.length > 0) total = isTotalTooSmall ? undefined : page.total;

		withoutNews = isNews ? 0 : withoutNews + 1;
		const mostWithoutNews = total === undefined ? 0 : MOST_WITHOUT_NEWS;
		if (page.contacts.length === 0 || withoutNews > mostWithoutNews) isOver = true;
	};
	take(first, start);

	let next = start + 1;
	const inFlight = new Set<Promise<void>>();
	const isWanted = () =>
		!isOver &&
		found.size + inFlight.size * size < most &&
		// The page behind the last one is asked for too: `total` may count no more than one page.
		(next - 1) * size <= (total ?? Infinity) &&
		inFlight.size < (total === undefined ? 1 : MOST_IN_FLIGHT);
	const ask = (number: number) => {
		const reading = fetchPage(number, size).then((page) => {
			inFlight.delete(reading);
			take(page, number);
		});
		inFlight.add(reading);
	};
	for (;;) {
		for (; isWanted(); next += 1) ask(next);
		if (inFlight.size === 0) break;
		// Whichever page comes first makes room for the next one.
		await Promise.race(inFlight);
	}

	const expected = total === undefined ? undefined : total - skipped;
	const later = answers.slice(1).filter(({ contacts }) => contacts.length > 0);
	if (later.length > 0 && later.every((page) => isSamePage(page, first))) {
		const isEndless = start === 1 && (await ignoresPage(fetchPage, first));
		if (isEndless) throw new OperationalError(REPEATED_PAGE);
	}
	const inOrder = pages.flatMap(({ contacts }) => contacts);
	return { contacts: new Map(inOrder.map((one) => [one.id, one])), answers, expected };
}
