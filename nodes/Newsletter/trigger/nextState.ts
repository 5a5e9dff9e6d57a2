import type { Reading } from './read';
import { placeAt, placeIn, type Sighting } from './sighting';
import { LOWEST_PLACE, MOST_REMEMBERED, type Scan, type TriggerState } from './state';

/** A contact may become visible so long after its time stamp, ms. */
const LATE_MS = 10 * 60_000;

/** Time stamps may be in whole seconds. */
const STAMP_STEP_MS = 1000;

/** Of the contacts that a scan over several polls has left, the places of so many are kept. */
const MOST_LEFT = 1000;

/** The contacts of one poll that were due, oldest first. */
export interface Choice {
	/** Those that are delivered; in the first scan, those that were there before. */
	taken: Sighting[];
	/** Those that wait for a later poll. */
	left: Sighting[];
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
	const checkpoint = Math.min(scan.left[0] ?? Infinity, lowestPossible(watermark, span));
	// A contact may move to a page read already: there, two scans must have come so far.
	const mayHide = reading.isFull || reading.scan !== null || order?.mayBeByUpdate;
	const reached = mayHide ? Math.min(before.checkpoint, checkpoint) : checkpoint;
	const cursor = Math.max(before.cursor, reached);
	return {
		...before,
		cursor,
		checkpoint,
		waiting: Math.max(choice.left.length, scan.left.length),
		watermark,
		order,
		delivered: delivered.filter((fingerprint) => placeIn(fingerprint) >= cursor),
		scan: null,
		deliverFirstUpTo: reading.scan ? (scan.left[scan.left.length - 1] ?? null) : null,
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
	// In a later part of the scan, what is newer than its beginning came after it.
	const old = taken.filter(
		({ ms, place }) => place >= start && (!reading.scan || ms < scan.startedAtMs),
	);
	const delivered = [...before.delivered, ...old.map(({ fingerprint }) => fingerprint)]
		.sort((a, b) => placeIn(a) - placeIn(b))
		.slice(-MOST_REMEMBERED);
	if (reading.nextPage !== null) return { ...before, delivered, scan };

	const hasForgotten = delivered.length === MOST_REMEMBERED;
	const cursor = hasForgotten ? placeIn(delivered[0] as string) : start;
	const isFiltered = Object.values(before.scope.filters).some((filter) => filter !== undefined);
	return {
		...before,
		cursor,
		checkpoint: cursor,
		watermark: watermarkAfter(before, scan, span),
		order: isFiltered ? null : reading.order,
		delivered,
		scan: null,
	};
}

/** The scan as it stands after this poll's part of it. */
function scanAfter(
	{ scan: before, sightings, isFull, nextPage, size, evidence, first }: Reading,
	{ left }: Choice,
	{ beganAtMs }: PollSpan,
): Scan {
	// Of two clocks that differ, the one that is behind loses nobody.
	const startedAtMs = before?.startedAtMs ?? Math.min(first.servedAtMs ?? beganAtMs, beganAtMs);
	// A time stamp that is ahead of the clock says nothing of those to come.
	const newestMs = sightings
		.filter(({ ms }) => ms <= startedAtMs)
		.reduce((newest, { ms }) => Math.max(newest, ms), before?.newestMs ?? -Infinity);
	return {
		isFull,
		page: nextPage ?? 1,
		size,
		startedAtMs,
		newestMs: newestMs === -Infinity ? null : newestMs,
		left: [...(before?.left ?? []), ...left.map(({ place }) => place)]
			.sort((a, b) => a - b)
			.slice(0, MOST_LEFT),
		evidence,
	};
}

function watermarkAfter(
	{ watermark }: TriggerState,
	{ newestMs }: Scan,
	{ endedAtMs }: PollSpan,
): TriggerState['watermark'] {
	if (newestMs === null) return null;
	const isSame = newestMs === watermark?.ms;
	return { ms: newestMs, sinceMs: isSame ? Math.min(watermark.sinceMs, endedAtMs) : endedAtMs };
}

/** Below this place no contact can become visible any more. */
function lowestPossible(watermark: TriggerState['watermark'], { beganAtMs }: PollSpan): number {
	if (watermark === null) return LOWEST_PLACE;
	const isOld = beganAtMs - watermark.sinceMs > LATE_MS + STAMP_STEP_MS;
	return placeAt(isOld ? watermark.ms + 1 : watermark.ms - LATE_MS);
}
