import {
	follows,
	OutOfOrder,
	times,
	type Ends,
	type PageReader,
	type ReadPage,
} from './orderedPages';

/** Further pages that are read for the contacts of one time stamp at the fresh end. */
const ZONE_PAGES = 2;

/**
 * The contacts of the fresh end from a time stamp on; where they fill too many pages, those of the
 * page that was read.
 */
export async function zoneFrom(
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
export function isStill(before: Set<string>, after: Set<string>, growth: number): boolean {
	const came = [...after].filter((id) => !before.has(id)).length;
	return came === growth && [...before].every((id) => after.has(id));
}
