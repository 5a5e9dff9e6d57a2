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

/**
 * @returns whether the first page has the newest contacts (`true`) or the last page (`false`);
 * `undefined` while the list may be in another order
 */
export function isNewestFirst(event: TriggerEvent, evidence: Evidence): boolean | undefined {
	const { fits: names, stamps } = evidence;
	if (stamps < LEAST_STAMPS) return undefined;
	const isByCreation = names.some((name) => name.startsWith('created'));
	if (event === 'contactCreated') {
		return isByCreation ? names.includes('createdNewestFirst') : undefined;
	}
	// While nobody was updated, a list by creation looks like one by update.
	const isByUpdate = names.some((name) => name.startsWith('updated'));
	return isByUpdate && !isByCreation ? names.includes('updatedNewestFirst') : undefined;
}
