import type { FetchPage } from '../transport/list';
import type { Contact } from '../transport/types';
import type { PollTime } from './pollTime';
import { read, type Reading } from './read';
import type { TriggerSettings } from './settings';
import { byPlace, placeAt, placeIn, type Sighting } from './sighting';
import { LOWEST_PLACE, newState, type Scan, type TriggerState } from './state';

/** A contact may become visible so long after its time stamp, ms. */
const LATE_MS = 10 * 60_000;

/** Time stamps may be in whole seconds. */
const STAMP_STEP_MS = 1000;

/** Fingerprints that are kept: about 220 KB. */
const MOST_REMEMBERED = 10_000;

/** Of the contacts that a scan over several polls has left, the places of so many are kept. */
const MOST_LEFT = 1000;

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
	const state = stored ?? newState(settings.scope, settings.startFrom);
	const beganAtMs = time.now();
	const { cursor } = state;
	// At the beginning without filters: what matches them later was there before.
	const pages = pagesOf(cursor === null ? 'unfiltered' : 'filtered');
	const reading = await read(state, pages, settings.pageSize, time);
	const scan = scanAfter(state, reading, beganAtMs);
	if (cursor === null) return { contacts: [], state: afterBaseline(state, reading, scan, time) };

	const known = new Set(state.delivered);
	const due = reading.sightings
		.filter(({ place, fingerprint }) => place >= cursor && !known.has(fingerprint))
		.sort(byPlace);
	const taken = oldestOf(due, state, isInParts(state, reading), settings.maxContacts);
	scan.left = withLeft(scan.left, due.slice(taken.length));
	const delivered = [...state.delivered, ...taken.map(({ fingerprint }) => fingerprint)];
	const next = { ...state, order: reading.order, delivered, scan };
	return {
		contacts: taken.map(({ contact }) => contact),
		state:
			reading.nextPage === null ? afterScan(next, reading, state, beganAtMs, time.now()) : next,
	};
}

const isInParts = ({ scan }: TriggerState, { nextPage, isContinued }: Reading): boolean =>
	nextPage !== null || (scan !== null && isContinued);

/** The scan as it stands after this poll's part of it. */
function scanAfter({ scan }: TriggerState, reading: Reading, nowMs: number): Scan {
	const { isFull, isContinued, nextPage, size, evidence, servedAtMs } = reading;
	const before = isContinued ? scan : null;
	// Of two clocks that differ, the one that is behind loses nobody.
	const startedAtMs = before?.startedAtMs ?? Math.min(servedAtMs ?? nowMs, nowMs);
	// A time stamp that is ahead of the clock says nothing of those to come.
	const newestMs = reading.sightings
		.filter(({ ms }) => ms <= startedAtMs)
		.reduce((newest, { ms }) => Math.max(newest, ms), before?.newestMs ?? -Infinity);
	return {
		isFull,
		page: nextPage ?? 1,
		size,
		startedAtMs,
		newestMs: newestMs === -Infinity ? null : newestMs,
		left: before?.left ?? [],
		evidence,
	};
}

/**
 * The oldest contacts that are due: at most Max Contacts, and as many as can be remembered. A scan
 * over several polls meets them in any order, so it leaves room for the oldest of all.
 */
function oldestOf(
	due: Sighting[],
	{ delivered, deliverFirstUpTo }: TriggerState,
	isPart: boolean,
	maxContacts: number,
): Sighting[] {
	const mostOf = ({ place }: Sighting) =>
		isPart && place > (deliverFirstUpTo ?? LOWEST_PLACE) ? MOST_REMEMBERED / 2 : MOST_REMEMBERED;
	return due
		.slice(0, maxContacts)
		.filter((sighting, index) => delivered.length + index < mostOf(sighting));
}

const withLeft = (left: number[], others: Sighting[]): number[] =>
	[...left, ...others.map(({ place }) => place)].sort((a, b) => a - b).slice(0, MOST_LEFT);

function watermarkAfter({ watermark }: TriggerState, { newestMs }: Scan, nowMs: number) {
	if (newestMs === null) return null;
	const sinceMs = newestMs === watermark?.ms ? Math.min(watermark.sinceMs, nowMs) : nowMs;
	return { ms: newestMs, sinceMs };
}

/** What is there at the beginning counts as delivered. */
function afterBaseline(
	state: TriggerState,
	reading: Reading,
	scan: Scan,
	time: PollTime,
): TriggerState {
	// In a later part of the scan, what is newer than its beginning came after it.
	const old = reading.isContinued
		? reading.sightings.filter(({ ms }) => ms < scan.startedAtMs)
		: reading.sightings;
	const from = placeAt(scan.startedAtMs - LATE_MS);
	const delivered = [
		...state.delivered,
		...old.filter(({ place }) => place >= from).map(({ fingerprint }) => fingerprint),
	]
		.sort((a, b) => placeIn(a) - placeIn(b))
		.slice(-MOST_REMEMBERED);
	const hasForgotten = delivered.length === MOST_REMEMBERED;
	const cursor = hasForgotten ? placeIn(delivered[0] as string) : from;
	const isEnd = reading.nextPage === null;
	const isFiltered = Object.values(state.scope.filters).some((filter) => filter !== undefined);
	return {
		...state,
		cursor: isEnd ? cursor : null,
		checkpoint: cursor,
		watermark: watermarkAfter(state, scan, time.now()),
		order: isFiltered ? null : reading.order,
		delivered,
		scan: isEnd ? null : scan,
	};
}

/** After a whole scan the cursor moves, as far as nobody can appear below it any more. */
function afterScan(
	state: TriggerState,
	reading: Reading,
	before: TriggerState,
	beganAtMs: number,
	endedAtMs: number,
): TriggerState {
	const { left, newestMs } = state.scan as Scan;
	const watermark = watermarkAfter(before, state.scan as Scan, endedAtMs);
	const isSettled = watermark && beganAtMs - watermark.sinceMs > LATE_MS + STAMP_STEP_MS;
	const settled =
		newestMs === null ? LOWEST_PLACE : placeAt(isSettled ? newestMs + 1 : newestMs - LATE_MS);
	const checkpoint = Math.min(left[0] ?? Infinity, settled);
	const isPart = isInParts(before, reading);
	// While pages are read one may move past their edges: two full scans must have come so far.
	const reached = reading.isFull || isPart ? Math.min(before.checkpoint, checkpoint) : checkpoint;
	const cursor = Math.max(before.cursor ?? LOWEST_PLACE, reached);
	return {
		...state,
		cursor,
		checkpoint,
		watermark,
		delivered: state.delivered.filter((fingerprint) => placeIn(fingerprint) >= cursor),
		scan: null,
		deliverFirstUpTo: isPart ? (left[left.length - 1] ?? null) : null,
	};
}
