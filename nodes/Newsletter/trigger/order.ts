import type { TriggerEvent } from './state';

/** The fresh end of a list that is in order by the event's time stamp; null where there is no such order. */
export type Order = 'newest' | 'oldest' | null;

/** Different time stamps that must have been seen in order: fewer can be in order by chance. */
const ENOUGH_DIFFERENT = 20;

export interface Times {
	/** The event's time stamp, epoch ms. */
	ms: number;
	/** The time stamp that the event does not go by, epoch ms. */
	otherMs: number;
}

/**
 * The freshest by the event's time stamp; of equal ones, by the other. Who is ahead of the service's
 * clock stands before those who come later.
 */
export function freshestOf(
	contacts: Array<Times | null>,
	servedAtMs: number | null | undefined,
): Times | null {
	return contacts.reduce<Times | null>(
		(freshest, contact) =>
			contact === null ||
			contact.ms > (servedAtMs ?? Infinity) ||
			(freshest !== null && (contact.ms - freshest.ms || contact.otherMs - freshest.otherMs) <= 0)
				? freshest
				: { ms: contact.ms, otherMs: contact.otherMs },
		null,
	);
}

/** The freshest contact as it is remembered. */
export const headOf = (freshest: Times | null) => ({
	head: freshest?.ms ?? null,
	headOtherMs: freshest?.otherMs ?? null,
});

/** What the contacts of a walk, in the order of the list, say about that order. */
export interface Evidence {
	falls: boolean;
	rises: boolean;
	otherFalls: boolean;
	otherRises: boolean;
	different: number;
	last: Times | null;
}

export const noEvidence = (): Evidence => ({
	falls: true,
	rises: true,
	otherFalls: true,
	otherRises: true,
	different: 0,
	last: null,
});

/** The evidence with the next contacts of the list. */
export function withMore(evidence: Evidence, contacts: Times[]): Evidence {
	const next = { ...evidence };
	for (const { ms, otherMs } of contacts) {
		const { last } = next;
		if (last) {
			if (ms > last.ms) next.falls = false;
			if (ms < last.ms) next.rises = false;
			if (otherMs > last.otherMs) next.otherFalls = false;
			if (otherMs < last.otherMs) next.otherRises = false;
		}
		if (last === null || ms !== last.ms) next.different += 1;
		next.last = { ms, otherMs };
	}
	return next;
}

/** Whether the list is not in the same order by the other time stamp too. */
export const isOwnOrder = ({ falls, otherFalls, otherRises }: Evidence): boolean =>
	!(falls ? otherFalls : otherRises);

/**
 * The order that a whole list has shown. For updates it must not be the order of creation as well:
 * while nobody was updated the two are alike, and an update deep in the list would stay unseen.
 */
export function orderShown(event: TriggerEvent, evidence: Evidence): Order {
	const { falls, rises, different } = evidence;
	if (different < ENOUGH_DIFFERENT || falls === rises) return null;
	if (event === 'contactUpdated' && !isOwnOrder(evidence)) return null;
	return falls ? 'newest' : 'oldest';
}

/** Whether one page fits an order. */
export function fits(order: Order, page: Times[]): boolean {
	const { falls, rises } = withMore(noEvidence(), page);
	return order === 'newest' ? falls : rises;
}
