import fc from 'fast-check';

import { conclude } from '../../../nodes/Newsletter/trigger/selection';
import { emptyState, stateOf, type TriggerState } from '../../../nodes/Newsletter/trigger/state';
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

	it('is no state, and no error, whatever it is', () => {
		fc.assert(
			fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (stored) => {
				expect(stateOf(SCOPE, stored)).toBeUndefined();
			}),
		);
	});
});
