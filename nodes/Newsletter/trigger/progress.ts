import type { Scan, SightedContact } from './scan';
import type { Conclusion } from './selection';
import { isCrowded, packSorted, unpack } from './settled';
import { byPlace, isFrom, MOST_UNSTEADY, type Position, type TriggerState } from './state';

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

/** The lowest time stamps of those who were left, one for each, in rising order. */
const lowestOf = (packed: string, left: SightedContact[]): number[] =>
	[...unpack(packed), ...left.map(({ ms }) => ms)].sort((a, b) => a - b).slice(0, LOWEST);

/**
 * A walk of several polls delivers the oldest of each part, not of the list. Once little more can be
 * remembered, the oldest of the list must leave, for the floor to get on: those that this walk left.
 */
function reachAfter(
	{ walk }: TriggerState,
	left: SightedContact[],
	{ settled }: TriggerState,
): number | null {
	if (walk === null || !isCrowded(settled, LOWEST)) return null;
	const lowest = lowestOf(walk.lowest, left);
	const last = lowest[lowest.length - 1] ?? null;
	if (lowest.length < LOWEST) return last;
	// More may share the last of them than there is room for.
	return lowest.filter((ms) => ms !== last).pop() ?? last;
}

/** The state after a poll: its cursor, and what the reading has shown of the list. */
export function afterPoll(
	state: TriggerState,
	scan: Scan,
	{ taken, left, next }: Conclusion<SightedContact>,
): TriggerState {
	if (scan.walk !== null) {
		const walk = {
			...scan.walk,
			left: earlier(scan.walk.left, placeOf(left[0])),
			lowest: packSorted(lowestOf(scan.walk.lowest, left)),
		};
		return { ...next, walk, size: scan.size };
	}
	const isWhole = scan.coveredMs === Infinity;
	const known = isWhole ? scan.total : state.total;
	const open = isWhole ? -countCreated(state, left) : countCreated(state, taken);
	return {
		...next,
		walk: null,
		reachMs: reachAfter(state, left, next),
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
		isHeadNew: scan.head !== state.head || scan.headOtherMs !== state.headOtherMs,
		size: scan.size,
		length: scan.total,
		total: known === null ? null : known + open,
		below: belowAfter(state, scan, next),
	};
}
