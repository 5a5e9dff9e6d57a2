import {
	byPlace,
	isFrom,
	latest,
	noted,
	reached,
	settledUntilMs,
	type Doubt,
	type Position,
	type Sighting,
	type TriggerState,
} from './state';
import { isOverfull, remember, rememberedCheck, resettle, settledCheck } from './settled';

/** What a poll has read of the list. */
export interface Reading<T extends Sighting> {
	/** Each contact once, as last read. */
	sightings: T[];
	/** Everything from the floor on that is older than this was read, epoch ms; Infinity: all of it. */
	coveredMs: number;
	/** No contact can have slipped between two pages. */
	isSteady: boolean;
	/** When the reading began and ended by the local clock, epoch ms. */
	beganAtMs: number;
	endedAtMs: number;
	/** The newest time stamp known when it began, epoch ms. */
	newestBefore: number | null;
	/** The service's clock at the beginning, epoch ms, where it says so. */
	servedAtMs: number | null;
	/** The newest time stamp in the list at its end, epoch ms. */
	head: number | null;
	/** The first place of a contact that an earlier part of the reading found and left. */
	left: Position | null;
	/** Somebody can have slipped past it all the same: another reading is needed to be certain. */
	isTwiceNeeded: boolean;
	/** What was read is in an order that is not certain: see `Doubt`. */
	doubt: Pick<Doubt, 'anchorMs'> | null;
}

/** Whether a contact is due. */
export function dueCheck({ floor, settled, doubt }: TriggerState): (sighting: Sighting) => boolean {
	const isSettled = settledCheck(settled);
	const isRemembered = rememberedCheck(doubt?.remembered ?? '');
	return (sighting) => {
		if (isFrom(floor, sighting)) return !isSettled(sighting);
		if (doubt === null || !isFrom(doubt.from, sighting) || isFrom(doubt.to, sighting)) return false;
		return !isRemembered(sighting) && !isSettled(sighting);
	};
}

/** The contacts that are due, oldest first. */
export function selectDue<T extends Sighting>(state: TriggerState, sightings: T[]): T[] {
	return sightings.filter(dueCheck(state)).sort(byPlace);
}

const earliest = (places: Array<Position | null>): Position | null =>
	places.reduce(
		(min, place) => (place === null || (min !== null && byPlace(min, place) <= 0) ? min : place),
		null,
	);

/** How far a reading has dealt with everybody whom it found: up to what may still appear, was left, or was not read. */
function dealtWith<T extends Sighting>(
	state: TriggerState,
	reading: Reading<T>,
	left: Position | null,
): Position | null {
	const untilMs = settledUntilMs(state, reading.newestBefore, reading.beganAtMs);
	if (!reading.isSteady || untilMs === null) return null;
	const covered = reading.coveredMs === Infinity ? null : { ms: reading.coveredMs, id: '' };
	return earliest([{ ms: untilMs + 1, id: '' }, covered, left, reading.left]);
}

/** Where the floor can go; never back. */
function nextFloor(
	{ floor, readUntil }: TriggerState,
	until: Position | null,
	isTwiceNeeded: boolean,
): Position | null {
	if (until === null || (isTwiceNeeded && readUntil === null)) return floor;
	const next = isTwiceNeeded ? earliest([until, readUntil]) : until;
	return next !== null && isFrom(floor, next) ? next : floor;
}

/**
 * What stays in doubt after a reading: nothing once the whole list, or what was left of it, was seen
 * in order and no contact below the floor is still to be delivered.
 */
function nextDoubt<T extends Sighting>(
	{ doubt, floor: before, settled: settledBefore }: TriggerState,
	reading: Reading<T>,
	left: T[],
	{ floor, settled }: Pick<TriggerState, 'floor' | 'settled'>,
): Doubt | null {
	const from = doubt?.from ?? before;
	if (from === null || floor === null || (doubt === null && reading.doubt === null)) return null;
	const isOpen =
		left.some((sighting) => !isFrom(floor, sighting)) ||
		(reading.left !== null && !isFrom(floor, reading.left));
	if (reading.doubt === null && reading.coveredMs === Infinity && reading.isSteady && !isOpen) {
		return null;
	}
	const to = reading.doubt === null ? (doubt as Doubt).to : floor;
	const stillDue = new Set(left.map(({ id }) => id));
	const passed = reading.sightings.filter(
		(sighting) => isFrom(from, sighting) && !isFrom(to, sighting) && !stillDue.has(sighting.id),
	);
	const anchorMs =
		reading.doubt === null || (before !== null && byPlace(before, floor) === 0)
			? null
			: latest(reading.sightings.map(({ ms }) => ms).filter((ms) => ms < floor.ms));
	return {
		from,
		to,
		anchorMs: anchorMs ?? reading.doubt?.anchorMs ?? (doubt as Doubt).anchorMs,
		remembered: remember(doubt?.remembered ?? '', passed, settledBefore, settled),
	};
}

export interface Conclusion<T extends Sighting> {
	/** What to deliver, oldest first. */
	taken: T[];
	/** Due contacts that were read and not taken. */
	left: T[];
	next: TriggerState;
}

/**
 * What to deliver of a reading, and the state after that. Contacts behind the limit stay due.
 *
 * @param most contacts to deliver
 */
export function conclude<T extends Sighting>(
	state: TriggerState,
	reading: Reading<T>,
	most: number,
): Conclusion<T> {
	const due = selectDue(state, reading.sightings);
	const { reach } = state;
	const within = reach === null ? due : due.filter((sighting) => byPlace(sighting, reach) <= 0);
	const isTooMuch = ({ settled, doubt }: TriggerState) =>
		isOverfull(settled, doubt?.remembered, reach?.chars);
	const count = Math.min(most, within.length);
	/** As many as can be remembered; the rest waits for the end of the overlap. */
	const fitting = (used: Reading<T>) => {
		let conclusion = take(state, used, due, count);
		while (isTooMuch(conclusion.next) && conclusion.taken.length > 0) {
			conclusion = take(state, used, due, Math.floor(conclusion.taken.length / 2));
		}
		return conclusion;
	};
	const conclusion = fitting(reading);
	const isStuck = isTooMuch(conclusion.next) || (count > 0 && conclusion.taken.length === 0);
	// What another reading is waited for has to be remembered: without room for it, one is enough.
	return reading.isTwiceNeeded && isStuck
		? fitting({ ...reading, isTwiceNeeded: false })
		: conclusion;
}

function take<T extends Sighting>(
	state: TriggerState,
	reading: Reading<T>,
	due: T[],
	count: number,
): Conclusion<T> {
	const taken = due.slice(0, count);
	const left = due.slice(count);
	const first = left[0];
	const until = dealtWith(state, reading, first ? { ms: first.ms, id: first.id } : null);
	const floor = nextFloor(state, until, reading.isTwiceNeeded);
	const found = latest([reading.head, ...reading.sightings.map(({ ms }) => ms)]);
	const newest = latest([state.newest, reached(found, reading.servedAtMs)]);
	const isBelow = (place: Position) => floor !== null && !isFrom(floor, place);
	const settled = resettle(
		state.settled,
		taken.filter((sighting) => !isBelow(sighting)),
		reading.sightings.filter(isBelow),
		floor?.ms ?? -Infinity,
	);
	return {
		taken,
		left,
		next: {
			...state,
			floor,
			settled,
			doubt: nextDoubt(state, reading, left, { floor, settled }),
			newest,
			readUntil: reading.coveredMs === Infinity ? (until ?? state.readUntil) : state.readUntil,
			notes: noted(state.notes, newest, reading.endedAtMs),
		},
	};
}
