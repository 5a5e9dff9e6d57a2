import type { Reading } from './read';
import { placeAt, placeIn, type Sighting } from './sighting';
import { LOWEST_PLACE, MOST_REMEMBERED, type Scan, type TriggerState } from './state';

/** A contact may become visible up to this long after its time stamp, ms. */
const LATE_MS = 10 * 60_000;

/** Time stamps may be rounded to whole seconds. */
const STAMP_STEP_MS = 1000;

/** In a scan over several polls, so many places of waiting contacts are stored. */
const MOST_WAITING = 1000;

/** The contacts of one poll that were due, oldest first. */
export interface Choice {
	/** Those that are delivered; in the first scan, all that were there before. */
	taken: Sighting[];
	/** Those that wait for a later poll. */
	waiting: Sighting[];
}

/** When a poll began and ended by the local clock, epoch ms. */
interface PollSpan {
	beganAtMs: number;
	endedAtMs: number;
}

/** The state after a poll. It is put together here and nowhere else. */
export function stateAfter(
	before: TriggerState,
	reading: Reading,
	choice: Choice,
	span: PollSpan,
): TriggerState {
	const scan = scanAfter(reading, choice, span);
	if (before.cursor === null) return afterFirstScan(before, reading, choice, scan, span);

	const delivered = [...before.delivered, ...choice.taken.map(({ fingerprint }) => fingerprint)];
	const { order } = reading;
	if (reading.nextPage !== null) return { ...before, order, delivered, scan };

	const watermark = watermarkAfter(before, scan, span);
	const checkpoint = Math.min(
		scan.waitingPlaces[0] ?? Infinity,
		lowestPlaceToCome(watermark, span),
	);
	// This poll may miss a contact that moves to a page already read. What it misses is above the checkpoint
	// of the poll before. So the cursor stops there, too, and the next poll can still find it.
	const mayHaveMissed = reading.isFull || reading.earlierScan !== null || order?.mayBeByUpdate;
	const safeCursor = mayHaveMissed ? Math.min(before.checkpoint, checkpoint) : checkpoint;
	const cursor = Math.max(before.cursor, safeCursor);
	return {
		...before,
		cursor,
		checkpoint,
		// After several polls, both may be too low: one counts this poll only, one at most `MOST_WAITING`.
		waitingCount: Math.max(choice.waiting.length, scan.waitingPlaces.length),
		watermark,
		order,
		delivered: delivered.filter((fingerprint) => placeIn(fingerprint) >= cursor),
		scan: null,
		reservedUpTo: reading.earlierScan ? (scan.waitingPlaces.at(-1) ?? null) : null,
	};
}

/** What is there at the beginning counts as delivered. */
function afterFirstScan(
	before: TriggerState,
	reading: Reading,
	{ taken }: Choice,
	scan: Scan,
	span: PollSpan,
): TriggerState {
	const start = placeAt(scan.startedAtMs - LATE_MS);
	// In the first poll of the scan, all contacts are old. In later polls, only those from before it started.
	const old = taken.filter(
		({ ms, place }) => place >= start && (!reading.earlierScan || ms < scan.startedAtMs),
	);
	const delivered = [...before.delivered, ...old.map(({ fingerprint }) => fingerprint)]
		.sort((a, b) => placeIn(a) - placeIn(b))
		.slice(-MOST_REMEMBERED);
	if (reading.nextPage !== null) return { ...before, delivered, scan };

	const isMemoryFull = delivered.length === MOST_REMEMBERED;
	const cursor = isMemoryFull ? placeIn(delivered[0] as string) : start;
	const isFiltered = Object.values(before.scope.filters).some((filter) => filter !== undefined);
	return {
		...before,
		cursor,
		checkpoint: cursor,
		watermark: watermarkAfter(before, scan, span),
		// This scan has read the list without filters.
		order: isFiltered ? null : reading.order,
		delivered,
		scan: null,
	};
}

/** The scan after this poll. Every poll begins one or goes on with one. It is stored only if unfinished. */
function scanAfter(
	{ earlierScan: earlier, sightings, isFull, nextPage, size, evidence, first }: Reading,
	{ waiting }: Choice,
	{ beganAtMs }: PollSpan,
): Scan {
	// The earlier of the two clocks, so that no contact is lost.
	const startedAtMs = earlier?.startedAtMs ?? Math.min(first.servedAtMs ?? beganAtMs, beganAtMs);
	// Time stamps in the future do not show how far real time has come.
	const newestMs = sightings
		.filter(({ ms }) => ms <= startedAtMs)
		.reduce((newest, { ms }) => Math.max(newest, ms), earlier?.newestMs ?? -Infinity);
	return {
		isFull,
		page: nextPage ?? 1,
		size,
		startedAtMs,
		newestMs: newestMs === -Infinity ? null : newestMs,
		waitingPlaces: [...(earlier?.waitingPlaces ?? []), ...waiting.map(({ place }) => place)]
			.sort((a, b) => a - b)
			.slice(0, MOST_WAITING),
		evidence,
	};
}

function watermarkAfter(
	{ watermark }: TriggerState,
	{ newestMs }: Scan,
	{ endedAtMs }: PollSpan,
): TriggerState['watermark'] {
	if (newestMs === null) return null;
	// If the clock was set back, the time must not stay in the future.
	const isSame = newestMs === watermark?.ms;
	return { ms: newestMs, sinceMs: isSame ? Math.min(watermark.sinceMs, endedAtMs) : endedAtMs };
}

/** The lowest place at which a contact may still appear. */
function lowestPlaceToCome(watermark: TriggerState['watermark'], { beganAtMs }: PollSpan): number {
	if (watermark === null) return LOWEST_PLACE;
	const isQuiet = beganAtMs - watermark.sinceMs > LATE_MS + STAMP_STEP_MS;
	return placeAt(isQuiet ? watermark.ms + 1 : watermark.ms - LATE_MS);
}
