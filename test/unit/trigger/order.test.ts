import fc from 'fast-check';

import {
	fits,
	isOwnOrder,
	noEvidence,
	orderShown,
	withMore,
	type Order,
	type Times,
} from '../../../nodes/Newsletter/trigger/order';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
/** Contacts by their event's time stamps, and the other ones where they differ. */
const list = (ms: number[], otherMs: number[] = ms): Times[] =>
	ms.map((time, index) => ({ ms: time, otherMs: otherMs[index]! }));
const shown = (event: 'contactCreated' | 'contactUpdated', times: Times[]) =>
	orderShown(event, withMore(noEvidence(), times));

const rising = range(20);
const falling = [...rising].reverse();
const mixed = rising.map((index) => (index * 7) % 20);

describe('the order that a whole list has shown', () => {
	it.each<[what: string, ms: number[], order: Order]>([
		['of 20 time stamps that fall', falling, 'newest'],
		['of 20 time stamps that rise', rising, 'oldest'],
		[
			'of falling time stamps of several contacts each',
			falling.flatMap((ms) => [ms, ms]),
			'newest',
		],
		['of 20 time stamps in no order', mixed, null],
		['of 19 time stamps, which may be in order by chance', range(19), null],
		[
			'of 40 contacts with 19 time stamps',
			range(40)
				.map((index) => index % 19)
				.sort((a, b) => a - b),
			null,
		],
		['of 100 contacts with one time stamp', range(100).map(() => 7), null],
		['of nobody', [], null],
		['that rises but for its last contact', [...rising, 0], null],
		['that falls but for its first contact', [0, ...falling], null],
	])('%s', (_, ms, order) => {
		expect(shown('contactCreated', list(ms))).toBe(order);
	});

	it.each<[what: string, ms: number[], otherMs: number[], order: Order]>([
		['is not certain while it is that of creation too', falling, falling, null],
		['is not certain while it is that of creation too, oldest first', rising, rising, null],
		['is certain where creation is in no order', falling, mixed, 'newest'],
		['is certain where creation is in no order, oldest first', rising, mixed, 'oldest'],
		['is certain where creation is in the opposite order', falling, rising, 'newest'],
		['is not certain where all were created at once', rising, rising.map(() => 7), null],
	])('for updates %s', (_, ms, otherMs, order) => {
		expect(shown('contactUpdated', list(ms, otherMs))).toBe(order);
	});

	it('for creations may be that of updates too, and says so', () => {
		const both = withMore(noEvidence(), list(falling));
		const own = withMore(noEvidence(), list(falling, mixed));
		expect([orderShown('contactCreated', both), isOwnOrder(both)]).toEqual(['newest', false]);
		expect([orderShown('contactCreated', own), isOwnOrder(own)]).toEqual(['newest', true]);
	});

	it('is the same however the list is divided into pages and polls', () => {
		const arbitraryTimes = fc.record({ ms: fc.nat({ max: 5 }), otherMs: fc.nat({ max: 5 }) });
		fc.assert(
			fc.property(fc.array(arbitraryTimes), fc.nat(), (times, at) => {
				const cut = at % (times.length + 1);
				const first = withMore(noEvidence(), times.slice(0, cut));
				const stored = JSON.parse(JSON.stringify(first)) as typeof first;
				expect(withMore(stored, times.slice(cut))).toEqual(withMore(noEvidence(), times));
			}),
		);
	});

	it('leaves the evidence that was there as it was', () => {
		const evidence = noEvidence();
		withMore(evidence, list(mixed));
		expect(evidence).toEqual(noEvidence());
	});
});

describe('one page', () => {
	it.each<[what: string, ms: number[], newest: boolean, oldest: boolean]>([
		['that falls', [3, 2, 2, 1], true, false],
		['that rises', [1, 2, 2, 3], false, true],
		['of one time stamp', [2, 2, 2], true, true],
		['of one contact', [2], true, true],
		['without contacts', [], true, true],
		['in no order', [1, 3, 2], false, false],
	])('%s fits its order only', (_, ms, newest, oldest) => {
		expect([fits('newest', list(ms)), fits('oldest', list(ms))]).toEqual([newest, oldest]);
	});
});
