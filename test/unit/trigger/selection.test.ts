import fc from 'fast-check';

import { conclude, selectDue } from '../../../nodes/Newsletter/trigger/selection';
import { resettle, settledCheck } from '../../../nodes/Newsletter/trigger/settled';
import {
	byPlace,
	isFrom,
	OVERLAP_MS,
	type Sighting,
	type TriggerState,
} from '../../../nodes/Newsletter/trigger/state';
import { idsOf, MINUTE_MS, NOON_MS, readingOf, sighting, stateWith } from './sightings';

const OVERLAP_MINUTES = OVERLAP_MS / MINUTE_MS;
/** A floor, minutes from noon. */
const floorAt = (minutes: number, id = '') => ({ ms: NOON_MS + minutes * MINUTE_MS, id });
const at = (id: string, minutes: number) => sighting(id, minutes * MINUTE_MS);
const settledOf = (...sightings: Sighting[]) => resettle({}, sightings, [], -Infinity);
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('the contacts that are due', () => {
	it.each<[what: string, state: Partial<TriggerState>, due: string[]]>([
		['are all where there is no floor, oldest first', {}, ['d', 'b', 'c', 'a']],
		['are those from the floor on', { floor: floorAt(0, 'c') }, ['c', 'a']],
		['include those at the floor itself', { floor: floorAt(0) }, ['b', 'c', 'a']],
		['are without those that were settled', { settled: settledOf(at('b', 0)) }, ['d', 'c', 'a']],
		[
			'include those that were settled under another time stamp',
			{ settled: settledOf(at('b', 2)) },
			['d', 'b', 'c', 'a'],
		],
	])('%s', (_, state, due) => {
		const sightings = [at('a', 1), at('c', 0), at('d', -1), at('b', 0)];
		expect(idsOf(selectDue(stateWith(state), sightings))).toEqual(due);
		expect(idsOf(sightings)).toEqual(['a', 'c', 'd', 'b']);
	});
});

