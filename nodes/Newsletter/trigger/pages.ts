import { mayBeFull, type FetchPage, type Page } from '../transport/list';
import type { PollTime } from './pollTime';
import { sighted, type Sighting, type TriggerEvent } from './sighting';

/** Pages asked for at once, one turn after another: most polls need a single page. */
const PAGES_AT_ONCE = [1, 1, 2, 4, 5];

/** Which pages to read. */
export interface Course {
	page: number;
	/** 1 reads toward the end of the list, -1 toward its first page. */
	step: 1 | -1;
	/** Contacts a page. */
	size: number;
	/** Ends with the page that has a contact older than this, epoch ms. */
	downToMs?: number;
}

export interface PagesRead {
	/** In the order of reading, each contact once. */
	sightings: Sighting[];
	/** Where to go on when time was up; `null` at the end. */
	nextPage: number | null;
	/** Contacts that the service gives a page. */
	size: number;
	first: Page;
	/** `total` of the last page that had contacts. */
	total: number | undefined;
	/** The list has changed meanwhile so that a contact may have moved to a page read already. */
	hasMoved: boolean;
}

/** A first page with fewer contacts than asked for shows the page size that the service keeps to. */
function sizeShownBy({ contacts, total = Infinity }: Page, asked: number): number {
	const found = contacts.length;
	const isSmaller = found > 0 && found < asked && (total > found || mayBeFull(found));
	return isSmaller ? found : asked;
}

/** Reads pages until the list or the course ends, or until time is up. */
export async function readPages(
	event: TriggerEvent,
	fetchPage: FetchPage,
	course: Course,
	time: PollTime,
): Promise<PagesRead> {
	const { step, downToMs = -Infinity } = course;
	let { page, size } = course;
	const found = new Map<string, Sighting>();
	let first: Page | undefined;
	let total: number | undefined;
	let hasMoved = false;

	/** @returns whether this page is the last one of the course */
	const take = (number: number, { contacts, total: pageTotal }: Page): boolean => {
		if (contacts.length === 0) {
			const before = (number - 1) * size;
			hasMoved ||= before < (total ?? 0);
			total ??= before;
			// Read from the end, an empty page means that the list ends before it.
			return step === 1 || number === 1 || found.size === 0;
		}
		hasMoved ||= (pageTotal ?? Infinity) < (total ?? 0);
		// Read from the end, what is inserted before moves contacts to pages read already.
		hasMoved ||= step === -1 && (pageTotal ?? 0) > (total ?? Infinity);
		total = pageTotal;
		const foundBefore = found.size;
		const sightings = contacts
			.map((contact) => sighted(event, contact))
			.filter((sighting) => sighting !== undefined);
		for (const sighting of step === 1 ? sightings : sightings.reverse()) {
			// Seen again on a later page, a contact counts as it is there.
			found.delete(sighting.id);
			found.set(sighting.id, sighting);
		}
		if (sightings.some(({ ms }) => ms < downToMs)) return true;
		if (step === -1) return number === 1;
		const isShort = contacts.length < size;
		const isRepeated = found.size === foundBefore;
		const reached = isShort ? (number - 1) * size + contacts.length : number * size;
		return (isShort || isRepeated) && reached >= (total ?? 0);
	};

	for (let turn = 0; ; turn += 1) {
		const beganMs = time.now();
		const atOnce = PAGES_AT_ONCE[Math.min(turn, PAGES_AT_ONCE.length - 1)] as number;
		const last = step === 1 ? Math.max(page, Math.ceil((total ?? Infinity) / size)) : 1;
		const count = Math.min(atOnce, Math.abs(last - page) + 1);
		const numbers = Array.from({ length: count }, (_, index) => page + step * index);
		const pages = await Promise.all(numbers.map((number) => fetchPage(number, size)));

		first ??= pages[0] as Page;
		if (turn === 0 && page === 1 && step === 1) size = sizeShownBy(first, size);
		const isEnd = pages.some((read, index) => take(numbers[index] as number, read));
		page += step * count;
		if (isEnd || time.isUp(time.now() - beganMs)) {
			const nextPage = isEnd ? null : page;
			return { sightings: [...found.values()], nextPage, size, first, total, hasMoved };
		}
	}
}
