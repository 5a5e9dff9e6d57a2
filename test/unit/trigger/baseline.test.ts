import { afterBaseline } from '../../../nodes/Newsletter/trigger/baseline';
import type { Beginning } from '../../../nodes/Newsletter/trigger/beginning';
import type { Scan, SightedContact } from '../../../nodes/Newsletter/trigger/scan';
import { selectDue } from '../../../nodes/Newsletter/trigger/selection';
import type { TriggerState, UnfinishedWalk } from '../../../nodes/Newsletter/trigger/state';
import { noEvidence } from '../../../nodes/Newsletter/trigger/order';
import {
	idsOf,
	MINUTE_MS,
	NOON_MS,
	scanOf,
	SECOND_MS,
	sightedContact,
	stateWith,
} from './sightings';

/** A contact by minutes from noon. */
const at = (id: string, minute: number) =>
	sightedContact(id, minute * MINUTE_MS, minute * MINUTE_MS);

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

const UNTIL_MS = NOON_MS + SECOND_MS;
const BEGINNING: Beginning = { untilMs: UNTIL_MS, clockMs: NOON_MS, ids: new Set() };
const NO_CLOCK: Beginning = { untilMs: null, clockMs: null, ids: new Set() };

describe('the state after the first walk', () => {
	const there = [at('old', -60), at('young', -1), at('new', 1)];
	const due = (state: TriggerState, contacts: SightedContact[]) =>
		idsOf(selectDue(state, contacts));

	it('of one steady part lets nothing be due that it met', () => {
		const state = afterBaseline(
			stateWith(),
			scanOf(there, { servedAtMs: NOON_MS }),
			BEGINNING,
			false,
		);
		expect(due(state, [...there, at('later', 2)])).toEqual(['later']);
	});

	it.each<[what: string, before: Partial<TriggerState>, changes: Partial<Scan>]>([
		['the first part of', {}, { walk: WALK }],
		['the last part of', { walk: { ...WALK, baselineMs: UNTIL_MS } }, {}],
		['a reading that may have missed some of', {}, { isSteady: false }],
	])('of %s the list lets be due what is younger than its beginning', (_, before, changes) => {
		const scan = scanOf(there, { servedAtMs: NOON_MS, ...changes });
		expect(due(afterBaseline(stateWith(before), scan, BEGINNING, false), there)).toEqual(['new']);
	});

	it("takes a contact of the beginning's own second for one that was there", () => {
		const contacts = [sightedContact('within', SECOND_MS - 1), sightedContact('after', SECOND_MS)];
		const scan = scanOf(contacts, { servedAtMs: NOON_MS, walk: WALK });
		expect(due(afterBaseline(stateWith(), scan, BEGINNING, false), contacts)).toEqual(['after']);
	});

	it('keeps the time of the beginning through all parts', () => {
		const first = afterBaseline(
			stateWith(),
			scanOf(there, { servedAtMs: NOON_MS, walk: WALK }),
			BEGINNING,
			false,
		);
		expect(first.walk).toEqual({ ...WALK, baselineMs: UNTIL_MS });
		const servedAtMs = NOON_MS + MINUTE_MS;
		const second = afterBaseline(first, scanOf([], { servedAtMs, walk: WALK }), undefined, false);
		expect(second.walk?.baselineMs).toBe(UNTIL_MS);
		expect(afterBaseline(second, scanOf([], { servedAtMs }), undefined, false).walk).toBeNull();
	});

	it('takes the newest contact for the beginning where the service tells no time', () => {
		const state = afterBaseline(stateWith(), scanOf(there, { walk: WALK }), NO_CLOCK, false);
		expect(state.walk?.baselineMs).toBe(NOON_MS + MINUTE_MS + SECOND_MS);
		expect(due(state, [...there, at('later', 2)])).toEqual(['later']);
	});

	it('of one part is no later than the clock, whatever a time stamp says', () => {
		const contacts = [...there, at('ahead', 180)];
		const state = afterBaseline(stateWith(), scanOf(contacts), BEGINNING, false);
		expect(due(state, [...contacts, at('later', 2)])).toEqual(['later']);
	});

	it('of several parts takes for old whom both ends have shown before', () => {
		const shown = { ...BEGINNING, ids: new Set(['new']) };
		const state = afterBaseline(stateWith(), scanOf(there, { walk: WALK }), shown, false);
		expect(due(state, [...there, at('later', 2)])).toEqual(['later']);
	});

	it.each([
		[
			'another list, is of use for this one only as far as both are the same',
			true,
			[null, null, null],
		],
		['this list, is of use for it', false, ['newest', 3, 3]],
	])('of %s', (_, isFiltered, expected) => {
		const scan = scanOf(there, { order: 'newest', isProven: true, size: 50 });
		const state = afterBaseline(stateWith(), scan, BEGINNING, isFiltered);
		expect([state.order, state.length, state.total]).toEqual(expected);
		expect([state.size, due(state, there)]).toEqual([50, []]);
	});

	it('has no total to account for until it is whole', () => {
		const state = afterBaseline(
			stateWith(),
			scanOf(there, { walk: WALK, total: 90 }),
			BEGINNING,
			false,
		);
		expect([state.total, state.length]).toEqual([null, 90]);
	});
});
