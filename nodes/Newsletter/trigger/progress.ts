import type { Scan, SightedContact } from './scan';
import { asBaseline, type Conclusion } from './selection';
import { byPlace, isFrom, latest, type Position, type TriggerState } from './state';

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

/** The state after a poll: its cursor, and what the reading has shown of the list. */
export function afterPoll(
	state: TriggerState,
	scan: Scan,
	{ taken, left, next }: Conclusion<SightedContact>,
): TriggerState {
	if (scan.walk !== null) {
		const walk = { ...scan.walk, left: earlier(scan.walk.left, placeOf(left[0])) };
		return { ...next, walk, size: scan.size };
	}
	const isWhole = scan.coveredMs === Infinity;
	const known = isWhole ? scan.total : state.total;
	const open = isWhole ? -countCreated(state, left) : countCreated(state, taken);
	return {
		...next,
		walk: null,
		order: scan.order,
		isProven: scan.isProven,
		isDraining:
			(left.length > 0 || !scan.isAtEnd) &&
			next.floor !== null &&
			Object.keys(next.settled).length > 0,
		head: scan.head,
		headOtherMs: scan.headOtherMs,
		isHeadNew: scan.head !== state.head || scan.headOtherMs !== state.headOtherMs,
		size: scan.size,
		length: scan.total,
		total: known === null ? null : known + open,
		below: belowAfter(state, scan, next),
	};
}

/** A second's worth: the service's clock in its answers has no fractions. */
const CLOCK_STEP_MS = 1000;

/**
 * The state after a part of the first walk, or all of it: nothing of what was there at the
 * beginning is due.
 *
 * @param isFiltered whether the trigger reads another list than this walk did
 */
export function afterBaseline(state: TriggerState, scan: Scan, isFiltered: boolean): TriggerState {
	const known = state.walk?.baselineMs ?? null;
	const isOnePart = state.walk === null && scan.walk === null && scan.isSteady;
	const newest = latest(scan.sightings.map(({ ms }) => ms));
	const beginMs = known ?? scan.servedAtMs ?? newest;

	// In a walk of several polls, what is younger than its beginning came after it.
	const old = scan.sightings.filter(
		({ ms }) => isOnePart || beginMs === null || ms < beginMs + CLOCK_STEP_MS,
	);
	const sinceMs = isOnePart ? null : beginMs;
	const next = asBaseline(state, old, sinceMs, scan.isSteady, scan.endedAtMs);
	return {
		...next,
		walk: scan.walk === null ? null : { ...scan.walk, baselineMs: beginMs },
		size: scan.size,
		head: scan.head,
		headOtherMs: scan.headOtherMs,
		isHeadNew: true,
		isProven: scan.isProven,
		order: isFiltered ? null : scan.order,
		length: isFiltered ? null : scan.total,
		total: isFiltered || scan.walk !== null ? null : scan.total,
	};
}
