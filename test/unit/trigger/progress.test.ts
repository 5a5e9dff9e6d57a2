import { afterPoll, countCreated } from '../../../nodes/Newsletter/trigger/progress';
import type { Scan } from '../../../nodes/Newsletter/trigger/scan';
import { conclude } from '../../../nodes/Newsletter/trigger/selection';
import type { TriggerState, UnfinishedWalk } from '../../../nodes/Newsletter/trigger/state';
import { noEvidence } from '../../../nodes/Newsletter/trigger/order';
import { MINUTE_MS, NOON_MS, scanOf, sightedContact, stateWith } from './sightings';

/** A contact by minutes from noon, created then or at another minute. */
const at = (id: string, minute: number, createdMinute = minute) =>
	sightedContact(id, minute * MINUTE_MS, createdMinute * MINUTE_MS);
const floorAt = (minute: number, id = '') => ({ ms: NOON_MS + minute * MINUTE_MS, id });
const polled = (state: TriggerState, scan: Scan, most = 1000) =>
	afterPoll(state, scan, conclude(state, scan, most));

const WALK: UnfinishedWalk = {
	nextPage: 4,
	size: 10,
	total: 90,
	shrank: false,
	moved: false,
	left: null,
	lowest: '',
	lowestIds: [],
	head: NOON_MS,
	headOtherMs: null,
	evidence: noEvidence(),
	tally: null,
	beganAtMs: NOON_MS,
	newestBefore: null,
	baselineMs: null,
};

describe('the contacts that are new to the list', () => {
	it.each([
		['are all where there is no floor', null, 3],
		['are those created from the floor on', floorAt(0), 2],
		['are none of those that were only updated', floorAt(3), 0],
	])('%s', (_, floor, count) => {
		const contacts = [at('new', 1), at('atFloor', 2, 0), at('updated', 5, -5)];
		expect(countCreated(stateWith({ floor }), contacts)).toBe(count);
	});
});

describe('the freshest contact', () => {
	const HEAD = { head: NOON_MS, headOtherMs: NOON_MS };
	const seenSince = (minute: number, isHeadSettled = false) =>
		stateWith({ ...HEAD, headSinceMs: NOON_MS + minute * MINUTE_MS, isHeadSettled });
	/** A reading that lasts a minute. */
	const readAt = (minute: number, changes: Partial<Scan> = {}) =>
		scanOf([], {
			...HEAD,
			beganAtMs: NOON_MS + minute * MINUTE_MS,
			endedAtMs: NOON_MS + (minute + 1) * MINUTE_MS,
			...changes,
		});

	it.each<[what: string, state: TriggerState, scan: Scan, sinceMinute: number, settled: boolean]>([
		['that is another begins anew', seenSince(0, true), readAt(20, { head: 5 }), 21, false],
		['that has changed begins anew', seenSince(0), readAt(20, { headOtherMs: 5 }), 21, false],
		['is not settled within 10 minutes', seenSince(0), readAt(9), 0, false],
		['is settled once a poll has begun after these', seenSince(0), readAt(10), 0, true],
		['stays settled', seenSince(0, true), readAt(11), 0, true],
		['that was seen by a clock ahead begins anew', seenSince(60), readAt(20), 21, false],
	])('%s', (_, state, scan, sinceMinute, isHeadSettled) => {
		expect(polled(state, scan)).toMatchObject({
			headSinceMs: NOON_MS + sinceMinute * MINUTE_MS,
			isHeadSettled,
		});
	});
});

describe('the state after a poll', () => {
	const before = stateWith({ floor: floorAt(0), total: 10, newest: NOON_MS + 20 * MINUTE_MS });
	const three = [at('a', 21), at('b', 22), at('c', 23)];

	it('holds what the reading has shown of the list', () => {
		const shown = { order: 'newest', isProven: true, head: NOON_MS + 23 * MINUTE_MS } as const;
		const next = polled(before, scanOf(three, { ...shown, size: 50, total: 13 }));
		expect(next).toMatchObject({ ...shown, size: 50, length: 13, walk: null });
	});

	it.each<[what: string, changes: Partial<Scan>, most: number, total: number | null]>([
		['all of the list', { total: 13 }, 1000, 13],
		['all of the list but those that were left', { total: 13 }, 1, 11],
		['those before and those taken, of a part', { total: 99, coveredMs: NOON_MS }, 2, 12],
		['nothing that is known, where there is no total', { total: null }, 1000, null],
	])('accounts for %s', (_, changes, most, total) => {
		expect(polled(before, scanOf(three, changes), most).total).toBe(total);
	});

	it('does not count an update as one more contact', () => {
		const scan = scanOf([at('a', 21), at('old', 22, -99)], { coveredMs: NOON_MS });
		expect(polled(before, scan).total).toBe(11);
	});

	it.each<[what: string, changes: Partial<Scan>, most: number, isDraining: boolean]>([
		['where nothing is left', {}, 1000, false],
		['where some are left and some delivered within the overlap', {}, 1, true],
		['where the fresh end was not reached', { isAtEnd: false }, 1000, true],
		['where some are left and none delivered', {}, 0, false],
	])('tells a backlog that leaves: %s', (_, changes, most, isDraining) => {
		expect(polled(before, scanOf(three, changes), most).isDraining).toBe(isDraining);
	});

	it.each<[what: string, changes: Partial<Scan>, below: number | null]>([
		['by the length of a list that was read whole', { total: 13 }, 11],
		[
			'by those that it has passed, of a part',
			{ coveredMs: NOON_MS + 22 * MINUTE_MS, below: 40 },
			41,
		],
		['not where nothing tells', { coveredMs: NOON_MS + 22 * MINUTE_MS, below: null }, null],
	])('knows how many lie below the floor %s', (_, changes, below) => {
		const state = stateWith({ floor: floorAt(0) });
		const newestBefore = NOON_MS + 31.5 * MINUTE_MS;
		expect(polled(state, scanOf(three, { newestBefore, ...changes })).below).toBe(below);
	});

	it.each<[what: string, before: number | null, most: number, left: string | null]>([
		['the first contact that it left', null, 1, 'b'],
		['an earlier one that a part before had left', 1, 1, 'before'],
		['the first of both', 99, 1, 'b'],
		['none where all were taken', null, 1000, null],
	])('after a part of a walk remembers %s', (_, minute, most, left) => {
		const walk = { ...WALK, left: minute === null ? null : floorAt(minute, 'before') };
		const next = polled(before, scanOf(three, { walk, coveredMs: -Infinity, size: 10 }), most);
		expect([next.walk?.left?.id ?? null, next.size, next.floor]).toEqual([left, 10, before.floor]);
	});
});
