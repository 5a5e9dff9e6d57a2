import fc from 'fast-check';

import {
	byPlace,
	emptyState,
	isFrom,
	latest,
	noted,
	OVERLAP_MS,
	scopeKey,
	settledUntilMs,
	type Scope,
	type TriggerState,
} from '../../../nodes/Newsletter/trigger/state';
import { stateOf } from '../../../nodes/Newsletter/trigger/storedState';
import { MINUTE_MS, NOON_MS, SCOPE, SECOND_MS, stateWith } from './sightings';

describe('a scope', () => {
	const OTHERS: Array<[what: string, scope: Scope]> = [
		['newsletter', { ...SCOPE, newsletterId: 'wks_9i8H7g6F5e4D3c2B1a0Zz' }],
		['event', { ...SCOPE, event: 'contactUpdated' }],
		['filter by subscribed', { ...SCOPE, filters: { subscribed: true } }],
		['filter by not subscribed', { ...SCOPE, filters: { subscribed: false } }],
		['filter by email', { ...SCOPE, filters: { email: 'ada@example.com' } }],
		['filter by the text of a truth value', { ...SCOPE, filters: { email: 'true' } }],
	];

	it('has a key of its own for each setting', () => {
		const keys = [SCOPE, ...OTHERS.map(([, scope]) => scope)].map(scopeKey);
		expect(new Set(keys).size).toBe(OTHERS.length + 1);
	});

	it('is the same one whether a filter is unset or not there', () => {
		expect(scopeKey({ ...SCOPE, filters: { subscribed: undefined, email: undefined } })).toBe(
			scopeKey(SCOPE),
		);
	});

	it.each(OTHERS)('has no use for the state of another %s', (_, scope) => {
		expect(stateOf(scope, emptyState(SCOPE))).toBeUndefined();
		expect(stateOf(scope, emptyState(scope))).toEqual(emptyState(scope));
	});
});

describe('places', () => {
	const arbitraryPlace = fc.record({
		ms: fc.integer({ min: -2, max: 2 }),
		id: fc.constantFrom('', 'con_1', 'con_10', 'con_2', 'é'),
	});

	it.each([
		['by time', { ms: 1, id: 'b' }, { ms: 2, id: 'a' }],
		['by id at one time', { ms: 1, id: 'a' }, { ms: 1, id: 'b' }],
		['with the empty id first', { ms: 1, id: '' }, { ms: 1, id: 'a' }],
	])('are in order %s', (_, first, second) => {
		expect([byPlace(first, second) < 0, byPlace(second, first) > 0]).toEqual([true, true]);
		expect([byPlace(first, { ...first }), byPlace(second, { ...second })]).toEqual([0, 0]);
	});

	it('are in one order only, however they came', () => {
		fc.assert(
			fc.property(fc.array(arbitraryPlace), (places) => {
				const sorted = [...places].sort(byPlace);
				expect([...places].reverse().sort(byPlace)).toEqual(sorted);
			}),
		);
	});

	it.each([
		['is from no floor', null, true],
		['is from a floor below', { ms: 1, id: 'z' }, true],
		['is from itself', { ms: 2, id: 'b' }, true],
		['is from the beginning of its moment', { ms: 2, id: '' }, true],
		['is not from a floor above in its moment', { ms: 2, id: 'c' }, false],
		['is not from a later floor', { ms: 3, id: '' }, false],
	])('one %s', (_, floor, expected) => {
		expect(isFrom(floor, { ms: 2, id: 'b' })).toBe(expected);
	});
});

it.each<[times: Array<number | null | undefined>, expected: number | null]>([
	[[], null],
	[[null, undefined], null],
	[[3, null, 7, 5], 7],
	[[0, undefined], 0],
	[[-5, null, -9], -5],
])('the latest of %j is %j', (times, expected) => {
	expect(latest(times)).toBe(expected);
});

