import type { FetchPage } from '../transport/list';
import { boundaryPage, type PageReader, type ReadPage } from './boundary';
import { fits, type Order } from './order';
import { countCreated } from './progress';
import { sighted, type Scan, type ScanLimits, type SightedContact } from './scan';
import { CAPACITY, countSettled, settledCheck } from './settled';
import { selectDue } from './selection';
import { isFrom, type TriggerEvent, type TriggerState } from './state';

/** Looks at a page again when the list changed between two, so many times. */
const SEAM_TRIES = 3;
/** Looks for the fresh end so many times. */
const FRESH_TRIES = 3;

/** Thrown inside a scan when the list is not in the order that it had; never leaves this file. */
class OutOfOrder extends Error {}

/** Reads pages and holds them to the order. */
function orderedReader(
	fetchPage: FetchPage,
	order: Order,
	event: TriggerEvent,
	size: number,
): PageReader {
	return async (number) => {
		const { contacts, total } = await fetchPage(number, size);
		const sightings = contacts.map((contact) => sighted(event, contact));
		if (total === undefined || !fits(order, sightings)) throw new OutOfOrder();
		return { number, sightings, total };
	};
}

/** The page at the fresh end, by what is known of the list's length; it may have changed since. */
async function readFresh(
	readPage: PageReader,
	pageAt: (total: number) => number,
	knownTotal: number,
): Promise<ReadPage> {
	let page = await readPage(pageAt(knownTotal));
	for (let tries = 0; tries < FRESH_TRIES; tries += 1) {
		const isEmpty = page.sightings.length === 0;
		if (!isEmpty && page.number === pageAt(page.total)) return page;
		const isPastEnd = isEmpty && page.number <= pageAt(page.total);
		const number = isPastEnd || page.total === 0 ? page.number - 1 : pageAt(page.total);
		if (number < 1) break;
		page = await readPage(number);
	}
	throw new OutOfOrder();
}

const times = ({ sightings }: ReadPage) => sightings.map(({ ms }) => ms);

/** Whether a page can follow another one toward the fresh end. */
const follows = (next: ReadPage, older: ReadPage) =>
	next.sightings.length > 0 &&
	Math.min(...times(next)) >= Math.min(...times(older)) &&
	Math.max(...times(next)) >= Math.max(...times(older));

const sameIds = (a: ReadPage, b: ReadPage) =>
	a.sightings.length === b.sightings.length &&
	a.sightings.every(
		({ id, key }, index) => id === b.sightings[index]?.id && key === b.sightings[index]?.key,
	);

/**
 * Reads a list in order, from its fresh end. Where the floor is not on the fresh page, it is looked
 * for, and the list is read from there toward the fresh end: what has been read is always the
 * oldest stretch, and can be delivered at any stop.
 *
 * @returns `undefined` where the list is not, or not certainly, in that order
 */
export async function scanInOrder(
	fetchPage: FetchPage,
	state: TriggerState,
	event: TriggerEvent,
	limits: ScanLimits,
): Promise<Scan | undefined> {
	try {
		return await read(fetchPage, state, event, limits);
	} catch (error) {
		if (error instanceof OutOfOrder) return undefined;
		return await Promise.reject(error);
	}
}

/**
 * An order by update looks like one by creation until an old contact comes to the fresh end. Before
 * pages are left unread, all that came since the last poll must fit, down to the contact that was
 * the freshest then.
 */
async function checkHead(
	readPage: PageReader,
	fresh: ReadPage,
	toFresh: number,
	headMs: number | null,
): Promise<void> {
	if (headMs === null) throw new OutOfOrder();
	let page = fresh;
	while (Math.min(...times(page)) > headMs) {
		const older = await readPage(page.number - toFresh);
		if (!follows(page, older)) throw new OutOfOrder();
		page = older;
	}
	if (!times(page).includes(headMs)) throw new OutOfOrder();
}

