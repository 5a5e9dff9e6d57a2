import fc from 'fast-check';

import { conclude } from '../../../nodes/Newsletter/trigger/selection';
import { emptyState, type TriggerState } from '../../../nodes/Newsletter/trigger/state';
import { stateOf } from '../../../nodes/Newsletter/trigger/storedState';
import { NOON_MS, readingOf, SCOPE, sighting } from './sightings';

/** A state with something in it, as a poll has left it. */
const inUse = (): TriggerState => {
	const sightings = Array.from({ length: 30 }, (_, index) =>
		sighting(`con_${index}`, index * 9_000),
	);
	const first = conclude(emptyState(SCOPE), readingOf(sightings), 1000).next;
	return conclude(first, readingOf(sightings, { newestBefore: first.newest }), 1000).next;
};

describe('what n8n has stored', () => {
	it('is the state again after it was JSON', () => {
		const state = inUse();
		expect(stateOf(SCOPE, JSON.parse(JSON.stringify(state)))).toEqual(state);
		expect(stateOf(SCOPE, JSON.parse(JSON.stringify(emptyState(SCOPE))))).toEqual(
			emptyState(SCOPE),
		);
	});

	it('tells of what was delivered after it was JSON', () => {
		const state = stateOf(SCOPE, JSON.parse(JSON.stringify(inUse())))!;
		const again = Array.from({ length: 31 }, (_, index) => sighting(`con_${index}`, index * 9_000));
		expect(conclude(state, readingOf(again), 1000).taken.map(({ id }) => id)).toEqual(['con_30']);
	});

	it.each<[what: string, stored: unknown]>([
		['nothing', undefined],
		['null', null],
		['a text', 'cursor'],
		['a number', NOON_MS],
		['a truth value', true],
		['a list', [{ scope: 'all' }]],
		['an empty object', {}],
		["another node's data", { lastTimeChecked: '2026-03-01T12:00:00.000Z', lastId: 7 }],
		['a state whose scope is cut off', { ...emptyState(SCOPE), scope: '["wks_' }],
		['a state without a scope', { ...emptyState(SCOPE), scope: undefined }],
	])('is no state where it is %s', (_, stored) => {
		expect(stateOf(SCOPE, stored)).toBeUndefined();
	});

	it.each<[field: keyof TriggerState, values: unknown[]]>([
		['floor', [undefined, 'noon', { ms: 'noon', id: '' }, { ms: 5 }, []]],
		['settled', [undefined, null, 'packed', ['packed'], { minute: 5 }]],
		['doubt', ['yes', {}, { from: { ms: 1, id: '' }, to: null, anchorMs: 1, remembered: '' }]],
		['newest', ['noon', true, {}]],
		['notes', [null, {}, [5], [[1, 2, 3]], [[1, 'two']]]],
		['order', ['email', 1, {}]],
		['isProven', [null, 'yes', 1]],
		['isDraining', [null, 'no']],
		['total', ['many', [7]]],
		['length', ['long']],
		['head', ['noon']],
		['headOtherMs', [{}]],
		['headSinceMs', ['noon']],
		['isHeadSettled', [null, 'yes']],
		['size', ['large']],
		['below', ['few']],
		['walk', ['on', {}, { nextPage: 3, size: 10 }]],
	])('is no state where its %s is damaged', (field, values) => {
		for (const value of values) {
			const damaged = { ...inUse(), [field]: value };
			if (value === undefined) delete damaged[field];
			expect([value, stateOf(SCOPE, damaged)]).toEqual([value, undefined]);
		}
	});

	it('is a state where a field was not there yet when it was stored, but for the cursor itself', () => {
		const { headOtherMs, headSinceMs, doubt, ...older } = inUse();
		expect(stateOf(SCOPE, older)).toEqual({
			...older,
			headOtherMs: null,
			headSinceMs: null,
			doubt,
		});
		expect([headOtherMs, headSinceMs]).toEqual([null, null]);
	});

	it('is no state, and no error, whatever it is', () => {
		fc.assert(
			fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (stored) => {
				expect(stateOf(SCOPE, stored)).toBeUndefined();
			}),
		);
	});
});
