import {
	anchorOf,
	isDoubtFull,
	isMet,
	mustCheckHead,
} from '../../../nodes/Newsletter/trigger/doubt';
import { conclude, selectDue } from '../../../nodes/Newsletter/trigger/selection';
import { remember, rememberedCheck, resettle } from '../../../nodes/Newsletter/trigger/settled';
import type { Doubt, TriggerState } from '../../../nodes/Newsletter/trigger/state';
import { MINUTE_MS, NOON_MS, idsOf, readingOf, sightedContact, stateWith } from './sightings';

const at = (id: string, minute: number, createdMinute = minute) =>
	sightedContact(id, minute * MINUTE_MS, createdMinute * MINUTE_MS);
const place = (minute: number, id = '') => ({ ms: NOON_MS + minute * MINUTE_MS, id });
const settledOf = (...contacts: Array<ReturnType<typeof at>>) =>
	resettle({}, contacts, [], -Infinity);
const doubtOf = (
	[from, to]: [number, number],
	remembered: Array<ReturnType<typeof at>> = [],
): Doubt => ({
	from: place(from),
	to: place(to),
	anchorMs: NOON_MS + to * MINUTE_MS - 1,
	remembered: remember('', remembered, {}, {}),
});

describe('what a doubt remembers', () => {
	const [a, b, c] = [at('a', 1), at('b', 2), at('c', 3)];

	it('grows by what was passed and by what is settled no longer, and by nothing else', () => {
		const remembered = remember(remember('', [a], {}, {}), [], settledOf(b, c), settledOf(c));
		expect([a, b, c].map(rememberedCheck(remembered))).toEqual([true, true, false]);
	});

	it('takes less than 4 characters a contact, 50,000 of them', () => {
		const many = Array.from({ length: 50_000 }, (_, index) => at(`con_${index}`, index));
		expect(remember('', many, {}, {}).length).toBeLessThan(4 * 50_000);
	});
});

describe('a contact', () => {
	const state = stateWith({
		floor: place(10),
		settled: settledOf(at('settled', 11), at('passed', 6)),
		doubt: doubtOf([2, 8], [at('remembered', 5)]),
	});

	it.each([
		['from the floor on', true, at('new', 12)],
		['from the floor on that is settled', false, at('settled', 11)],
		['within the doubt that is not remembered', true, at('moved', 5)],
		['at the beginning of the doubt', true, at('first', 2)],
		['within the doubt that is remembered', false, at('remembered', 5)],
		['within the doubt that is still settled', false, at('passed', 6)],
		['at the end of the doubt, where there is none any more', false, at('later', 8)],
		['between the doubt and the floor', false, at('certain', 9)],
		['before the doubt', false, at('old', 1)],
	])('%s is due: %s', (_, isDue, contact) => {
		expect(selectDue(state, [contact])).toEqual(isDue ? [contact] : []);
	});
});

