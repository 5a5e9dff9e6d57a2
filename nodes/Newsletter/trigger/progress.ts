import type { Scan, SightedContact } from './scan';
import type { Conclusion } from './selection';
import {
	CAPACITY_CHARS,
	CAPACITY_WITH_DOUBT_CHARS,
	isCrowded,
	isOverfull,
	packSorted,
	unpack,
} from './settled';
import {
	byId,
	byPlace,
	isFrom,
	MOST_UNSTEADY,
	OVERLAP_MS,
	type Position,
	type Reach,
	type TriggerState,
	type UnfinishedWalk,
} from './state';

/** How many of these contacts are new to the list, rather than old ones that were updated. */
export function countCreated({ floor }: TriggerState, contacts: SightedContact[]): number {
	return contacts.filter(({ createdMs }) => floor === null || createdMs >= floor.ms).length;
}

const placeOf = (contact: SightedContact | undefined): Position | null =>
	contact ? { ms: contact.ms, id: contact.id } : null;

function earlier(a: Position | null, b: Position | null): Position | null {
	if (a === null || b === null) return a ?? b;
	return byPlace(a, b) <= 0 ? a : b;
}

/** Contacts below the new floor: all but those that were read from it on, or some more than before. */
function belowAfter(before: TriggerState, scan: Scan, { floor }: TriggerState): number | null {
	if (floor === null) return null;
	const count = (is: (contact: SightedContact) => boolean) => scan.sightings.filter(is).length;
	if (scan.coveredMs === Infinity && scan.total !== null) {
		return scan.total - count((contact) => isFrom(floor, contact));
	}
	if (scan.below === null) return null;
	return scan.below + count((contact) => isFrom(before.floor, contact) && !isFrom(floor, contact));
}

/** Contacts that the floor must be able to pass at the end of a walk. */
const LOWEST = 1000;
/** The same where all of these share one time stamp. */
const LOWEST_IDS = 200;

type Lowest = Pick<UnfinishedWalk, 'lowest' | 'lowestIds'>;

/** The lowest of those who were left: their time stamps, and the ids of those who share the first. */
function lowestOf({ lowest, lowestIds }: Lowest, left: SightedContact[]) {
	const known = unpack(lowest);
	const times = [...known, ...left.map(({ ms }) => ms)].sort((a, b) => a - b).slice(0, LOWEST);
	const ids = [
		...(known[0] === times[0] ? lowestIds : []),
		...left.filter(({ ms }) => ms === times[0]).map(({ id }) => id),
	];
	return { times, ids: ids.sort(byId).slice(0, LOWEST_IDS) };
}

/** What those who share the first time stamp may take before they leave by their ids, characters. */
const SHARED_CHARS = CAPACITY_CHARS + 8_000;
/** Less room than this is none, characters. */
const ROOM_CHARS = 1_000;

/** Behind every id. */
const LAST_ID = '\u{10ffff}';

/**
 * A walk of several polls delivers the oldest of each part, not of the list. Once little more can be
 * remembered, the oldest of the list must leave, for the floor to get on: those that this walk left.
 */
function reachAfter(
	{ walk }: TriggerState,
	left: SightedContact[],
	{ settled }: TriggerState,
): Reach | null {
	if (walk === null || !isCrowded(settled, LOWEST)) return null;
	const { times, ids } = lowestOf(walk, left);
	const last = times[times.length - 1];
	if (last === undefined) return null;
	// More may share the last of them than there is room for.
	const ms = times.length < LOWEST ? last : times.filter((time) => time < last).pop();
	if (ms !== undefined) return { ms, id: LAST_ID, chars: CAPACITY_WITH_DOUBT_CHARS };
	return isOverfull(settled, '', SHARED_CHARS - ROOM_CHARS)
		? { ms: last, id: ids[ids.length - 1] as string, chars: CAPACITY_WITH_DOUBT_CHARS }
		: { ms: last, id: LAST_ID, chars: SHARED_CHARS };
}

/** Since when the list has its freshest contact, and whether that has settled. */
function headAge(
	{ head, headOtherMs, headSinceMs, isHeadSettled }: TriggerState,
	scan: Scan,
): Pick<TriggerState, 'headSinceMs' | 'isHeadSettled'> {
	const isSame = scan.head === head && scan.headOtherMs === headOtherMs;
	// Of a time that has not come where the clock was ahead for a while.
	if (!isSame || headSinceMs === null || headSinceMs > scan.endedAtMs) {
		return { headSinceMs: scan.endedAtMs, isHeadSettled: false };
	}
	return {
		headSinceMs,
		isHeadSettled: isHeadSettled || headSinceMs <= scan.beganAtMs - OVERLAP_MS,
	};
}

/** The state after a poll: its cursor, and what the reading has shown of the list. */
export function afterPoll(
	state: TriggerState,
	scan: Scan,
	{ taken, left, next }: Conclusion<SightedContact>,
): TriggerState {
	if (scan.walk !== null) {
		const { times, ids } = lowestOf(scan.walk, left);
		const walk = {
			...scan.walk,
			left: earlier(scan.walk.left, placeOf(left[0])),
			lowest: packSorted(times),
			lowestIds: ids,
		};
		return { ...next, walk, size: scan.size };
	}
	const isWhole = scan.coveredMs === Infinity;
	const known = isWhole ? scan.total : state.total;
	const open = isWhole ? -countCreated(state, left) : countCreated(state, taken);
	return {
		...next,
		walk: null,
		reach: reachAfter(state, left, next),
		unsteady: scan.isSteady
			? null
			: {
					readings: Math.min((state.unsteady?.readings ?? 0) + 1, MOST_UNSTEADY),
					newest: (state.unsteady ?? { newest: scan.newestBefore }).newest,
				},
		order: scan.order,
		isProven: scan.isProven,
		isDraining:
			(left.length > 0 || !scan.isAtEnd) &&
			next.floor !== null &&
			Object.keys(next.settled).length > 0,
		head: scan.head,
		headOtherMs: scan.headOtherMs,
		...headAge(state, scan),
		size: scan.size,
		length: scan.total,
		total: known === null ? null : known + open,
		below: belowAfter(state, scan, next),
	};
}