describe('the time up to which nothing can appear any more', () => {
	// The service's clock is a year ahead: no local time may be compared with it.
	const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;
	const stamp = (minutes: number) => NOON_MS + YEAR_MS + minutes * MINUTE_MS;
	const local = (minutes: number) => NOON_MS + minutes * MINUTE_MS;

	it.each<
		[what: string, notes: Array<[number, number]>, newest: number | null, expected: number | null]
	>([
		['is not known where nothing was seen', [], null, null],
		['is 10 minutes below the newest time stamp', [], stamp(0), stamp(-10)],
		['is a note 10 minutes old', [[local(0), stamp(0)]], stamp(0), stamp(0)],
		['is not a younger note', [[local(0) + 1, stamp(0)]], stamp(0), stamp(-10)],
		[
			'is the latest of the notes that are old enough',
			[
				[local(-20), stamp(-20)],
				[local(-1), stamp(-1)],
				[local(5), stamp(5)],
			],
			stamp(5),
			stamp(-1),
		],
		[
			'is 10 minutes below the newest where a note is older still',
			[[local(-60), stamp(-60)]],
			stamp(9),
			stamp(-1),
		],
	])('%s', (_, notes, newest, expected) => {
		expect(settledUntilMs(stateWith({ notes }), newest, local(10))).toBe(expected);
	});
});

describe('notes of the newest time stamp', () => {
	it.each<[what: string, notes: Array<[number, number]>, newest: number | null, isNoted: boolean]>([
		['is taken of the first one', [], NOON_MS, true],
		['is not taken of nothing', [], null, false],
		[
			'is taken of a newer one half a minute later',
			[[-30 * SECOND_MS, NOON_MS - 1]],
			NOON_MS,
			true,
		],
		['is not taken sooner', [[-30 * SECOND_MS + 1, NOON_MS - 1]], NOON_MS, false],
		['is not taken of the same one', [[-5 * MINUTE_MS, NOON_MS]], NOON_MS, false],
		['is not taken of an older one', [[-5 * MINUTE_MS, NOON_MS + 1]], NOON_MS, false],
	])('one %s', (_, notes, newest, isNoted) => {
		const before = notes.map(([at, ms]): [number, number] => [NOON_MS + at, ms]);
		const expected = isNoted ? [...before, [NOON_MS, newest]] : before;
		expect(noted(before, newest, NOON_MS)).toEqual(expected);
	});

	it('are dropped once a later one is 10 minutes old too', () => {
		const [first, second, third] = [-21, -11, -9].map((minute): [number, number] => [
			NOON_MS + minute * MINUTE_MS,
			NOON_MS + minute * MINUTE_MS,
		]) as [[number, number], [number, number], [number, number]];
		expect(noted([first, second, third], null, NOON_MS)).toEqual([second, third]);
		expect(noted([second, third], null, NOON_MS)).toEqual([second, third]);
	});

	it('are few, and settle no time stamp within 10 minutes, whenever polls run', () => {
		const waits = fc.array(fc.constantFrom(1, 500, 10 * SECOND_MS, MINUTE_MS, 7 * MINUTE_MS), {
			minLength: 1,
			maxLength: 200,
		});
		const most = OVERLAP_MS / (30 * SECOND_MS) + 2;
		fc.assert(
			fc.property(waits, (gaps) => {
				let notes: TriggerState['notes'] = [];
				let nowMs = NOON_MS;
				for (const gapMs of gaps) {
					nowMs += gapMs;
					// A time stamp is never ahead of its own clock, here the local one.
					notes = noted(notes, nowMs, nowMs);
					expect(notes.length).toBeLessThanOrEqual(most);
					const untilMs = settledUntilMs(stateWith({ notes }), null, nowMs) ?? -Infinity;
					expect(untilMs).toBeLessThanOrEqual(nowMs - OVERLAP_MS);
				}
			}),
		);
	});

	it('settle a time stamp by 11 minutes after it was seen, where polls run each minute', () => {
		let notes: TriggerState['notes'] = [[NOON_MS - 10 * SECOND_MS, NOON_MS - MINUTE_MS]];
		for (let minute = 0; minute < 11; minute += 1) {
			notes = noted(notes, NOON_MS, NOON_MS + minute * MINUTE_MS);
		}
		const readFromMs = NOON_MS + 11 * MINUTE_MS;
		expect(settledUntilMs(stateWith({ notes }), NOON_MS, readFromMs)).toBe(NOON_MS);
	});
});
