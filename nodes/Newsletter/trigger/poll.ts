import type { FetchPage } from '../transport/list';
import type { Contact } from '../transport/types';
import { stateAfter, type Choice } from './nextState';
import type { PollTime } from './pollTime';
import { read, type Reading } from './read';
import type { TriggerSettings } from './settings';
import { byPlace, placeIn, type Sighting } from './sighting';
import { LOWEST_PLACE, MOST_REMEMBERED, newState, type TriggerState } from './state';

type Settings = Pick<TriggerSettings, 'scope' | 'startFrom' | 'maxContacts' | 'pageSize'>;

export interface PollResult {
	/** To deliver, oldest first. */
	contacts: Contact[];
	/** To store once they are delivered. */
	state: TriggerState;
}

/**
 * One poll: reads contacts, takes the oldest of those that are due, and puts the new state together.
 *
 * @param stored the state after the last poll that succeeded, if any
 * @param pagesOf reads the list, with the trigger's filters or without them
 * @throws {NodeApiError} where the service cannot be read; nothing has changed then
 */
export async function poll(
	stored: TriggerState | undefined,
	settings: Settings,
	pagesOf: (filters: 'filtered' | 'unfiltered') => FetchPage,
	time: PollTime,
): Promise<PollResult> {
	const before = stored ?? newState(settings.scope, settings.startFrom);
	const beganAtMs = time.now();
	const isFirstScan = before.cursor === null;
	// In the first scan without filters: what matches them later was there before.
	const pages = pagesOf(isFirstScan ? 'unfiltered' : 'filtered');
	const reading = await read(before, pages, settings.pageSize, time);

	const choice = isFirstScan
		? { taken: reading.sightings, left: [] }
		: chosen(before, reading, settings.maxContacts);
	return {
		contacts: isFirstScan ? [] : choice.taken.map(({ contact }) => contact),
		state: stateAfter(before, reading, choice, { beganAtMs, endedAtMs: time.now() }),
	};
}

/** The oldest contacts that are due: at most Max Contacts, and as many as can be remembered. */
function chosen(state: TriggerState, reading: Reading, maxContacts: number): Choice {
	const { delivered, deliverFirstUpTo } = state;
	const cursor = state.cursor ?? LOWEST_PLACE;
	const known = new Set(delivered);
	const due = reading.sightings
		.filter(({ place, fingerprint }) => place >= cursor && !known.has(fingerprint))
		.sort(byPlace);

	// The cursor waits for the oldest contacts, so a part of the memory is theirs.
	const oldestKnown = Math.min(...delivered.map(placeIn));
	const isFirst = ({ place }: Sighting) =>
		reading.isPart ? place <= (deliverFirstUpTo ?? LOWEST_PLACE) : place < oldestKnown;
	const forOthers = MOST_REMEMBERED * (reading.isPart ? 0.5 : 0.9);
	const mostWith = (sighting: Sighting) =>
		delivered.length > 0 && isFirst(sighting) ? MOST_REMEMBERED : forOthers;
	const taken = due
		.slice(0, maxContacts)
		.filter((sighting, index) => delivered.length + index < mostWith(sighting));
	return { taken, left: due.slice(taken.length) };
}
