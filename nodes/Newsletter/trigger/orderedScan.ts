import { mayBeFull, type FetchPage } from '../transport/list';
import { boundaryPage } from './boundary';
import {
	checkHead,
	Ends,
	follows,
	orderedReader,
	OutOfOrder,
	readFresh,
	times,
	type PageReader,
	type ReadPage,
} from './orderedPages';
import { freshestOf, headOf } from './order';
import { countCreated } from './progress';
import type { Scan, ScanLimits, SightedContact } from './scan';
import { anchorOf, isDoubtFull, isMet, mustCheckHead } from './doubt';
import { canDrop, countSettled, isCrowded } from './settled';
import { dueCheck, selectDue } from './selection';
import { settledUntilMs, type TriggerEvent, type TriggerState } from './state';

const isEqual = (a: number[], b: number[]): boolean => a.join() === b.join();

/** Looks at a page again when the list changed between two, so many times. */
const SEAM_TRIES = 3;
/** Reads again when contacts may have slipped between two pages, so many times. */
const SCAN_TRIES = 3;

/**
 * Reads a list in order, from its fresh end. Where the floor is not on the fresh page, it is looked
 * for, and the list is read from there toward the fresh end: what has been read is always the
 * oldest stretch, and can be delivered at any stop.
 *
 * @returns `undefined` where the list is not, or not certainly, in that order, or where one poll is
 * too short to get on
 */
export async function scanInOrder(
	fetchPage: FetchPage,
	state: TriggerState,
	event: TriggerEvent,
	limits: ScanLimits,
): Promise<Scan | undefined> {
	if (isDoubtFull(state, limits.most)) return undefined;
	const size = state.size ?? limits.pageSize;
	const readPage = orderedReader(fetchPage, state.order, event, size);
	const sightings = new Map<string, SightedContact>();
	const read = async (tries: number): Promise<Scan | undefined> => {
		const scan = await readOnce(readPage, size, state, limits);
		if (scan === undefined) return undefined;
		for (const sighting of scan.sightings) sightings.set(sighting.id, sighting);
		if (!scan.isSteady && tries < SCAN_TRIES && !limits.isTimeUp()) return await read(tries + 1);
		return isExplained(state, { ...scan, size, sightings: [...sightings.values()] });
	};
	return await read(1).catch(async (error: unknown) =>
		error instanceof OutOfOrder ? undefined : await Promise.reject(error),
	);
}

