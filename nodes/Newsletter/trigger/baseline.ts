import type { FetchPage } from '../transport/list';
import { beginningOf, type Beginning } from './beginning';
import type { Scan, ScanLimits } from './scan';
import { CAPACITY_CHARS, resettle, settledChars } from './settled';
import {
	afterClock,
	CLOCK_STEP_MS,
	latest,
	noted,
	OVERLAP_MS,
	reached,
	type Sighting,
	type TriggerEvent,
	type TriggerState,
} from './state';
import { scanWhole } from './wholeScan';

/**
 * Reads what is there at the beginning, in several polls where the list is long.
 *
 * @param isFiltered whether the trigger will read another list than this one
 */
export async function readBaseline(
	fetchPage: FetchPage,
	state: TriggerState,
	event: TriggerEvent,
	limits: ScanLimits,
	isFiltered: boolean,
): Promise<TriggerState> {
	const begun = state.walk === null ? await beginningOf(fetchPage, event, limits) : undefined;
	const scan = await scanWhole(begun?.fetchPage ?? fetchPage, state, event, limits);
	return afterBaseline(state, scan, begun?.beginning, isFiltered);
}

/**
 * The state after a part of the first walk, or all of it: nothing of what was there at the
 * beginning is due.
 *
 * @param beginning in the first part only
 * @param isFiltered whether the trigger reads another list than this walk did
 */
export function afterBaseline(
	state: TriggerState,
	scan: Scan,
	beginning: Beginning | undefined,
	isFiltered: boolean,
): TriggerState {
	const isOnePart = state.walk === null && scan.walk === null && scan.isSteady;
	const newest = latest(scan.sightings.map(({ ms }) => ms));
	const untilMs =
		state.walk?.baselineMs ?? beginning?.untilMs ?? (newest === null ? null : afterClock(newest));

	// In a walk of several polls, what is younger than its beginning came after it.
	const old = scan.sightings.filter(
		({ ms, id }) => isOnePart || untilMs === null || ms < untilMs || beginning?.ids.has(id),
	);
	// What comes in the beginning's own second, and is not among these, is due.
	const sinceMs = isOnePart
		? newest === null
			? null
			: Math.min(newest + 1, beginning?.clockMs ?? Infinity)
		: untilMs === null
			? null
			: untilMs - CLOCK_STEP_MS;
	return {
		...asBaseline(state, old, sinceMs, scan),
		walk: scan.walk === null ? null : { ...scan.walk, baselineMs: untilMs },
		size: scan.size,
		head: scan.head,
		headOtherMs: scan.headOtherMs,
		headSinceMs: scan.endedAtMs,
		isHeadSettled: false,
		isProven: scan.isProven,
		order: isFiltered ? null : scan.order,
		length: isFiltered ? null : scan.total,
		total: isFiltered || scan.walk !== null ? null : scan.total,
	};
}

/**
 * The state in which contacts are taken as there before: none of them is due.
 *
 * @param sinceMs from when on what is not among them is due, epoch ms; earlier by the time in which
 * it may still appear, unless not everything that was there was read
 */
export function asBaseline(
	state: TriggerState,
	sightings: Sighting[],
	sinceMs: number | null,
	{ isSteady, endedAtMs, servedAtMs }: Pick<Scan, 'isSteady' | 'endedAtMs' | 'servedAtMs'>,
): TriggerState {
	if (sinceMs === null) return state;
	const found = latest(sightings.map(({ ms }) => ms));
	const newest = latest([state.newest, reached(found, servedAtMs)]);
	const settledFrom = (ms: number) => {
		const within = sightings.filter((sighting) => sighting.ms >= ms);
		return { floor: { ms, id: '' }, settled: resettle(state.settled, within, [], ms) };
	};
	// After a large import just before, what of it appears late cannot be told from what was there.
	const fitting = [sinceMs - OVERLAP_MS, sinceMs]
		.filter((ms) => (isSteady || ms === sinceMs) && ms >= (state.floor?.ms ?? -Infinity))
		.map(settledFrom)
		.find(({ settled }) => settledChars(settled) <= CAPACITY_CHARS);
	return {
		...state,
		...(fitting ?? settledFrom(Math.max(sinceMs, (found ?? 0) + 1))),
		newest,
		notes: noted(state.notes, newest, endedAtMs),
	};
}
