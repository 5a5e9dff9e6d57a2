import type { FetchPage } from '../transport/list';
import { NO_EVIDENCE, orderShownBy, withPages, type Evidence, type Order } from './order';
import { readPages, type Course, type PagesRead } from './pages';
import type { PollTime } from './pollTime';
import type { Sighting } from './sighting';
import { LOWEST_PLACE, type Scan, type TriggerState } from './state';

/** What one poll has read. */
export interface Reading
	extends Pick<PagesRead, 'sightings' | 'unreadable' | 'nextPage' | 'size' | 'first'> {
	/** Whether it reads all pages; else those from the newest contacts down to the cursor. */
	isFull: boolean;
	/** The scan of earlier polls that it goes on with. */
	continues: Scan | null;
	evidence: Evidence;
	/** The order to store after this poll. */
	order: Order | null;
}

/** Oldest first, the last page is worked out from the stored total. If it has changed, the new one is tried. */
const MOST_TRIES = 3;

/**
 * Reads the part of the list that can hold contacts to deliver: from the newest ones down to the
 * cursor where the order is known, else everything. Any surprise costs one full scan.
 */
export async function read(
	state: TriggerState,
	fetchPage: FetchPage,
	pageSize: number,
	time: PollTime,
): Promise<Reading> {
	const { scope, order, scan } = state;
	const isOrdered = order?.asked === pageSize && !scan?.isFull;
	let total = order?.total;
	for (let tries = 1; isOrdered && tries <= MOST_TRIES; tries += 1) {
		const course = courseInOrder(state, order, total);
		if (course === undefined) break;
		const reading = readPages(scope.event, fetchPage, course, time);
		// A service may refuse a page size such as 99. Whatever fails with it: read the whole list.
		const isOtherSize = course.size !== order.size;
		const pages = isOtherSize ? await reading.catch(() => undefined) : await reading;
		if (pages === undefined) break;
		if (isAsExpected(state, order, course, pages)) {
			const after = pages.nextPage === null ? { ...order, total: pages.total } : order;
			return { ...pages, isFull: false, continues: scan, evidence: NO_EVIDENCE, order: after };
		}
		if (course.step === 1 || pages.first.total === total) break;
		total = pages.first.total;
	}
	return await readAll(state, fetchPage, pageSize, time);
}

/** @returns `undefined` where it is not known where the list ends */
function courseInOrder(
	{ cursor, scan }: TriggerState,
	{ isNewestFirst, size }: Order,
	total = 0,
): Course | undefined {
	const downTo = cursor ?? LOWEST_PLACE;
	const step = isNewestFirst ? 1 : -1;
	if (scan) return { page: scan.page, step, size: scan.size, downTo };
	if (isNewestFirst) return { page: 1, step, size, downTo };
	if (total === 0) return undefined;
	// A last page that is full would not show whether others follow it.
	let smaller = size;
	while (smaller > 1 && total % smaller === 0) smaller -= 1;
	return { page: Math.ceil(total / smaller), step, size: smaller, downTo };
}

/**
 * Whether the pages fit the known order. They do not if
 * - the list is out of order, or has changed while it was read,
 * - oldest first: the page that was read first is not the last page of the list,
 * - no contact has the newest time stamp of the last poll,
 * - fewer contacts are due than were waiting, plus the growth of `total`.
 */
function isAsExpected(
	state: TriggerState,
	order: Order,
	{ page, step, size }: Course,
	{ sightings, first, total, nextPage, hasMoved }: PagesRead,
): boolean {
	const { scan, watermark, waitingCount } = state;
	const isDescending = sightings.every(
		({ ms }, index) => ms <= (sightings[index - 1] ?? { ms }).ms,
	);
	if (hasMoved || !isDescending) return false;
	if (scan) return true;

	const found = first.contacts.length;
	const isLastPage = found > 0 && (found < size || size === 1);
	const hasEnd = isLastPage && first.total === (page - 1) * size + found;
	if (step === -1 && !hasEnd) return false;
	if (nextPage !== null) return true;

	const hasNewest = !watermark || sightings.some(({ ms }) => ms === watermark.ms);
	const hasGrownBy = total === undefined ? 0 : total - (order.total ?? total);
	return hasNewest && dueOf(state, sightings).length >= waitingCount + hasGrownBy;
}

/** Those of the contacts that stand at or above the cursor and were not delivered. */
export function dueOf({ cursor, delivered }: TriggerState, sightings: Sighting[]): Sighting[] {
	const known = new Set(delivered);
	return sightings.filter(
		({ place, fingerprint }) => place >= (cursor ?? LOWEST_PLACE) && !known.has(fingerprint),
	);
}

async function readAll(
	{ scope, scan }: TriggerState,
	fetchPage: FetchPage,
	pageSize: number,
	time: PollTime,
): Promise<Reading> {
	const unfinished = scan?.isFull ? scan : null;
	const course: Course = {
		page: unfinished?.page ?? 1,
		step: 1,
		size: unfinished?.size ?? pageSize,
	};
	const once = await readPages(scope.event, fetchPage, course, time);
	// What has slipped past the edge of a page is most likely seen this time.
	const isReadAgain = once.hasMoved && once.nextPage === null && !unfinished && !time.isUp(0);
	const pages = isReadAgain ? await readPages(scope.event, fetchPage, course, time) : once;
	const evidence = withPages(unfinished?.evidence ?? NO_EVIDENCE, pages.sightings);
	const shown = pages.nextPage === null ? orderShownBy(scope.event, evidence) : undefined;
	const { size, total } = pages;
	return {
		...pages,
		sightings: isReadAgain ? joined(once, pages) : pages.sightings,
		isFull: true,
		continues: unfinished,
		evidence,
		order: shown ? { ...shown, asked: pageSize, size, total } : null,
	};
}

/** Each contact as last seen. */
const joined = (once: PagesRead, again: PagesRead): Sighting[] => [
	...new Map([...once.sightings, ...again.sightings].map((one) => [one.id, one])).values(),
];
