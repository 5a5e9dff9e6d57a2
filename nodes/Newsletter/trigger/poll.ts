import type { FetchPage } from '../transport/list';
import type { Contact } from '../transport/types';
import { stateAfter, type Choice } from './nextState';
import type { PollTime } from './pollTime';
import { dueOf, readAll, readInOrder, type Reading } from './read';
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
	const reading =
		(await readInOrder(before, fetchPage, pageSize, time)) ??
		(await readAll(before, fetchPage, pageSize, time));

	// The first scan delivers nothing. What it finds counts as delivered.
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

	// The memory keeps a delivered contact until the cursor passes it. But the cursor stops at the oldest
	// waiting contact. If newer contacts filled the memory, the trigger would be stuck. So a part is
	// reserved for the oldest contacts: 10 %, or 50 % in a scan over several polls.
	const takesSeveralPolls = reading.earlierScan !== null || reading.nextPage !== null;
	// Contacts up to this place may also use the reserved part.
	const reservedUpTo = takesSeveralPolls
		? (state.reservedUpTo ?? LOWEST_PLACE)
		: Math.min(...delivered.map(placeIn));
	const sharedMemory = MOST_REMEMBERED * (takesSeveralPolls ? 0.5 : 0.9);
	const memoryFor = ({ place }: Sighting) =>
		delivered.length > 0 && place <= reservedUpTo ? MOST_REMEMBERED : sharedMemory;
	// No newer contact may use more memory than an older one, so these are the first of `due`.
	const taken = due.filter(
		(sighting, index) => index < maxContacts && delivered.length + index < memoryFor(sighting),
	);
	return { taken, waiting: due.slice(taken.length) };
}
