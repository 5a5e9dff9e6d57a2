import type { FetchPage } from '../transport/list';
import { NO_EVIDENCE, orderShownBy, withPages, type Evidence, type Order } from './order';
import { readPages, type Course, type PagesRead } from './pages';
import type { PollTime } from './pollTime';
import type { Sighting } from './sighting';
import { LOWEST_PLACE, type Scan, type TriggerState } from './state';

/** What one poll read, and in which order the list is. */
export interface Reading extends PagesRead {
	/** Whether it reads all pages; else those from the newest contacts down to the cursor. */
	isFull: boolean;
	/** The scan of earlier polls that this poll goes on with. */
	earlierScan: Scan | null;
	evidence: Evidence;
	/** The order to store after this poll. */
	order: Order | null;
}

/** The last page is worked out from the stored `total`. If `total` has changed, the new one is tried. */
const MOST_TRIES = 3;

/**
 * Reads from the newest contacts down to the cursor.
 *
 * @returns `undefined` if no order is known, or if the pages do not fit it
 */
export async function readInOrder(
	state: TriggerState,
	fetchPage: FetchPage,
	pageSize: number,
	time: PollTime,
): Promise<Reading | undefined> {
	const { scope, order, scan } = state;
	if (order?.askedSize !== pageSize || scan?.isFull) return undefined;

	let { total } = order;
	for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
		const course = courseInOrder(state, order, total);
		if (course === undefined) return undefined;
		const promise = readPages(scope.event, fetchPage, course, time);
		// The service may refuse a page size that it was not asked for before.
		const isOtherSize = course.size !== order.size;
		const result = isOtherSize ? await promise.catch(() => undefined) : await promise;
		if (result === undefined) return undefined;
		if (isAsExpected(state, order, course, result)) {
			const after = result.nextPage === null ? { ...order, total: result.total } : order;
			return { ...result, isFull: false, earlierScan: scan, evidence: NO_EVIDENCE, order: after };
		}
		// If the list is oldest first, its last page may be another one by now.
		if (course.step === 1 || result.first.total === total) return undefined;
		total = result.first.total;
	}
	return undefined;
}

/** @returns `undefined` if it is unknown where the list ends */
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
	// Only a page that is not full shows that it is the last one. So take a size, such as 99 for 100,
	// with which the last page is not full. With size 1 every page is full: then `total` alone must do.
	let smaller = size;
	while (smaller > 1 && total % smaller === 0) smaller -= 1;
	return { page: Math.ceil(total / smaller), step, size: smaller, downTo };
}

/** Whether the pages fit the known order. If not, that is a surprise: idea 3 of docs/trigger.md lists them. */
function isAsExpected(
	state: TriggerState,
	order: Order,
	{ page, step, size }: Course,
	{ sightings, first, total, nextPage, hasMoved }: PagesRead,
): boolean {
	const { scan, watermark, waitingCount } = state;
	const isDescending = sightings.every(
		({ ms }, index) => ms <= (sightings[index - 1]?.ms ?? Infinity),
	);
	if (hasMoved || !isDescending) return false;
	// This poll goes on in the middle of the list. The other rules need the newest page.
	if (scan) return true;

	const found = first.contacts.length;
	const mayBeLast = found > 0 && (found < size || size === 1);
	const isLastPage = mayBeLast && first.total === (page - 1) * size + found;
	if (step === -1 && !isLastPage) return false;
	// The scan goes on in the next poll, so not all contacts were read yet.
	if (nextPage !== null) return true;

	const hasNewest = !watermark || sightings.some(({ ms }) => ms === watermark.ms);
	const growth = total === undefined ? 0 : total - (order.total ?? total);
	return hasNewest && dueOf(state, sightings).length >= waitingCount + growth;
}

/** The contacts that are at or above the cursor and not delivered yet. */
export function dueOf({ cursor, delivered }: TriggerState, sightings: Sighting[]): Sighting[] {
	const known = new Set(delivered);
	return sightings.filter(
		({ place, fingerprint }) => place >= (cursor ?? LOWEST_PLACE) && !known.has(fingerprint),
	);
}

/** Reads the whole list, in one poll or several. */
export async function readAll(
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
	// If the list changed, a contact may have moved to a page already read.
	// A second reading likely finds it.
	const isReadAgain = once.hasMoved && once.nextPage === null && !unfinished && !time.isUp(0);
	const pages = isReadAgain ? await readPages(scope.event, fetchPage, course, time) : once;
	const evidence = withPages(unfinished?.evidence ?? NO_EVIDENCE, pages.sightings);
	const shown = pages.nextPage === null ? orderShownBy(scope.event, evidence) : undefined;
	const { size, total } = pages;
	return {
		...pages,
		sightings: isReadAgain ? joined(once, pages) : pages.sightings,
		isFull: true,
		earlierScan: unfinished,
		evidence,
		order: shown ? { ...shown, askedSize: pageSize, size, total } : null,
	};
}

/** The contacts of both readings, each as it was seen last. */
const joined = (once: PagesRead, again: PagesRead): Sighting[] => [
	...new Map([...once.sightings, ...again.sightings].map((one) => [one.id, one])).values(),
];
