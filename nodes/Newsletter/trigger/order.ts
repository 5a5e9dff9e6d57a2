import type { Sighting, TriggerEvent } from './sighting';

/** Different time stamps that must be seen in order before a list counts as ordered. */
const LEAST_STAMPS = 20;

const ORDERS = {
	createdNewestFirst: (a: Sighting, b: Sighting) => a.createdMs >= b.createdMs,
	createdOldestFirst: (a: Sighting, b: Sighting) => a.createdMs <= b.createdMs,
	updatedNewestFirst: (a: Sighting, b: Sighting) => a.updatedMs >= b.updatedMs,
	updatedOldestFirst: (a: Sighting, b: Sighting) => a.updatedMs <= b.updatedMs,
};

type OrderName = keyof typeof ORDERS;

/** A list in the order of the event's time stamp. */
export interface Order {
	/** Whether the newest contacts are on the first page; else they are on the last. */
	isNewestFirst: boolean;
	/** While nobody was updated, a list by update looks like one by creation. */
	mayBeByUpdate: boolean;
	/** Page Size of the scan that found the order. */
	asked: number;
	/** Contacts that the service gives a page. */
	size: number;
	/** Contacts in the list at the last poll, where the service says so. */
	total?: number;
}

/** What the pages of a full scan have shown of the list's order. */
export interface Evidence {
	/** The orders that fit all pages so far. */
	fits: OrderName[];
	/** Different time stamps of the event so far. */
	stamps: number;
}

export const NO_EVIDENCE: Evidence = { fits: Object.keys(ORDERS) as OrderName[], stamps: 0 };

const fits = (sightings: Sighting[], name: OrderName): boolean =>
	sightings.every((sighting, index) => {
		const next = sightings[index + 1];
		return next === undefined || ORDERS[name](sighting, next);
	});

/** @param sightings in the order of the list, each contact once */
export function withPages(evidence: Evidence, sightings: Sighting[]): Evidence {
	return {
		fits: evidence.fits.filter((name) => fits(sightings, name)),
		stamps: evidence.stamps + new Set(sightings.map(({ ms }) => ms)).size,
	};
}

/** The order of the event's time stamp, or `undefined` while the list may be in another one. */
export function orderShownBy(
	event: TriggerEvent,
	{ fits: names, stamps }: Evidence,
): Pick<Order, 'isNewestFirst' | 'mayBeByUpdate'> | undefined {
	const isByCreation = names.some((name) => name.startsWith('created'));
	const isByUpdate = names.some((name) => name.startsWith('updated'));
	// For updates, an order that may be that of creation tells nothing.
	const isKnown = event === 'contactCreated' ? isByCreation : isByUpdate && !isByCreation;
	if (stamps < LEAST_STAMPS || !isKnown) return undefined;
	return {
		isNewestFirst: names.includes(
			event === 'contactCreated' ? 'createdNewestFirst' : 'updatedNewestFirst',
		),
		mayBeByUpdate: event === 'contactCreated' && isByUpdate,
	};
}
