import { asBaseline } from '../../../nodes/Newsletter/trigger/baseline';
import { selectDue } from '../../../nodes/Newsletter/trigger/selection';
import type { TriggerState } from '../../../nodes/Newsletter/trigger/state';
import { MINUTE_MS, NOON_MS, SECOND_MS, sighting, stateWith } from './sightings';

const at = (id: string, minutes: number) => sighting(id, minutes * MINUTE_MS);

describe('the beginning', () => {
	const there = [at('old', -60), at('recent', -5), at('newest', 0)];
	const read = (isSteady: boolean, endedAtMs = NOON_MS, servedAtMs: number | null = null) => ({
		isSteady,
		endedAtMs,
		servedAtMs,
	});
	/** What appears later, by the minute of its time stamp. */
	const dueAfter = (state: TriggerState, minute: number) =>
		selectDue(state, [at('later', minute)]).length === 1;

	it.each([
		['certainly', true],
		['not certainly', false],
	])('that was read %s lets nothing be due that was there', (_, isSure) => {
		const isLateDue = isSure;
		const state = asBaseline(stateWith(), there, NOON_MS + 1, read(isSure));
		expect(selectDue(state, there)).toEqual([]);
		expect(dueAfter(state, 1)).toBe(true);
		expect(dueAfter(state, -9)).toBe(isLateDue);
		expect(dueAfter(state, -11)).toBe(false);
	});

	it('lets what comes in the moment of the newest contact be due', () => {
		expect(dueAfter(asBaseline(stateWith(), there, NOON_MS, read(true)), 0)).toBe(true);
	});

	it('is not known where nobody was there, and nothing told the time', () => {
		expect(asBaseline(stateWith(), [], null, read(true))).toEqual(stateWith());
	});

	it('of an empty list is the time that the service tells', () => {
		const state = asBaseline(stateWith(), [], NOON_MS, read(true));
		expect([dueAfter(state, 0), dueAfter(state, -9), dueAfter(state, -11)]).toEqual([
			true,
			true,
			false,
		]);
	});

	it('notes the newest time stamp', () => {
		const later = read(true, NOON_MS + MINUTE_MS);
		const { newest, notes } = asBaseline(stateWith(), there, NOON_MS + 1, later);
		expect([newest, notes]).toEqual([NOON_MS, [[NOON_MS + MINUTE_MS, NOON_MS]]]);
	});

	it("notes no time stamp that the service's clock has not reached", () => {
		const state = asBaseline(
			stateWith(),
			there,
			NOON_MS + 1,
			read(true, NOON_MS, NOON_MS - MINUTE_MS),
		);
		expect(state.newest).toBe(NOON_MS - MINUTE_MS + SECOND_MS);
	});

	it('stays where an earlier poll could remember no more', () => {
		const imported = Array.from({ length: 60_000 }, (_, index) => at(`con_${index}`, -1));
		const first = asBaseline(stateWith(), imported, NOON_MS, read(true));
		const second = asBaseline(first, there, NOON_MS, read(true));
		expect(selectDue(second, [...imported, ...there.slice(0, 2)])).toEqual([]);
	});

	it('goes on from one poll to the next', () => {
		const first = asBaseline(stateWith(), there.slice(1), NOON_MS + 1, read(true));
		const second = asBaseline(
			JSON.parse(JSON.stringify(first)) as TriggerState,
			there.slice(0, 1),
			NOON_MS + 1,
			read(true),
		);
		expect(selectDue(second, there)).toEqual([]);
		expect(second.newest).toBe(NOON_MS);
	});

	it('after a large import stays small, and lets nothing of the import be due', () => {
		const imported = Array.from({ length: 60_000 }, (_, index) => at(`con_${index}`, -1));
		const state = asBaseline(stateWith(), imported, NOON_MS - MINUTE_MS + 1, read(true));
		expect(JSON.stringify(state).length).toBeLessThan(1000);
		expect([dueAfter(state, -1), dueAfter(state, 0)]).toEqual([false, true]);
	});
});
