import type { WholeList } from '../../../nodes/Newsletter/transport/wholeList';
import type { Contact } from '../../../nodes/Newsletter/transport/types';
import { isComplete, tallied, type Tally } from '../../../nodes/Newsletter/trigger/tally';
import { MINUTE_MS, NOON_MS } from './sightings';

/** Contacts by number, created a minute before the walk or after it. */
const contacts = (from: number, to: number, createdMs = NOON_MS - MINUTE_MS) =>
	Array.from({ length: to - from + 1 }, (_, index) => ({
		id: `con_${from + index}`,
		createdAt: new Date(createdMs).toISOString(),
		updatedAt: new Date(createdMs).toISOString(),
	})) as Contact[];

const part = (inListOrder: Contact[], changes: Partial<WholeList> = {}) =>
	({
		begin: { total: 30, servedAtMs: NOON_MS },
		total: 30,
		size: 5,
		inListOrder,
		...changes,
	}) as WholeList;

const walked = (...parts: WholeList[]) =>
	parts.reduce<Tally | null>((tally, next, index) => tallied(tally, index === 0, next), null);

it.each<[what: string, parts: WholeList[], expected: boolean]>([
	['all that was there', [part(contacts(1, 20)), part(contacts(21, 30))], true],
	['all but one', [part(contacts(1, 20)), part(contacts(22, 30))], false],
	[
		'a contact twice, in place of another',
		[part(contacts(1, 20)), part(contacts(20, 20)), part(contacts(22, 30))],
		false,
	],
	[
		'all, and some that came meanwhile',
		[
			part(contacts(1, 20)),
			part([...contacts(21, 30), ...contacts(31, 33, NOON_MS)], { total: 33 }),
		],
		true,
	],
	[
		'all but one, and one that came meanwhile',
		[
			part(contacts(1, 20)),
			part([...contacts(22, 30), ...contacts(31, 31, NOON_MS)], { total: 30 }),
		],
		false,
	],
	[
		'all but one, and one again that was changed meanwhile',
		[
			part(contacts(1, 20)),
			part([
				...contacts(22, 30),
				{ ...contacts(1, 1)[0]!, updatedAt: new Date(NOON_MS).toISOString() },
			]),
		],
		false,
	],
	[
		'all, after more came than the last pages hold',
		[part(contacts(1, 20)), part(contacts(20, 30), { total: 41 })],
		false,
	],
])('a walk that found %s is told by its tally', (_, parts, expected) => {
	expect(isComplete(walked(...parts))).toBe(expected);
});

it.each([
	['no total', { begin: { total: undefined, servedAtMs: NOON_MS } }],
	['no time', { begin: { total: 30, servedAtMs: undefined } }],
])('a service that tells %s leaves nothing to count by', (_, changes) => {
	expect(walked(part(contacts(1, 20), changes), part(contacts(21, 30)))).toBeNull();
});

it('a tally stays small whatever the page size', () => {
	const size = 30_000;
	const begin = { total: 90_000, servedAtMs: NOON_MS };
	const tally = tallied(null, true, part(contacts(1, 60_000), { begin, size, total: 90_000 }));
	expect(JSON.stringify(tally).length).toBeLessThan(20_000);
	const second = part(contacts(58_001, 90_000), { begin, size, total: 90_000 });
	expect(tallied(tally, false, second)?.found).toBe(90_000);
});

it('a tally outlives the way through JSON, and stays small', () => {
	const size = 1000;
	const begin = { total: 4000, servedAtMs: NOON_MS };
	const first = tallied(null, true, part(contacts(1, 3000), { begin, size, total: 4000 }));
	const text = JSON.stringify(first);
	expect(text.length).toBeLessThan(20_000);
	const second = part(contacts(2990, 4000), { begin, size, total: 4010 });
	expect(tallied(JSON.parse(text) as Tally, false, second)?.found).toBe(4000);
});