async function read(
	fetchPage: FetchPage,
	state: TriggerState,
	event: TriggerEvent,
	{ pageSize, most, isTimeUp, now }: ScanLimits,
): Promise<Scan | undefined> {
	const beganAtMs = now();
	const size = state.size ?? pageSize;
	const { order } = state;
	const readPage = orderedReader(fetchPage, order, event, size);
	const lastPage = (total: number) => Math.max(1, Math.ceil(total / size));
	const freshPage = (total: number) => (order === 'newest' ? 1 : lastPage(total));

	const fresh = await readFresh(readPage, freshPage, state.total ?? 0);

	const found = new Map<string, SightedContact>();
	const due = new Set<string>();
	let firstDueMs = Infinity;
	const isSettled = settledCheck(state.settled);
	const collect = ({ sightings }: ReadPage) => {
		for (const sighting of sightings) {
			found.set(sighting.id, sighting);
			if (!isFrom(state.floor, sighting) || isSettled(sighting)) continue;
			due.add(sighting.id);
			firstDueMs = Math.min(firstDueMs, sighting.ms);
		}
	};
	const scanOf = (
		end: ReadPage,
		coveredMs: number,
		isSteady: boolean,
		below: number | null,
	): Scan => ({
		sightings: [...found.values()],
		coveredMs,
		isSteady,
		beganAtMs,
		endedAtMs: now(),
		newestBefore: state.newest,
		left: null,
		order,
		total: end.total,
		head: Math.max(...times(end)),
		size,
		below,
		walk: null,
		servedAtMs: null,
	});

	// By time alone: contacts of one time stamp stand in an order that is not known.
	const floorMs = state.floor?.ms ?? -Infinity;
	const isBelow = ({ ms }: SightedContact) => ms < floorMs;
	const isWholeList = ({ number, total }: ReadPage) =>
		number === (order === 'newest' ? lastPage(total) : 1);
	if (fresh.sightings.some(isBelow) || isWholeList(fresh)) {
		collect(fresh);
		return isExplained(state, scanOf(fresh, Infinity, true, null));
	}

	const toFresh = order === 'newest' ? -1 : 1;
	await checkHead(readPage, fresh, toFresh, state.head);

	const boundary = await boundaryPage(readPage, fresh, {
		isFrom: (sighting) => !isBelow(sighting),
		toFresh,
		oldestPage: (total) => (order === 'newest' ? lastPage(total) : 1),
		hint: hintOf(state, fresh.total, size),
	});
	const below = belowOf(boundary, isBelow, size, order);

	let older = boundary;
	let isSteady = true;
	collect(older);
	// Where little more can be remembered, the floor must get on, through contacts of one time stamp too.
	const isCrowded = countSettled(state.settled) + most > CAPACITY;
	const isEnough = () =>
		due.size >= most && !(isCrowded && Math.max(...times(older)) <= firstDueMs);
	while (older.number !== freshPage(older.total) && !isEnough() && !isTimeUp()) {
		const { number } = older;
		let next = await readPage(number + toFresh);
		for (let tries = 0; next.total !== older.total && tries < SEAM_TRIES; tries += 1) {
			older = await readPage(number);
			// A page that shares nothing with what was read leaves a gap behind it.
			if (!older.sightings.some(({ id }) => found.has(id))) isSteady = false;
			collect(older);
			next = await readPage(number + toFresh);
		}
		if (next.total !== older.total) isSteady = false;
		if (!follows(next, older)) throw new OutOfOrder();
		collect(next);
		older = next;
	}

	const isComplete = older.number === freshPage(older.total);
	// More was delivered within the overlap than one poll can read again: a walk goes on over several.
	if (!isComplete && due.size === 0) return undefined;
	const end = isComplete ? older : await readPage(freshPage(older.total));
	// Where someone came and someone left, the two may have hidden each other from `total`.
	const known = new Set(fresh.sightings.map(({ id }) => id));
	const came = end.sightings.filter(({ id }) => !known.has(id)).length;
	if (!sameIds(fresh, end) && came !== end.total - fresh.total) isSteady = false;

	const coveredMs = isComplete ? Infinity : Math.max(...times(older));
	const result = scanOf(end, coveredMs, isSteady, below);
	return isComplete ? isExplained(state, result) : result;
}

/**
 * The scan, unless more contacts have come than it found: those are then somewhere else, and the
 * list is not in the order that it seemed to be in.
 */
function isExplained(state: TriggerState, scan: Scan): Scan | undefined {
	const created = countCreated(state, selectDue(state, scan.sightings));
	const isTooMany =
		state.total !== null && scan.total !== null && scan.total > state.total + created;
	return isTooMany ? undefined : scan;
}

function hintOf({ order, below }: TriggerState, total: number, size: number): number | null {
	if (below === null) return null;
	const above = Math.max(1, total - below);
	return order === 'newest' ? Math.ceil(above / size) : Math.floor(below / size) + 1;
}

/** How many contacts lie below the floor, as the boundary page shows. */
function belowOf(
	{ number, sightings, total }: ReadPage,
	isBelow: (sighting: SightedContact) => boolean,
	size: number,
	order: Order,
): number {
	const onPage = sightings.filter(isBelow).length;
	return order === 'newest'
		? Math.max(0, total - (number - 1) * size - (sightings.length - onPage))
		: (number - 1) * size + onPage;
}