async function readOnce(
	readPage: PageReader,
	size: number,
	state: TriggerState,
	{ most, isTimeUp, now }: ScanLimits,
): Promise<Scan | undefined> {
	const ends = new Ends(state.order, size);
	const beganAtMs = now();
	const fresh = await readFresh(readPage, ends, state.length ?? 0);
	const found = new Map<string, SightedContact>();
	const isDue = dueCheck(state);
	// By time alone: contacts of one time stamp stand in an order that is not known.
	const isBelow = ({ ms }: SightedContact) => state.floor !== null && ms < state.floor.ms;

	const scanOf = (
		end: ReadPage,
		read: Pick<Scan, 'coveredMs' | 'isSteady' | 'below' | 'isAtEnd' | 'doubt'>,
	): Scan => ({
		...read,
		sightings: [...found.values()],
		beganAtMs,
		endedAtMs: now(),
		newestBefore: state.newest,
		left: null,
		isTwiceNeeded: false,
		order: state.order,
		isProven: state.isProven,
		total: end.total,
		...headOf(
			freshestOf(end.sightings, end.servedAtMs) ?? freshestOf([...found.values()], end.servedAtMs),
		),
		size: null,
		walk: null,
		servedAtMs: fresh.servedAtMs ?? null,
	});
	let dueCount = 0;
	let firstDueMs = Infinity;
	const collect = ({ sightings }: ReadPage) => {
		for (const sighting of sightings) {
			if (!found.has(sighting.id) && isDue(sighting)) {
				dueCount += 1;
				firstDueMs = Math.min(firstDueMs, sighting.ms);
			}
			found.set(sighting.id, sighting);
		}
	};

	const isEnough = state.isProven && state.order === 'newest' && fresh.sightings.some(isBelow);
	const isWholeList = fresh.number === ends.old(fresh.total);
	// `total` may be all that the pages up to here hold. Of a longer list that is looked at once only.
	const isLast = isWholeList || (state.order === 'oldest' && fresh.total !== state.length);
	const mayGoOn = fresh.total % size === 0 || (isWholeList && mayBeFull(fresh.total));
	if (!isEnough && isLast && mayGoOn) {
		if ((await readPage(fresh.number + 1)).sightings.length > 0) throw new OutOfOrder();
	}
	let isCertain = state.isProven || isWholeList;
	if (!isCertain && mustCheckHead(state, fresh, most)) {
		const isChecked = await checkHead(readPage, fresh, ends, state, isTimeUp);
		if (!isChecked) return undefined;
		isCertain = state.doubt === null;
	}
	const anchor = isCertain ? null : anchorOf(state, fresh);
	if (isWholeList || fresh.sightings.some(isBelow)) {
		collect(fresh);
		if (anchor !== null && !isMet(anchor, fresh.sightings, isDue)) throw new OutOfOrder();
		const whole = { coveredMs: Infinity, isSteady: true, isAtEnd: true };
		return scanOf(fresh, { ...whole, below: null, doubt: null });
	}

	// What comes or moves from now on stands here, though not before those that are ahead of the clock.
	const nowMs = Math.min(fresh.servedAtMs ?? Infinity, Math.max(...times(fresh)));
	const zoneBefore = await zoneFrom(readPage, ends, fresh, nowMs);

	// Where little more can be remembered, the floor must get on, through contacts of one time stamp too.
	const isFull = isCrowded(state.settled, most);
	// While a backlog leaves, what was delivered within the overlap is read again only once it has ended.
	const untilMs = settledUntilMs(state, state.newest, beganAtMs) ?? -Infinity;
	const isDraining =
		state.isDraining && !isFull && !canDrop(state.settled, untilMs) && fresh.sightings.some(isDue);
	const boundary = await boundaryPage(readPage, fresh, {
		isFrom: isDraining ? isDue : (sighting) => !isBelow(sighting),
		toFresh: ends.toFresh,
		oldestPage: (total) => ends.old(total),
		hint:
			state.below === null
				? null
				: ends.pageAbove(state.below + (isDraining ? countSettled(state.settled) : 0), fresh.total),
	});
	const below = isDraining
		? state.below
		: ends.countBelow(boundary, boundary.sightings.filter(isBelow).length);

	let older = boundary;
	let isSteady = true;
	collect(older);
	const hasEnough = () => dueCount >= most && !(isFull && Math.max(...times(older)) <= firstDueMs);
	while (older.number !== ends.fresh(older.total) && !hasEnough() && !isTimeUp()) {
		const { number } = older;
		let next = await readPage(number + ends.toFresh);
		for (let tries = 0; next.total !== older.total && tries < SEAM_TRIES; tries += 1) {
			older = await readPage(number);
			// A page that shares nothing with what was read leaves a gap behind it.
			if (!older.sightings.some(({ id }) => found.has(id))) isSteady = false;
			collect(older);
			next = await readPage(number + ends.toFresh);
		}
		if (next.total !== older.total) isSteady = false;
		if (!follows(next, older)) throw new OutOfOrder();
		collect(next);
		older = next;
	}

	if (older.number !== boundary.number) {
		// Where one came late ahead of the reading and one left behind it, the length has not changed.
		const again = await readPage(boundary.number);
		const isShifted = !isEqual(times(again), times(boundary));
		if (isShifted && (ends.toFresh === 1 || again.total === boundary.total)) isSteady = false;
	}

	const isFromOldEnd = boundary.number === ends.old(boundary.total);
	if (anchor && !isDraining && !isFromOldEnd && !isMet(anchor, [...found.values()], isDue)) {
		const below = await readPage(boundary.number - ends.toFresh);
		if (!follows(boundary, below) || below.sightings.some(isDue)) throw new OutOfOrder();
		if (!isMet(anchor, below.sightings, isDue)) throw new OutOfOrder();
	}

	const isAtEnd = older.number === ends.fresh(older.total);
	// More was delivered within the overlap than one poll can read again: a walk goes on over several.
	if (!isAtEnd && dueCount === 0) return undefined;
	const end = isAtEnd ? older : await readPage(ends.fresh(older.total));
	const zoneAfter = await zoneFrom(readPage, ends, end, nowMs);
	if (!isStill(zoneBefore, zoneAfter, end.total - fresh.total)) isSteady = false;

	const reachedMs = isAtEnd ? Infinity : Math.max(...times(older));
	// Who has moved to the fresh end stands there before those that are ahead of the clock.
	const isPassed = (page: ReadPage) => Math.min(...times(page)) < Math.max(...times(older));
	if (!isAtEnd && (isPassed(fresh) || isPassed(end))) throw new OutOfOrder();
	const coveredMs = isDraining ? -Infinity : reachedMs;
	const isInDoubt = anchor !== null && (coveredMs !== Infinity || !isSteady);
	return scanOf(end, { coveredMs, isSteady, below, isAtEnd, doubt: isInDoubt ? anchor : null });
}

/** Further pages that are read for the contacts of one time stamp at the fresh end. */
const ZONE_PAGES = 2;

/**
 * The contacts of the fresh end from a time stamp on; where they fill too many pages, those of the
 * page that was read.
 */
async function zoneFrom(
	readPage: PageReader,
	{ toFresh }: Ends,
	end: ReadPage,
	fromMs: number,
): Promise<Set<string>> {
	const sightings = [...end.sightings];
	let page = end;
	for (let pages = 0; Math.min(...times(page)) >= fromMs; pages += 1) {
		if (pages === ZONE_PAGES) return new Set(end.sightings.map(({ id }) => id));
		const older = await readPage(page.number - toFresh);
		if (older.sightings.length === 0) break;
		if (!follows(page, older)) throw new OutOfOrder();
		sightings.push(...older.sightings);
		page = older;
	}
	return new Set(sightings.filter(({ ms }) => ms >= fromMs).map(({ id }) => id));
}

/**
 * Whether what came to the fresh end while the list was read accounts for its growth: else someone
 * left, or moved to the fresh end, and others may have slipped between two pages.
 */
function isStill(before: Set<string>, after: Set<string>, growth: number): boolean {
	const came = [...after].filter((id) => !before.has(id)).length;
	return came === growth && [...before].every((id) => after.has(id));
}

/**
 * The scan, unless more contacts have come than it found: those are then somewhere else, and the
 * list is not in the order that it seemed to be in.
 */
function isExplained(state: TriggerState, scan: Scan): Scan | undefined {
	if (scan.coveredMs !== Infinity || state.total === null || scan.total === null) return scan;
	const created = countCreated(state, selectDue(state, scan.sightings));
	return scan.total > state.total + created ? undefined : scan;
}
