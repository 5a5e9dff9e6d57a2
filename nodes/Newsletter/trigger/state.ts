import type { Evidence, Order } from './order';
import type { Settled } from './settled';
import type { Tally } from './tally';

export type TriggerEvent = 'contactCreated' | 'contactUpdated';

/** How long after its time stamp a contact may still become visible, ms. */
export const OVERLAP_MS = 10 * 60 * 1000;

/** Times between two notes of the newest time stamp, ms; few notes are enough. */
const NOTE_EVERY_MS = 30_000;

/** Whole readings in each of which a contact would have to slip past before it is lost. */
export const MOST_UNSTEADY = 4;

/** What the trigger is set to; a cursor is of no use under another setting. */
export interface Scope {
	newsletterId: string;
	event: TriggerEvent;
	filters: { subscribed?: boolean; email?: string };
}

/** One contact as far as the cursor is concerned. */
export interface Sighting {
	id: string;
	/** The event's time stamp as the service wrote it. */
	key: string;
	/** The same, epoch ms. */
	ms: number;
}

/** A place in the order of time stamps; equal ones are told apart by id. */
export interface Position {
	ms: number;
	id: string;
}

/** How far contacts leave, and what may be remembered of them and those before, characters. */
export interface Reach extends Position {
	chars: number;
}

/** A walk over the whole list that did not end within one poll. */
export interface UnfinishedWalk {
	nextPage: number;
	size: number;
	total: number | null;
	/** Contacts left the list meanwhile: it must be walked again before anything is taken for whole. */
	shrank: boolean;
	/** The list changed meanwhile: its order is not certain. */
	moved: boolean;
	/** The first place of a contact that was found and not delivered. */
	left: Position | null;
	/** The lowest time stamps of contacts that were found and not delivered, packed. */
	lowest: string;
	/** The lowest ids of those who share the first of these time stamps. */
	lowestIds: string[];
	/** The newest time stamp found so far, and that contact's other one, epoch ms. */
	head: number | null;
	headOtherMs: number | null;
	evidence: Evidence;
	tally: Tally | null;
	/** When it began by the local clock, epoch ms, and the newest time stamp known by then. */
	beganAtMs: number;
	newestBefore: number | null;
	/** Set while the walk is to find out what was there at the beginning: what is older was, epoch ms. */
	baselineMs: number | null;
}

/**
 * A stretch of the list that the floor has passed in an order that is not certain yet: its contacts
 * count as delivered only where they are remembered.
 */
export interface Doubt {
	from: Position;
	to: Position;
	/** A time stamp that stands next to the end of what was read, epoch ms. */
	anchorMs: number;
	/** Fingerprints. */
	remembered: string;
}

/** Whole readings in a row each of which may have missed somebody. */
export interface Unsteady {
	/** No more than are of interest. */
	readings: number;
	/** The newest time stamp known before the first of them. */
	newest: number | null;
}

/** What a trigger remembers between polls. */
export interface TriggerState {
	/** The setting that this belongs to. */
	scope: string;
	/** The first place not dealt with for good; null: everything is due. */
	floor: Position | null;
	/** Contacts from the floor on that were delivered. */
	settled: Settled;
	doubt: Doubt | null;
	/** The newest time stamp seen that the service's clock has reached, epoch ms. */
	newest: number | null;
	/** How far the last reading of the whole list dealt with everybody whom it found. */
	readUntil: Position | null;
	/** Notes of the newest time stamp by the local clock: [epoch ms, time stamp]. */
	notes: Array<[number, number]>;
	/** How the list is ordered, as far as there is evidence. */
	order: Order;
	/** The order is not the one of the other time stamp as well. */
	isProven: boolean;
	/** A backlog is leaving, of which a part lies within the overlap. */
	isDraining: boolean;
	/** Contacts that are accounted for. */
	total: number | null;
	/** Contacts in the list at the end of the last poll. */
	length: number | null;
	/** The newest time stamp in the list at the end of the last poll, and that contact's other one, epoch ms. */
	head: number | null;
	headOtherMs: number | null;
	/** When that contact was first seen so by a poll, by the local clock, epoch ms. */
	headSinceMs: number | null;
	/** A poll 10 minutes later has seen it so again: nobody comes to its time stamp any more. */
	isHeadSettled: boolean;
	/** The page size that the service keeps to. */
	size: number | null;
	/** About how many contacts lie below the floor. */
	below: number | null;
	walk: UnfinishedWalk | null;
	unsteady: Unsteady | null;
	/** While little more can be remembered, only contacts up to this place leave. */
	reach: Reach | null;
}

