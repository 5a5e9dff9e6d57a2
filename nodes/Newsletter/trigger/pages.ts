import type { NodeApiError } from 'n8n-workflow';

import type { FetchPage, Page } from '../transport/list';
import type { PollTime } from './pollTime';
import { placeAt, sightingOf, type Sighting, type TriggerEvent } from './sighting';

/** Pages requested at once, by turn; the last number repeats. Most polls need a single page. */
const PAGES_AT_ONCE = [1, 1, 2, 4, 5];

/** Which pages to read. */
export interface Course {
	page: number;
	/** 1 reads toward the end of the list, -1 toward its first page. */
	step: 1 | -1;
	/** Contacts a page. */
	size: number;
	/** The last page is the one with a contact whose whole millisecond is below this place. */
	downTo?: number;
}

export interface PagesRead {
	/** In the order of reading, each contact once. */
	sightings: Sighting[];
	/** IDs of contacts without a time stamp that can be read. */
	unreadable: string[];
	/** Where to go on when time was up; `null` at the end. */
	nextPage: number | null;
	/** Contacts that the service returns per page. */
	size: number;
	/** The page that was read first. */
	first: Page;
	/** `total` of the last page that had contacts. */
	total: number | undefined;
	/** The list changed meanwhile. A contact may have moved to a page already read. */
	hasMoved: boolean;
}

/** A rate limit only ends this poll's part of a scan. What was read before counts. */
function noneIfLimited(error: NodeApiError): Page[] {
	if (error.failure?.cause === 'rate-limited') return [];
	throw error;
}

/** Reads pages until the list or the course ends, or until time is up. */
export async function readPages(
	event: TriggerEvent,
	fetchPage: FetchPage,
	course: Course,
	time: PollTime,
): Promise<PagesRead> {
	const { step, downTo = -Infinity } = course;
	let { page, size } = course;
	const found = new Map<string, Sighting>();
	const unreadable: string[] = [];
	let first: Page | undefined;
	let total: number | undefined;
	let hasMoved = false;

	/** @returns whether this page is the last one of the course */
	const add = (number: number, { contacts, total: pageTotal }: Page): boolean => {
		if (contacts.length === 0) {
			const contactsBefore = (number - 1) * size;
			hasMoved ||= contactsBefore < (total ?? 0);
			// Without `total`, the empty page tells the length.
			total ??= contactsBefore;
			// If the list is read from its end, an empty page first means that `total` was too high. Then
			// `readInOrder` tries again. An empty page after others means that contacts left: read on.
			return step === 1 || number === 1 || found.size === 0;
		}
		hasMoved ||= (pageTotal ?? Infinity) < (total ?? 0);
		// If the list is read from its end, new contacts move others to pages already read.
		hasMoved ||= step === -1 && (pageTotal ?? 0) > (total ?? Infinity);
		total = pageTotal;
		const foundBefore = found.size;
		const sightings = contacts.flatMap((contact) => {
			const sighting = sightingOf(event, contact);
			if (sighting === undefined) unreadable.push(contact.id);
			return sighting ?? [];
		});
		for (const sighting of step === 1 ? sightings : sightings.reverse()) {
			// A contact may come again on a later page. The later sighting counts.
			found.delete(sighting.id);
			found.set(sighting.id, sighting);
		}
		if (sightings.some(({ ms }) => placeAt(ms + 1) <= downTo)) return true;
		if (step === -1) return number === 1;
		const isShort = contacts.length < size;
		const hasNothingNew = found.size === foundBefore;
		const reached = (number - 1) * size + Math.min(contacts.length, size);
		return (isShort || hasNothingNew) && reached >= (total ?? 0);
	};

	for (let turn = 0; ; turn += 1) {
		const beganMs = Date.now();
		const atOnce = PAGES_AT_ONCE[Math.min(turn, PAGES_AT_ONCE.length - 1)] as number;
		const last = step === 1 ? Math.max(page, Math.ceil((total ?? Infinity) / size)) : 1;
		const count = Math.min(atOnce, Math.abs(last - page) + 1);
		const numbers = Array.from({ length: count }, (_, index) => page + step * index);
		const promise = Promise.all(numbers.map((number) => fetchPage(number, size)));
		const pages = await (first ? promise.catch(noneIfLimited) : promise);

		if (!first) {
			first = pages[0] as Page;
			const given = first.contacts.length;
			// But a multiple of 50 may be the service's page limit, and `total` the count of this page.
			const isAll = (first.total ?? Infinity) <= given && given % 50 !== 0;
			// Fewer contacts than requested: this is the page size of the service.
			if (step === 1 && page === 1 && given > 0 && given < size && !isAll) size = given;
		}
		// Pages after the last one are not added.
		const isEnd = pages.some((answer, index) => add(numbers[index] as number, answer));
		page += step * pages.length;
		if (isEnd || pages.length === 0 || time.isUp(Date.now() - beganMs)) {
			const nextPage = isEnd ? null : page;
			const sightings = [...found.values()];
			return { sightings, unreadable, nextPage, size, first, total, hasMoved };
		}
	}
}
