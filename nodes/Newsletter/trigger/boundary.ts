import { OutOfOrder, type PageReader, type ReadPage } from './orderedPages';
import type { SightedContact } from './scan';

interface Search {
	/** Whether a contact is at the floor or above. */
	isFrom: (sighting: SightedContact) => boolean;
	/** Step from page to page toward the fresh end. */
	toFresh: 1 | -1;
	/** Number of the page at the old end. */
	oldestPage: (total: number) => number;
	/** Where the floor is expected. */
	hint: number | null;
}

/**
 * Finds the oldest page that holds a contact from the floor on: by steps of 1, 2, 4, 8 … pages from
 * where it is expected, then by halving.
 *
 * @param fresh the page at the fresh end, which holds only contacts from the floor on
 */
export async function boundaryPage(
	readPage: PageReader,
	fresh: ReadPage,
	{ isFrom, toFresh, oldestPage, hint }: Search,
): Promise<ReadPage> {
	const pages = new Map<number, ReadPage>([[fresh.number, fresh]]);
	const page = async (number: number) => {
		const read = pages.get(number) ?? (await readPage(number));
		pages.set(number, read);
		return read;
	};
	const oldest = oldestPage(fresh.total);
	const between = (number: number) =>
		Math.min(Math.max(number, Math.min(oldest, fresh.number)), Math.max(oldest, fresh.number));
	/** How far a page is from the fresh end, in pages. */
	const age = (number: number) => (fresh.number - number) * toFresh;
	const numberAt = (pageAge: number) => fresh.number - pageAge * toFresh;
	const has = async (pageAge: number) => (await page(numberAt(pageAge))).sightings.some(isFrom);

	const lastAge = age(oldest);
	let young = 0;
	let old = lastAge + 1;
	let step = 1;
	let at = hint === null ? step : age(between(hint));
	while (old - young > 1) {
		at = Math.min(Math.max(at, young + 1), old - 1);
		if (await has(at)) {
			young = at;
			// A page that holds both is the boundary; the next one is known to be below.
			if (!(await page(numberAt(at))).sightings.every(isFrom)) break;
			at = old > lastAge ? young + step : Math.floor((young + old) / 2);
		} else {
			old = at;
			at = young === 0 && hint !== null ? old - step : Math.floor((young + old) / 2);
		}
		step *= 2;
	}
	const found = await page(numberAt(young));
	const behind = pages.get(found.number - toFresh);
	if (behind?.total === found.total) return found;
	return await confirmed(readPage, found, { isFrom, toFresh, oldestPage });
}

/** Looks again for the boundary page so many times when the list moves meanwhile. */
const CONFIRM_TRIES = 20;

/**
 * The boundary page, or an older one if the list has moved since: the one that holds both, or that is
 * the oldest, or behind which the same list has nobody from the floor on.
 */
async function confirmed(
	readPage: PageReader,
	found: ReadPage,
	{ isFrom, toFresh, oldestPage }: Omit<Search, 'hint'>,
): Promise<ReadPage> {
	let page = found;
	for (let tries = 0; tries < CONFIRM_TRIES; tries += 1) {
		if (!page.sightings.every(isFrom) || page.number === oldestPage(page.total)) return page;
		const older = await readPage(page.number - toFresh);
		if (older.sightings.some(isFrom)) page = older;
		else if (older.total === page.total) return page;
		else page = await readPage(page.number);
	}
	throw new OutOfOrder();
}