describe('the conclusion of a reading', () => {
	it.each([
		[0, [], ['c', 'b', 'a']],
		[1, ['c'], ['b', 'a']],
		[2, ['c', 'b'], ['a']],
		[3, ['c', 'b', 'a'], []],
		[1000, ['c', 'b', 'a'], []],
	])('with room for %i takes the oldest and leaves the rest', (most, taken, left) => {
		const reading = readingOf([at('a', 3), at('b', 2), at('c', 1)]);
		const conclusion = conclude(stateWith(), reading, most);
		expect([idsOf(conclusion.taken), idsOf(conclusion.left)]).toEqual([taken, left]);
	});

	const NEWEST_BEFORE_MS = NOON_MS + 30 * MINUTE_MS;
	/** Above what can still appear: 10 minutes below the newest time stamp known before. */
	const settledAbove = { ms: NEWEST_BEFORE_MS - OVERLAP_MS + 1, id: '' };

	it.each<
		[what: string, changes: Parameters<typeof readingOf>[1], floor: TriggerState['floor'] | 'same']
	>([
		['moves its floor up to what can still appear', {}, settledAbove],
		['keeps its floor where someone may have slipped between pages', { isSteady: false }, 'same'],
		['keeps its floor where nothing was known before', { newestBefore: null }, 'same'],
		['moves its floor only as far as was read', { coveredMs: NOON_MS + 5 * MINUTE_MS }, floorAt(5)],
		[
			'moves its floor no further than to what an earlier part of the reading left',
			{ left: floorAt(3, 'x') },
			floorAt(3, 'x'),
		],
		['never moves its floor back', { coveredMs: NOON_MS - 5 * MINUTE_MS }, 'same'],
	])('%s', (_, changes, floor) => {
		const before = stateWith({ floor: floorAt(0) });
		const reading = readingOf([at('a', 40)], { newestBefore: NEWEST_BEFORE_MS, ...changes });
		const { next } = conclude(before, reading, 1000);
		expect(next.floor).toEqual(floor === 'same' ? before.floor : floor);
	});

	it('moves its floor no further than to the first contact that it leaves', () => {
		const sightings = [at('a', 5), at('b', 5), at('c', 6)];
		const reading = readingOf(sightings, { newestBefore: NEWEST_BEFORE_MS });
		const { next } = conclude(stateWith({ floor: floorAt(0) }), reading, 1);
		expect(next.floor).toEqual(floorAt(5, 'b'));
	});

	it('forgets what lies below its floor, in the same minute too, and keeps what lies above', () => {
		const sightings = [at('old', 5), at('just', 20), at('young', 25), at('new', 26)];
		const before = stateWith({
			floor: floorAt(0),
			settled: settledOf(...sightings.slice(0, 3)),
		});
		const reading = readingOf(sightings, { newestBefore: NEWEST_BEFORE_MS });
		const { taken, next } = conclude(before, reading, 1000);
		expect(idsOf(taken)).toEqual(['new']);
		expect(sightings.map(settledCheck(next.settled))).toEqual([false, false, true, true]);
	});

	it.each([
		['of what was read', { newest: NOON_MS }, [at('a', 7)], null, 7],
		['known before', { newest: NOON_MS + 9 * MINUTE_MS }, [at('a', 7)], null, 9],
		['at the end of the list', {}, [at('a', 7)], NOON_MS + 8 * MINUTE_MS, 8],
	])('notes the newest time stamp %s', (_, state, sightings, head, minutes) => {
		const { next } = conclude(stateWith(state), readingOf(sightings, { head }), 1000);
		const newest = NOON_MS + minutes * MINUTE_MS;
		expect([next.newest, next.notes]).toEqual([newest, [[NOON_MS + MINUTE_MS, newest]]]);
	});

	it('leaves the state that was as it was', () => {
		const before = stateWith({ floor: floorAt(0), settled: settledOf(at('b', 1)) });
		const copy = stored(before);
		conclude(before, readingOf([at('a', 3), at('b', 1)], { newestBefore: NEWEST_BEFORE_MS }), 1);
		expect(before).toEqual(copy);
	});

	it('takes no more within the overlap than can be remembered', () => {
		const imported = Array.from({ length: 60_000 }, (_, index) => at(`con_${index}`, 0));
		const { taken, left, next } = conclude(stateWith(), readingOf(imported), 60_000);
		expect(taken.length).toBeGreaterThan(20_000);
		expect(taken.length + left.length).toBe(60_000);
		expect(JSON.stringify(next).length).toBeLessThan(256 * 1024);
	});

	const arbitraryContact = fc
		.record({ id: fc.nat({ max: 12 }), minute: fc.integer({ min: -15, max: 15 }) })
		.map(({ id, minute }) => at(`con_${id}`, minute));
	const arbitraryContacts = fc.uniqueArray(arbitraryContact, { selector: ({ id }) => id });

	it('repeated over one list takes each contact once, oldest first, at any limit', () => {
		fc.assert(
			fc.property(
				arbitraryContacts,
				fc.integer({ min: 1, max: 5 }),
				fc.integer({ min: -20, max: 40 }),
				(contacts, most, newest) => {
					let state = stateWith();
					const taken: Sighting[] = [];
					for (let polls = 0; polls < 15; polls += 1) {
						const newestBefore = NOON_MS + newest * MINUTE_MS;
						const conclusion = conclude(state, readingOf(contacts, { newestBefore }), most);
						taken.push(...conclusion.taken);
						state = stored(conclusion.next);
					}
					expect(taken).toEqual([...contacts].sort(byPlace));
				},
			),
		);
	});

	it('loses nothing that comes in time, and repeats nothing, over lists that grow', () => {
		const arbitraryPoll = fc.record({
			late: fc.array(fc.integer({ min: 0, max: OVERLAP_MINUTES - 1 }), { maxLength: 4 }),
			minutes: fc.integer({ min: 0, max: 15 }),
			most: fc.integer({ min: 0, max: 6 }),
			isSteady: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.array(arbitraryPoll, { minLength: 1, maxLength: 15 }), (polls) => {
				let state = stateWith({ floor: floorAt(0) });
				const contacts: Sighting[] = [];
				const taken: Sighting[] = [];
				let nowMinute = OVERLAP_MINUTES;
				const poll = (most: number, isSteady: boolean) => {
					const atMs = NOON_MS + nowMinute * MINUTE_MS;
					const conclusion = conclude(
						state,
						readingOf(contacts, {
							isSteady,
							newestBefore: state.newest,
							beganAtMs: atMs,
							endedAtMs: atMs,
						}),
						most,
					);
					expect(isFrom(state.floor, conclusion.next.floor!)).toBe(true);
					taken.push(...conclusion.taken);
					state = stored(conclusion.next);
				};
				for (const { late, minutes, most, isSteady } of polls) {
					nowMinute += minutes;
					for (const ago of late) contacts.push(at(`con_${contacts.length}`, nowMinute - ago));
					poll(most, isSteady);
				}
				poll(1000, true);
				expect(idsOf(taken).sort()).toEqual(idsOf(contacts).sort());
			}),
		);
	});
});
