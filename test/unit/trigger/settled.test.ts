import fc from 'fast-check';

import {
	canDrop,
	CAPACITY_CHARS,
	countSettled,
	fingerprint,
	isCrowded,
	pack,
	resettle,
	settledChars,
	settledCheck,
	unpack,
} from '../../../nodes/Newsletter/trigger/settled';
import { MINUTE_MS, NOON_MS, sighting } from './sightings';

const FINGERPRINTS = fc.integer({ min: 0, max: 2 ** 40 - 1 });
const byNumber = (a: number, b: number) => a - b;
const many = (count: number, ms = 0) =>
	Array.from({ length: count }, (_, index) => sighting(`con_${index}`, ms));

describe('packed numbers', () => {
	it('come back sorted and each once, whatever they are', () => {
		fc.assert(
			fc.property(fc.array(FINGERPRINTS), (numbers) => {
				expect(unpack(pack(numbers))).toEqual([...new Set(numbers)].sort(byNumber));
			}),
		);
	});

	it.each<[what: string, numbers: number[]]>([
		['none', []],
		['zero', [0]],
		['the last of one byte', [127]],
		['the first of two bytes', [128]],
		['both sides of 32 bits', [2 ** 31 - 1, 2 ** 31, 2 ** 32]],
		['the greatest fingerprint', [2 ** 40 - 1]],
		['neighbours', [5, 6, 7]],
	])('come back: %s', (_, numbers) => {
		expect(unpack(pack(numbers))).toEqual(numbers);
		expect(unpack(pack([...numbers, ...numbers]))).toEqual(numbers);
	});

	it('are one text for one set, in whatever order they came', () => {
		fc.assert(
			fc.property(fc.uniqueArray(FINGERPRINTS), (numbers) => {
				expect(pack([...numbers].reverse())).toBe(pack(numbers));
			}),
		);
	});
});

describe('a fingerprint', () => {
	const contact = { id: 'con_1', key: '2026-03-01T12:00:00.000Z' };

	it('is always the same one, of 40 bits', () => {
		const number = fingerprint(contact);
		expect(fingerprint({ ...contact })).toBe(number);
		expect(Number.isInteger(number) && number >= 0 && number < 2 ** 40).toBe(true);
	});

	it.each([
		['contact', { ...contact, id: 'con_2' }],
		['time stamp', { ...contact, key: '2026-03-01T12:00:00.001Z' }],
	])('is another one for another %s', (_, other) => {
		expect(fingerprint(other)).not.toBe(fingerprint(contact));
	});
});

describe('settled contacts', () => {
	const added = [
		sighting('con_1', 0),
		sighting('con_2', MINUTE_MS - 1),
		sighting('con_3', MINUTE_MS),
	];
	const settled = resettle({}, added, [], -Infinity);

	it('are known again, under their own time stamp only', () => {
		const isSettled = settledCheck(settled);
		expect(added.filter(isSettled)).toEqual(added);
		expect(isSettled(sighting('con_4', 0))).toBe(false);
		expect(isSettled(sighting('con_1', 1))).toBe(false);
		expect(isSettled(sighting('con_1', 5 * MINUTE_MS))).toBe(false);
	});

	it('are counted', () => {
		expect([countSettled({}), countSettled(settled)]).toEqual([0, 3]);
	});

	it('count once where they are settled twice', () => {
		expect(resettle(settled, added, [], -Infinity)).toEqual(settled);
	});

	it('are left as they were: a new value is returned', () => {
		const before = JSON.stringify(settled);
		resettle(settled, [sighting('con_9', 0)], [added[0]!], NOON_MS + 9 * MINUTE_MS);
		expect(JSON.stringify(settled)).toBe(before);
	});

	it.each([
		['within the first minute', -1, ['con_1', 'con_2', 'con_3']],
		['at the last moment of the first minute', MINUTE_MS - 1, ['con_1', 'con_2', 'con_3']],
		['at the end of the first minute', MINUTE_MS, ['con_3']],
		['after both', 2 * MINUTE_MS, []],
	])('are forgotten by whole minutes, below a time %s', (_, belowMs, left) => {
		const isSettled = settledCheck(resettle(settled, [], [], NOON_MS + belowMs));
		expect(added.filter(isSettled).map(({ id }) => id)).toEqual(left);
	});

	it('that are done with are forgotten one by one', () => {
		const next = resettle(settled, [], [added[0]!, added[2]!, sighting('con_4', 0)], -Infinity);
		expect([added.map(settledCheck(next)), Object.keys(next)]).toEqual([
			[false, true, false],
			[Object.keys(settled)[0]],
		]);
	});

	it('can be dropped from the end of a minute on, not before', () => {
		expect(canDrop({}, Infinity)).toBe(false);
		expect(canDrop(settled, NOON_MS + MINUTE_MS - 1)).toBe(false);
		expect(canDrop(settled, NOON_MS + MINUTE_MS)).toBe(true);
	});

	it('are what was added less what is below or done, after any steps', () => {
		const arbitraryContact = fc
			.tuple(fc.nat({ max: 6 }), fc.nat({ max: 4 }))
			.map(([id, minute]) => sighting(`con_${id}`, minute * MINUTE_MS));
		const arbitraryStep = fc.record({
			more: fc.array(arbitraryContact, { maxLength: 5 }),
			done: fc.array(arbitraryContact, { maxLength: 3 }),
			minute: fc.nat({ max: 4 }),
		});
		const nameOf = ({ id, key }: { id: string; key: string }) => `${id} ${key}`;
		fc.assert(
			fc.property(fc.array(arbitraryStep, { maxLength: 8 }), (steps) => {
				let kept = {};
				const expected = new Map<string, number>();
				for (const { more, done, minute } of steps) {
					const belowMs = NOON_MS + minute * MINUTE_MS;
					kept = resettle(kept, more, done, belowMs);
					for (const one of done) expected.delete(nameOf(one));
					for (const one of more) expected.set(nameOf(one), one.ms);
					for (const [name, ms] of expected) if (ms < belowMs) expected.delete(name);
				}
				const isSettled = settledCheck(JSON.parse(JSON.stringify(kept)) as typeof kept);
				const all = steps.flatMap(({ more, done }) => [...more, ...done]);
				expect(new Set(all.filter(isSettled).map(nameOf))).toEqual(new Set(expected.keys()));
				expect(countSettled(kept)).toBe(expected.size);
			}),
		);
	});
});

describe('the room for settled contacts', () => {
	it('takes about 5 characters each, and about 20 a minute', () => {
		expect(settledChars(resettle({}, many(30_000), [], -Infinity))).toBeLessThan(30_000 * 5.5);
		const apart = Array.from({ length: 100 }, (_, index) => many(1, index * MINUTE_MS)[0]!);
		expect(settledChars(resettle({}, apart, [], -Infinity))).toBeLessThan(100 * 25);
	});

	it('is crowded where those to come would go over it', () => {
		const room = CAPACITY_CHARS / 5 - 5;
		expect(isCrowded({}, room - 1)).toBe(false);
		expect(isCrowded({}, room + 1)).toBe(true);
		const half = resettle({}, many(room / 2), [], -Infinity);
		expect([isCrowded(half, room / 4), isCrowded(half, room / 2)]).toEqual([false, true]);
	});

	it('leaves the rest of 256 KB to the rest of the state', () => {
		expect(CAPACITY_CHARS).toBeLessThan(250 * 1024);
	});
});
