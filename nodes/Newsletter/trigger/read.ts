import type { FetchPage } from '../transport/list';
import { areNewestFirst, isNewestFirst, noEvidence, withPages, type Evidence } from './order';
import { readPages, type Course, type PagesRead } from './pages';
import type { PollTime } from './pollTime';
import { isPlaceOfContact, msAt, type Sighting } from './sighting';
import { LOWEST_PLACE, type Order, type TriggerState } from './state';

/** What one poll has read. */
export interface Reading extends Pick<PagesRead, 'sightings' | 'nextPage' | 'size'> {
	/** Whether it reads all pages; else those from the newest contacts down to the cursor. */
	isFull: boolean;
	/** Whether it goes on with the scan of the poll before. */
	isContinued: boolean;
	/** Whether the scan takes several polls. */
	isPart: boolean;
	evidence: Evidence;
	/** What is known of the order after it. */
	order: Order | null;
	/** The service's clock at the first answer, epoch ms. */
	servedAtMs: number | undefined;
}

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
	const { order, scan } = state;
	if (order?.asked === pageSize && !scan?.isFull) {
		const reading = await readNewest(state, order, fetchPage, time);
		if (reading) return reading;
	}
	return await readAll(state, fetchPage, pageSize, time);
}

async function readAll(
	{ scope, scan }: TriggerState,
	fetchPage: FetchPage,
	pageSize: number,
	time: PollTime,
): Promise<Reading> {
	const before = scan?.isFull ? scan : null;
	const course: Course = { page: before?.page ?? 1, step: 1, size: before?.size ?? pageSize };
	const once = await readPages(scope.event, fetchPage, course, time);
	// What has slipped past the edge of a page is most likely seen this time.
	const isReadAgain = once.hasMoved && once.nextPage === null && !before && !time.isUp(0);
	const pages = isReadAgain ? await readPages(scope.event, fetchPage, course, time) : once;
	const evidence = withPages(before?.evidence ?? noEvidence(), pages.sightings);
	const isFirstNewest = isNewestFirst(scope.event, evidence);
	const { size, total } = pages;
	const isKnown = pages.nextPage === null && isFirstNewest !== undefined;
	return {
		...pages,
		sightings: isReadAgain ? joined(once, pages) : pages.sightings,
		isFull: true,
		isContinued: before !== null,
		isPart: before !== null || pages.nextPage !== null,
		evidence,
		order: isKnown ? { isNewestFirst: isFirstNewest, asked: pageSize, size, total } : null,
		servedAtMs: pages.first.servedAtMs,
	};
}

/** Each contact as last seen. */
const joined = (once: PagesRead, again: PagesRead): Sighting[] => [
	...new Map([...once.sightings, ...again.sightings].map((one) => [one.id, one])).values(),
];

/** @returns `undefined` where the list is not as its order says: then all of it has to be read */
async function readNewest(
	state: TriggerState,
	order: Order,
	fetchPage: FetchPage,
	time: PollTime,
): Promise<Reading | undefined> {
	const pages = await readDown(state, order, fetchPage, time);
	if (!pages) return undefined;
	const { sightings, nextPage, total, hasMoved } = pages;
	if (hasMoved || !areNewestFirst(state.scope.event, sightings)) return undefined;
	if (nextPage === null && !state.scan && !hasAllKnown(state, order, pages)) return undefined;
	return {
		...pages,
		isFull: false,
		isContinued: state.scan !== null,
		isPart: state.scan !== null || nextPage !== null,
		evidence: noEvidence(),
		order: nextPage === null ? { ...order, total } : order,
		servedAtMs: pages.first.servedAtMs,
	};
}

/**
 * Whoever came since the last poll is among these only if those known of then are, too: the newest
 * contact, and the oldest one that was left for this poll. And `total` must not tell of others.
 */
function hasAllKnown(
	{ watermark, checkpoint, delivered, cursor }: TriggerState,
	order: Order,
	{ sightings, total = 0 }: PagesRead,
): boolean {
	const hasNewest = !watermark || sightings.some(({ ms }) => ms === watermark.ms);
	const hasLeft =
		!isPlaceOfContact(checkpoint) || sightings.some(({ place }) => place === checkpoint);
	const known = new Set(delivered);
	const isNew = ({ place, fingerprint }: Sighting) =>
		place >= (cursor ?? LOWEST_PLACE) && !known.has(fingerprint);
	const hasGrownBy = total - (order.total ?? total);
	return hasNewest && hasLeft && hasGrownBy <= sightings.filter(isNew).length;
}

/** The list may have grown by a page since it was last read, but not time and again. */
const MOST_TRIES = 3;

/** @returns `undefined` where the last page cannot be found */
async function readDown(
	{ scope, cursor, scan }: TriggerState,
	order: Order,
	fetchPage: FetchPage,
	time: PollTime,
): Promise<PagesRead | undefined> {
	// Contacts of one time stamp come in any order.
	const downToMs = msAt(cursor ?? LOWEST_PLACE);
	if (scan) {
		const step = order.isNewestFirst ? 1 : -1;
		return await readPages(scope.event, fetchPage, { ...scan, step, downToMs }, time);
	}
	if (order.isNewestFirst) {
		const course: Course = { page: 1, step: 1, size: order.size, downToMs };
		return await readPages(scope.event, fetchPage, course, time);
	}
	let { total } = order;
	for (let tries = 0; tries < MOST_TRIES && total; tries += 1) {
		const size = sizeForLastPage(order.size, total);
		const page = Math.ceil(total / size);
		const course: Course = { page, step: -1, size, downToMs };
		const pages = await readPages(scope.event, fetchPage, course, time);
		total = pages.first.total;
		const found = pages.first.contacts.length;
		const isLastPage = found > 0 && (found < size || size === 1);
		if (isLastPage && total === (page - 1) * size + found) return pages;
	}
	return undefined;
}

/** A last page that is full would not show whether others follow it. */
function sizeForLastPage(size: number, total: number): number {
	let smaller = size;
	while (smaller > 1 && total % smaller === 0) smaller -= 1;
	return smaller;
}
