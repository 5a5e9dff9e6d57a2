import type { FetchPage } from '../transport/list';
import type { Contact } from '../transport/types';
import { stateAfter, type Choice } from './nextState';
import type { PollTime } from './pollTime';
import { dueOf, read, type Reading } from './read';
import type { TriggerSettings } from './settings';
import { byPlace, placeIn, type Sighting } from './sighting';
import { LOWEST_PLACE, MOST_REMEMBERED, type TriggerState } from './state';

type Settings = Pick<TriggerSettings, 'maxContacts' | 'pageSize'>;

export interface PollResult {
	/** To deliver, oldest first. */
	contacts: Contact[];
	/** IDs of contacts that were left out, since their time stamp cannot be read. */
	unreadable: string[];
	/** To store with their delivery. */
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
	const beganAtMs = Date.now();
	const isFirstScan = before.cursor === null;
	const reading = await read(before, fetchPage, pageSize, time);

	const choice = isFirstScan
		? { taken: reading.sightings, waiting: [] }
		: chosen(before, reading, maxContacts);
	return {
		contacts: isFirstScan ? [] : choice.taken.map(({ contact }) => contact),
		unreadable: reading.unreadable,
		state: stateAfter(before, reading, choice, { beganAtMs, endedAtMs: Date.now() }),
	};
}

/** The oldest contacts that are due: at most Max Contacts, and as many as can be remembered. */
function chosen(state: TriggerState, reading: Reading, maxContacts: number): Choice {
	const { delivered } = state;
	const due = dueOf(state, reading.sightings).sort(byPlace);

	// A waiting contact stops the cursor, and only a moving cursor frees memory. So 10 % of the memory
	// (50 % in a scan over several polls) is reserved for the oldest contacts: those up to `reservedUpTo`.
	// In such a scan this place comes from the state. Else it is the place of the oldest delivered contact.
	const isPartOfScan = reading.continues !== null || reading.nextPage !== null;
	const reservedUpTo = isPartOfScan
		? (state.reservedUpTo ?? LOWEST_PLACE)
		: Math.min(...delivered.map(placeIn));
	const sharedMemory = MOST_REMEMBERED * (isPartOfScan ? 0.5 : 0.9);
	const memoryFor = ({ place }: Sighting) =>
		delivered.length > 0 && place <= reservedUpTo ? MOST_REMEMBERED : sharedMemory;
	const end = due.findIndex(
		(sighting, index) => index === maxContacts || delivered.length + index >= memoryFor(sighting),
	);
	const count = end === -1 ? due.length : end;
	return { taken: due.slice(0, count), waiting: due.slice(count) };
}
