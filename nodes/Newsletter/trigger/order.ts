import type { Sighting, TriggerEvent } from './sighting';

/** Different time stamps that must be seen in order before a list counts as ordered. */
const LEAST_STAMPS = 20;

type Times = Pick<Sighting, 'createdMs' | 'updatedMs'>;

const ORDERS = {
	createdNewestFirst: (a: Times, b: Times) => a.createdMs >= b.createdMs,
	createdOldestFirst: (a: Times, b: Times) => a.createdMs <= b.createdMs,
	updatedNewestFirst: (a: Times, b: Times) => a.updatedMs >= b.updatedMs,
	updatedOldestFirst: (a: Times, b: Times) => a.updatedMs <= b.updatedMs,
};

type OrderName = keyof typeof ORDERS;

/** A list in the order of the event's time stamp. */
export interface Order {
	/** Whether the newest contacts are on the first page; else they are on the last. */
	isNewestFirst: boolean;
	/** While nobody was updated, a list by update looks like one by creation. */
	mayBeByUpdate: boolean;
	/** The Page Size field when the order was found. */
	askedSize: number;
	/** Contacts that the service returns per page. */
	size: number;
	/** Contacts in the list at the last poll, if the service says so. */
	total?: number;
}

/** What the pages of a full scan have shown of the list's order. */
export interface Evidence {
	/** The orders that fit all pages so far. */
	fits: OrderName[];
	/** Different time stamps of the event so far. */
	stamps: number;
	/** The last contact so far. */
	last?: Times;
}

export const NO_EVIDENCE: Evidence = { fits: Object.keys(ORDERS) as OrderName[], stamps: 0 };

const isInOrder = (list: Times[], name: OrderName): boolean =>
	list.every((one, index) => {
		const next = list[index + 1];
		return next === undefined || ORDERS[name](one, next);
	});

/** @param sightings in the order of the list, each contact once */
export function withPages({ fits, stamps, last }: Evidence, sightings: Sighting[]): Evidence {
	// The pages of a later poll must go on in the same order.
	const list = last ? [last, ...sightings] : sightings;
	const end = list.at(-1);
	return {
		fits: fits.filter((name) => isInOrder(list, name)),
		stamps: stamps + new Set(sightings.map(({ ms }) => ms)).size,
		last: end && { createdMs: end.createdMs, updatedMs: end.updatedMs },
	};
}

/** The order of the event's time stamp, or `undefined` while the list may be in another one. */
export function orderShownBy(
	event: TriggerEvent,
	{ fits, stamps }: Evidence,
): Pick<Order, 'isNewestFirst' | 'mayBeByUpdate'> | undefined {
	const isByCreation = fits.some((name) => name.startsWith('created'));
	const isByUpdate = fits.some((name) => name.startsWith('updated'));
	// For updates, a list that may be ordered by creation does not count as ordered.
	const isKnown = event === 'contactCreated' ? isByCreation : isByUpdate && !isByCreation;
	if (stamps < LEAST_STAMPS || !isKnown) return undefined;
	return {
		isNewestFirst: fits.includes(
			event === 'contactCreated' ? 'createdNewestFirst' : 'updatedNewestFirst',
		),
		mayBeByUpdate: event === 'contactCreated' && isByUpdate,
	};
}