describe('a reading in an order that is not certain', () => {
	const before = stateWith({ floor: place(0), settled: settledOf(at('settled', 1)) });
	const reading = (changes = {}) =>
		readingOf([at('settled', 1), at('a', 2), at('b', 3), at('c', 4)], {
			newestBefore: NOON_MS + 60 * MINUTE_MS,
			coveredMs: NOON_MS + 5 * MINUTE_MS,
			doubt: { anchorMs: NOON_MS - MINUTE_MS },
			...changes,
		});

	it('leaves a doubt from the floor that was to the one that is, and remembers what lies within', () => {
		const { next } = conclude(before, reading(), 2);
		expect(next.floor).toEqual(place(4, 'c'));
		expect(next.doubt).toMatchObject({ from: place(0), to: place(4, 'c'), anchorMs: place(3).ms });
		const isRemembered = rememberedCheck(next.doubt!.remembered);
		expect(reading().sightings.map(isRemembered)).toEqual([true, true, true, false]);
	});

	it('keeps the anchor that it had where the floor stays', () => {
		const { next } = conclude(before, reading({ isSteady: false }), 2);
		expect(next.doubt).toMatchObject({ to: place(0), anchorMs: NOON_MS - MINUTE_MS });
	});

	it('of the rest of the list ends the doubt', () => {
		const { next } = conclude(
			stateWith({ floor: place(2), doubt: doubtOf([0, 2], [at('settled', 1)]) }),
			reading({ coveredMs: Infinity, doubt: null }),
			2,
		);
		expect(next.doubt).toBeNull();
	});

	it('takes who was passed over, and ends no doubt while one of them is left', () => {
		const passedOver = [at('x', 1), at('y', 1), at('a', 2)];
		const state = stateWith({ floor: place(3), doubt: doubtOf([0, 3], [at('a', 2)]) });
		const whole = readingOf(passedOver, { newestBefore: NOON_MS + 60 * MINUTE_MS });
		const first = conclude(state, whole, 1);
		expect([idsOf(first.taken), first.next.floor]).toEqual([['x'], place(3)]);
		expect(first.next.doubt).toMatchObject({ from: place(0), to: place(3) });
		const second = conclude(first.next, whole, 1);
		expect([idsOf(second.taken), second.next.doubt]).toEqual([['y'], null]);
	});

	it.each([
		['someone may have slipped between pages', { isSteady: false }],
		['a part of it is still to be read', { coveredMs: -Infinity }],
		['an earlier part of it left someone below the floor', { left: place(1, 'z') }],
	])('does not end the doubt where %s', (_, changes) => {
		const state = stateWith({ floor: place(3), doubt: doubtOf([0, 3]) });
		expect(conclude(state, reading({ doubt: null, ...changes }), 9).next.doubt).not.toBeNull();
	});
});

describe('where reading goes on', () => {
	const fresh = (...sightings: Array<ReturnType<typeof at>>) => ({
		number: 1,
		sightings,
		total: 500,
	});
	const head = { head: place(9).ms, headOtherMs: place(9).ms };

	it.each<[string, Partial<TriggerState>, ReturnType<typeof at>, object | null]>([
		['no anchor is needed where the freshest contact has not moved', head, at('h', 9), null],
		[
			'the freshest contact must be met where it is not on the fresh page',
			head,
			at('new', 12),
			{ anchorMs: place(9).ms, otherMs: place(9).ms, isDelivered: false },
		],
		[
			'the freshest contact must be met where it has changed',
			head,
			at('h', 9, 10),
			{ anchorMs: place(9).ms, otherMs: place(9).ms, isDelivered: false },
		],
		[
			'the end of the doubt must be met',
			{ ...head, doubt: doubtOf([2, 8]) },
			at('h', 9),
			{ anchorMs: place(8).ms - 1, otherMs: null, isDelivered: true },
		],
	])('%s', (_, state, contact, anchor) => {
		expect(anchorOf(stateWith(state), fresh(contact))).toEqual(anchor);
	});

	it('a contact that is still due is no end of what was delivered', () => {
		const anchor = { anchorMs: place(4).ms, otherMs: null, isDelivered: true };
		const met = (isDue: boolean) => isMet(anchor, [at('a', 4)], () => isDue);
		expect([met(false), met(true)]).toEqual([true, false]);
	});

	const known = { ...head, floor: place(0), length: 100 };
	it.each<[string, boolean, Partial<TriggerState>, number]>([
		['a stretch that can be remembered', false, known, 40_000],
		['a stretch that cannot be remembered', true, known, 70_000],
		['a doubt that goes on', true, { ...known, doubt: doubtOf([2, 8]) }, 200],
		['a list of unknown length', true, { ...known, length: null }, 200],
		['a list without a known freshest contact', true, { ...known, head: null }, 200],
	])('of %s all that came is checked first: %s', (_, isChecked, state, total) => {
		const page = { number: 1, sightings: [], total };
		expect(mustCheckHead(stateWith(state), page, 1000)).toBe(isChecked);
	});

	it('a doubt is full before the state is too large', () => {
		const many = (count: number) =>
			Array.from({ length: count }, (_, index) => at(`con_${index}`, index));
		const state = (count: number) => stateWith({ doubt: doubtOf([0, 8], many(count)) });
		expect([0, 40_000, 64_000].map((count) => isDoubtFull(state(count), 1000))).toEqual([
			false,
			false,
			true,
		]);
		expect(isDoubtFull(stateWith(), 100_000)).toBe(false);
	});
});