export const scopeKey = ({ newsletterId, event, filters }: Scope): string =>
	JSON.stringify([newsletterId, event, filters.subscribed ?? null, filters.email ?? null]);

export const emptyState = (scope: Scope): TriggerState => ({
	scope: scopeKey(scope),
	floor: null,
	settled: {},
	doubt: null,
	newest: null,
	readUntil: null,
	notes: [],
	order: null,
	isProven: false,
	isDraining: false,
	total: null,
	length: null,
	head: null,
	headOtherMs: null,
	headSinceMs: null,
	isHeadSettled: false,
	size: null,
	below: null,
	walk: null,
	unsteady: null,
	reach: null,
});

export const byId = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

export const byPlace = (a: Position, b: Position): number => a.ms - b.ms || byId(a.id, b.id);

export const isFrom = (floor: Position | null, place: Position): boolean =>
	floor === null || byPlace(place, floor) >= 0;

export function latest(times: Array<number | null | undefined>): number | null {
	return times.reduce<number | null>(
		(max, time) =>
			time === undefined || time === null || (max !== null && max >= time) ? max : time,
		null,
	);
}

/** The service's clock in its answers has no fractions of a second. */
export const CLOCK_STEP_MS = 1000;

/** The moment by which a clock without fractions of a second has certainly moved on, epoch ms. */
export const afterClock = (servedAtMs: number | null | undefined): number =>
	(servedAtMs ?? Infinity) + CLOCK_STEP_MS;

/** A time stamp that is ahead of the service's clock does not show that its moment has come. */
export const reached = (newest: number | null, servedAtMs: number | null): number | null =>
	newest === null ? null : Math.min(newest, afterClock(servedAtMs));

/**
 * The time stamp up to which no contact can become visible any more: 10 minutes below the newest
 * one, whose moment has certainly come, or the newest one itself once 10 minutes have passed since
 * it was seen. Local times are only compared with local times.
 *
 * @param newest the newest time stamp known before the list was read
 * @param readFromMs when the reading began by the local clock, epoch ms
 */
export function settledUntilMs(
	{ notes }: TriggerState,
	newest: number | null,
	readFromMs: number,
): number | null {
	const aged = notes.filter(([atMs]) => atMs <= readFromMs - OVERLAP_MS).map(([, ms]) => ms);
	return latest([newest === null ? null : newest - OVERLAP_MS, ...aged]);
}

/** The notes with the newest time stamp of now, and without those that others have outdated. */
export function noted(
	notes: TriggerState['notes'],
	newest: number | null,
	nowMs: number,
): TriggerState['notes'] {
	// A clock that was ahead for a while has left notes of a time that has not come.
	const past = notes.filter(([atMs]) => atMs <= nowMs);
	const last = past[past.length - 1];
	const isDue =
		last === undefined || (newest !== null && newest > last[1] && nowMs - last[0] >= NOTE_EVERY_MS);
	const all: TriggerState['notes'] = newest !== null && isDue ? [...past, [nowMs, newest]] : past;
	const aged = all.filter(([atMs]) => atMs <= nowMs - OVERLAP_MS).length;
	return aged > 1 ? all.slice(aged - 1) : all;
}
