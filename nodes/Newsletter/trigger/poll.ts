import type { FetchPage } from '../transport/list';
import type { Contact } from '../transport/types';
import { stateAfter, type Choice } from './nextState';
import type { PollTime } from './pollTime';
import { read, type Reading } from './read';
import type { TriggerSettings } from './settings';
import { byPlace, placeIn, type Sighting } from './sighting';
import { LOWEST_PLACE, MOST_REMEMBERED, type TriggerState } from './state';

type Settings = Pick<TriggerSettings, 'maxContacts' | 'pageSize'>;

export interface PollResult {
	/** To deliver, oldest first. */
	contacts: Contact[];
	/** IDs of contacts that were left out, since their time stamp cannot be read. */
	unreadable: string[];
	/** To store once they are delivered. */
	state: TriggerState;
}

/**
 * One poll: reads contacts, takes the oldest of those that are due, and puts the new state together.
 *
 * @param before the state after the last poll that succeeded
 * @throws {NodeApiError} where the service cannot be read; nothing has changed then
 */
export async function poll(
	before: TriggerState,
	{ maxContacts, pageSize }: Settings,
	fetchPage: FetchPage,
	time: PollTime,
): Promise<PollResult> {
	const beganAtMs = time.now();
	const isFirstScan = before.cursor === null;
	const reading = await read(before, fetchPage, pageSize, time);

	const choice = isFirstScan
		? { taken: reading.sightings, left: [] }
		: chosen(before, reading, maxContacts);
	return {
		contacts: isFirstScan ? [] : choice.taken.map(({ contact }) => contact),
		unreadable: reading.unreadable,
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
	const isPart = reading.scan !== null || reading.nextPage !== null;
	const oldestKnown = Math.min(...delivered.map(placeIn));
	const isFirst = ({ place }: Sighting) =>
		isPart ? place <= (deliverFirstUpTo ?? LOWEST_PLACE) : place < oldestKnown;
	const forOthers = MOST_REMEMBERED * (isPart ? 0.5 : 0.9);
	const mostWith = (sighting: Sighting) =>
		delivered.length > 0 && isFirst(sighting) ? MOST_REMEMBERED : forOthers;
	const taken = due
		.slice(0, maxContacts)
		.filter((sighting, index) => delivered.length + index < mostWith(sighting));
	return { taken, left: due.slice(taken.length) };
}
