import type { FetchPage, Page } from '../transport/list';
import type { Contact } from '../transport/types';
import { noEvidence, orderShown, withMore } from './order';
import { sighted, type ScanLimits } from './scan';
import { afterClock, latest, OVERLAP_MS, type TriggerEvent } from './state';

/** What is known of the moment before the first walk. */
export interface Beginning {
	/** What is older was there before, epoch ms; null where that is not known. */
	untilMs: number | null;
	/** The service's clock, epoch ms, unless it is known to be behind. */
	clockMs: number | null;
	/** Contacts that were there, whatever their time stamps say. */
	ids: Set<string>;
}

/** Pages by which a list is judged, from end to end. */
const SAMPLE_PAGES = 5;

/** The first page and some others, at even distances up to the last one. */
async function samplePages(fetchPage: FetchPage, first: Page): Promise<Contact[][]> {
	const size = first.contacts.length;
	const lastNumber = size === 0 ? 1 : Math.ceil((first.total ?? 0) / size);
	const pages = [first.contacts];
	let number = 1;
	for (let step = 1; step < SAMPLE_PAGES; step += 1) {
		const next = Math.round(1 + ((lastNumber - 1) * step) / (SAMPLE_PAGES - 1));
		if (next > number) pages.push((await fetchPage(next, size)).contacts);
		number = next;
	}
	return pages;
}

/**
 * The moment of the first walk, by the clock of the service's answers. Where that is far from the
 * local one, either may be wrong, and the list is asked: a fresh end in order shows the newest time
 * stamp, and a whole page of contacts that the clock has not reached shows that it is behind.
 *
 * @returns `fetchPage` with the first page, which was read here, still to be asked for
 */
export async function beginningOf(
	fetchPage: FetchPage,
	event: TriggerEvent,
	{ pageSize, now }: ScanLimits,
): Promise<{ beginning: Beginning; fetchPage: FetchPage }> {
	const first = await fetchPage(1, pageSize);
	const { servedAtMs = null } = first;
	const isDoubtful = servedAtMs !== null && Math.abs(servedAtMs - now()) > OVERLAP_MS;
	const sample = isDoubtful ? await samplePages(fetchPage, first) : [first.contacts];

	const pages = sample.map((page) => page.map((contact) => sighted(event, contact)));
	const contacts = pages.flat();
	const newest = latest(contacts.map(({ ms }) => ms));
	const freshPage = pages.find((page) => page.some(({ ms }) => ms === newest)) ?? [];
	const isBehind = isDoubtful && freshPage.every(({ ms }) => ms >= afterClock(servedAtMs));
	const isInOrder =
		isDoubtful && orderShown(event, withMore(noEvidence(), contacts)) !== null && newest !== null;

	const clockMs = isBehind ? null : servedAtMs;
	const untilMs = Math.min(afterClock(clockMs), isInOrder ? newest + 1 : Infinity);
	let unasked: Page | undefined = first;
	return {
		beginning: {
			untilMs: untilMs === Infinity ? null : untilMs,
			clockMs,
			ids: new Set(contacts.map(({ id }) => id)),
		},
		fetchPage: async (page, limit) => {
			const read = page === 1 && limit === pageSize ? unasked : undefined;
			unasked = undefined;
			return read ?? (await fetchPage(page, limit));
		},
	};
}
