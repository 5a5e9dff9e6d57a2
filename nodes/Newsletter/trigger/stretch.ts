import {
	follows,
	OutOfOrder,
	times,
	type Ends,
	type PageReader,
	type ReadPage,
} from './orderedPages';
import type { SightedContact } from './scan';

/** Looks at a page again when the list changed between two, so many times. */
const SEAM_TRIES = 3;

/** What a reading has found, each contact once, as last read. */
export class Findings {
	readonly contacts = new Map<string, SightedContact>();
	dueCount = 0;
	/** The lowest time stamp of one that is due, epoch ms. */
	firstDueMs = Infinity;

	constructor(private readonly isDue: (contact: SightedContact) => boolean) {}

	add({ sightings }: ReadPage): void {
		for (const sighting of sightings) {
			if (!this.contacts.has(sighting.id) && this.isDue(sighting)) {
				this.dueCount += 1;
				this.firstDueMs = Math.min(this.firstDueMs, sighting.ms);
			}
			this.contacts.set(sighting.id, sighting);
		}
	}

	/** Whether a page holds somebody who was found before. */
	meets({ sightings }: ReadPage): boolean {
		return sightings.some(({ id }) => this.contacts.has(id));
	}

	get all(): SightedContact[] {
		return [...this.contacts.values()];
	}
}

/**
 * Reads a list in order from its boundary page toward the fresh end.
 *
 * @param isOver asked before each further page, with the last one
 * @returns the last page, and whether nobody can have slipped between two pages
 * @throws {OutOfOrder} where a page does not follow the one before
 */
export async function readStretch(
	readPage: PageReader,
	boundary: ReadPage,
	ends: Ends,
	findings: Findings,
	isOver: (last: ReadPage) => boolean,
): Promise<{ last: ReadPage; isSteady: boolean }> {
	let last = boundary;
	let isSteady = true;
	findings.add(last);
	while (last.number !== ends.fresh(last.total) && !isOver(last)) {
		const { number } = last;
		let next = await readPage(number + ends.toFresh);
		for (let tries = 0; next.total !== last.total && tries < SEAM_TRIES; tries += 1) {
			last = await readPage(number);
			// A page that shares nothing with what was read leaves a gap behind it.
			if (!findings.meets(last)) isSteady = false;
			findings.add(last);
			next = await readPage(number + ends.toFresh);
		}
		if (next.total !== last.total) isSteady = false;
		if (!follows(next, last)) throw new OutOfOrder();
		findings.add(next);
		last = next;
	}
	if (last.number !== boundary.number && (await hasShifted(readPage, boundary, ends))) {
		isSteady = false;
	}
	return { last, isSteady };
}

/**
 * Whether the contacts of a page stand somewhere else by now: where one came late and one left, the
 * length of the list tells nothing of it.
 */
async function hasShifted(
	readPage: PageReader,
	page: ReadPage,
	{ toFresh }: Ends,
): Promise<boolean> {
	const again = await readPage(page.number);
	// Newest first, who comes moves all others on.
	const isSeen = toFresh === -1 && again.total !== page.total;
	return !isSeen && times(again).join() !== times(page).join();
}
