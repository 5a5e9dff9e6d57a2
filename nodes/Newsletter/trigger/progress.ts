import type { Scan, SightedContact } from './scan';
import type { Conclusion } from './selection';
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
