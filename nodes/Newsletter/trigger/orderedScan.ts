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
import { isStill, zoneFrom } from './freshZone';
import { freshestOf, headOf } from './order';
import { countCreated } from './progress';
import type { Scan, ScanLimits, SightedContact } from './scan';
import { anchorOf, isDoubtFull, isMet, mustCheckHead } from './doubt';
import { canDrop, countSettled, isCrowded } from './settled';
import { dueCheck, selectDue } from './selection';
import { settledUntilMs, type TriggerEvent, type TriggerState } from './state';
import { Findings, readStretch } from './stretch';

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
	const isDue = dueCheck(state);
	const findings = new Findings(isDue);
	// By time alone: contacts of one time stamp stand in an order that is not known.
	const isBelow = ({ ms }: SightedContact) => state.floor !== null && ms < state.floor.ms;

	const scanOf = (
		end: ReadPage,
		read: Pick<Scan, 'coveredMs' | 'isSteady' | 'below' | 'isAtEnd' | 'doubt'>,
	): Scan => ({
		...read,
		sightings: findings.all,
		beganAtMs,
		endedAtMs: now(),
		newestBefore: state.newest,
		left: null,
		isTwiceNeeded: false,
		order: state.order,
		isProven: state.isProven,
		total: end.total,
		...headOf(
			freshestOf(end.sightings, end.servedAtMs) ?? freshestOf(findings.all, end.servedAtMs),
		),
		size: null,
		walk: null,
		servedAtMs: fresh.servedAtMs ?? null,
	});

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
		findings.add(fresh);
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

	const hasEnough = (last: ReadPage) =>
		findings.dueCount >= most && !(isFull && Math.max(...times(last)) <= findings.firstDueMs);
	const isOver = (last: ReadPage) => hasEnough(last) || isTimeUp();
	const { last, ...stretch } = await readStretch(readPage, boundary, ends, findings, isOver);
	let { isSteady } = stretch;

	const isFromOldEnd = boundary.number === ends.old(boundary.total);
	if (anchor && !isDraining && !isFromOldEnd && !isMet(anchor, findings.all, isDue)) {
		const below = await readPage(boundary.number - ends.toFresh);
		if (!follows(boundary, below) || below.sightings.some(isDue)) throw new OutOfOrder();
		if (!isMet(anchor, below.sightings, isDue)) throw new OutOfOrder();
	}

	const isAtEnd = last.number === ends.fresh(last.total);
	// More was delivered within the overlap than one poll can read again: a walk goes on over several.
	if (!isAtEnd && findings.dueCount === 0) return undefined;
	// Nor can more be remembered before the floor has passed a time stamp that one poll does not get past.
	const isStuck = isFull && Math.max(...times(last)) <= (state.floor?.ms ?? -Infinity);
	if (!isAtEnd && isStuck) return undefined;
	const end = isAtEnd ? last : await readPage(ends.fresh(last.total));
	const zoneAfter = await zoneFrom(readPage, ends, end, nowMs);
	if (!isStill(zoneBefore, zoneAfter, end.total - fresh.total)) isSteady = false;

	const reachedMs = isAtEnd ? Infinity : Math.max(...times(last));
	// Who has moved to the fresh end stands there before those that are ahead of the clock.
	const isPassed = (page: ReadPage) => Math.min(...times(page)) < Math.max(...times(last));
	if (!isAtEnd && (isPassed(fresh) || isPassed(end))) throw new OutOfOrder();
	const coveredMs = isDraining ? -Infinity : reachedMs;
	const isInDoubt = anchor !== null && (coveredMs !== Infinity || !isSteady);
	return scanOf(end, { coveredMs, isSteady, below, isAtEnd, doubt: isInDoubt ? anchor : null });
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
