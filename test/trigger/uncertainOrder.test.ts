/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import fc from 'fast-check';

import { Poller, SimulatedList } from './simulation';
import { randomFrom } from './randomFrom';

const RUNS = Math.ceil(Number(process.env.TRIGGER_SCHEDULES ?? 500) / 4);
/** The same schedules at each run, unless others are asked for: `npm run test:schedules` does. */
const SEED = Number(process.env.TRIGGER_SEED ?? 1);
const MINUTE_MS = 60_000;

type Change =
	| { kind: 'update' | 'remove'; at: number; count: number }
	| { kind: 'add'; count: number }
	| { kind: 'touchDelivered'; count: number };

const arbitraryChange: fc.Arbitrary<Change> = fc.oneof(
	fc.record({
		kind: fc.constantFrom('update' as const, 'remove' as const),
		at: fc.double({ min: 0, max: 0.999, noNaN: true }),
		count: fc.integer({ min: 1, max: 12 }),
	}),
	fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 6 }) }),
	fc.record({
		kind: fc.constant('touchDelivered' as const),
		count: fc.integer({ min: 1, max: 30 }),
	}),
);

const arbitrarySchedule = fc.record({
	order: fc.constantFrom(
		'newest' as const,
		'oldest' as const,
		'updatedNewest' as const,
		'updatedOldest' as const,
	),
	existing: fc.integer({ min: 20, max: 80 }),
	backlog: fc.integer({ min: 5, max: 250 }),
	apartMs: fc.constantFrom(0, 1_000, 20_000, MINUTE_MS),
	pageSize: fc.integer({ min: 2, max: 20 }),
	maxContacts: fc.integer({ min: 2, max: 60 }),
	clockStepMs: fc.constantFrom(1, 1_000),
	betweenPollsMs: fc.constantFrom(1_000, MINUTE_MS, 12 * MINUTE_MS),
	/** What happens while the backlog comes, by how much of it is there. */
	meanwhile: fc.array(
		fc.record({
			after: fc.double({ min: 0, max: 1, noNaN: true }),
			change: arbitraryChange,
		}),
		{ maxLength: 4 },
	),
	/** What happens after each poll. */
	later: fc.array(fc.array(arbitraryChange, { maxLength: 2 }), { maxLength: 12 }),
	/** What happens before a request, by its number. */
	between: fc.array(
		fc.record({ request: fc.integer({ min: 10, max: 200 }), change: arbitraryChange }),
		{ maxLength: 4 },
	),
	seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
});

type Schedule = typeof arbitrarySchedule extends fc.Arbitrary<infer T> ? T : never;

async function run(schedule: Schedule): Promise<void> {
	const { backlog, apartMs } = schedule;
	const random = randomFrom(schedule.seed);
	const list = new SimulatedList(schedule.order, random);
	list.clockStepMs = schedule.clockStepMs;
	for (let index = schedule.existing; index > 0; index -= 1) {
		list.add({ ageMs: (20 + index) * MINUTE_MS });
	}
	const poller = new Poller(list, { ...schedule, event: 'contactCreated' });
	const due = new Set<string>();
	const gone = new Set<string>();
	const change = (what: Change) => {
		list.pass(1_000);
		const ids = [...list.contacts.keys()];
		if (what.kind === 'add') for (let n = 0; n < what.count; n += 1) due.add(list.add());
		if (what.kind === 'touchDelivered') {
			for (const { id } of poller.delivered.slice(-what.count)) {
				list.update(id);
				list.pass(100);
			}
		}
		if (what.kind !== 'update' && what.kind !== 'remove') return;
		const first = Math.floor(what.at * ids.length);
		for (const id of ids.slice(first, first + what.count)) {
			if (what.kind === 'update') list.update(id);
			else {
				list.remove(id);
				gone.add(id);
			}
			list.pass(100);
		}
	};

	await poller.poll();
	list.pass(11 * MINUTE_MS);
	await poller.poll();
	for (let index = 0; index < backlog; index += 1) {
		for (const { after, change: what } of schedule.meanwhile) {
			if (Math.floor(after * backlog) === index) change(what);
		}
		due.add(list.add());
		list.pass(apartMs);
	}
	list.pass(MINUTE_MS);
	list.beforeRequest = (number) => {
		const now = schedule.between.filter(({ request }) => request === number);
		for (const { change: what } of now) change(what);
	};
	for (let poll = 0, quiet = 0; poll < 400 && quiet < 4; poll += 1) {
		const { requests } = list;
		const taken = await poller.poll();
		// Who comes while a poll reads may have to wait for the next one.
		const isAtRest = schedule.between.every(
			({ request }) => request <= requests || request > list.requests,
		);
		quiet = taken === 0 && isAtRest && poll > schedule.later.length ? quiet + 1 : 0;
		for (const what of schedule.later[poll] ?? []) change(what);
		list.pass(quiet > 0 ? 11 * MINUTE_MS : schedule.betweenPollsMs);
	}

	const delivered = poller.delivered.map(({ id }) => id);
	expect(delivered.filter((id, index) => delivered.indexOf(id) !== index)).toEqual([]);
	expect(delivered.filter((id) => !due.has(id))).toEqual([]);
	const all = new Set(delivered);
	expect([...due].filter((id) => !all.has(id) && !gone.has(id))).toEqual([]);
}

it(`a backlog leaves whole and once where nobody was updated before it came (${RUNS} schedules)`, async () => {
	await fc.assert(fc.asyncProperty(arbitrarySchedule, run), { numRuns: RUNS, seed: SEED });
}, 3_600_000);

it.each(['updatedNewest', 'updatedOldest'] as const)(
	'an old contact and the newest one that moved together hide nobody, %s',
	async (order) => {
		const list = new SimulatedList(order, randomFrom(1));
		list.addHistory(30);
		const poller = new Poller(list, {
			event: 'contactCreated',
			startFrom: 'beginning',
			maxContacts: 4,
			pageSize: 2,
		});
		await poller.poll();
		list.pass(MINUTE_MS);
		const ids = [...list.contacts.keys()];
		for (const id of [ids[6]!, ids.at(-1)!]) {
			list.update(id);
			list.pass(1_000);
		}
		while ((await poller.poll()) > 0) list.pass(MINUTE_MS);
		expect(poller.delivered.map(({ id }) => id).sort()).toEqual(ids.sort());
	},
);

it.each(['updatedNewest', 'updatedOldest'] as const)(
	'a contact that moves between two requests, while it waits for a later poll, is not lost, %s',
	async (order) => {
		const list = new SimulatedList(order, randomFrom(1));
		list.addHistory(60);
		const ids = [...list.contacts.keys()];
		const poller = new Poller(list, {
			event: 'contactCreated',
			startFrom: 'beginning',
			maxContacts: 4,
			pageSize: 5,
		});
		await poller.poll();
		list.pass(MINUTE_MS);
		await poller.poll();
		const { requests } = list;
		list.beforeRequest = (number) => {
			if (number === requests + 2) list.update(ids[9]!);
		};
		while ((await poller.poll()) > 0) list.pass(MINUTE_MS);
		expect(list.keyOf(ids[9]!, 'contactUpdated')).toBeGreaterThan(list.nowMs - 60 * MINUTE_MS);
		expect(poller.delivered.map(({ id }) => id).sort()).toEqual(ids.sort());
	},
);

it.each(['newest', 'oldest'] as const)(
	'a backlog of 10,000 of whom nobody was updated leaves whole and once, %s first',
	async (order) => {
		const list = new SimulatedList(order, randomFrom(1));
		list.addHistory(200);
		const poller = new Poller(list, { event: 'contactCreated', maxContacts: 1_000 });
		await poller.poll();
		list.pass(11 * MINUTE_MS);
		await poller.poll();
		for (let index = 0; index < 10_000; index += 1) {
			list.add();
			list.pass(MINUTE_MS);
		}
		while ((await poller.poll()) > 0) {
			expect(poller.stateBytes).toBeLessThan(256 * 1024);
			list.pass(MINUTE_MS);
		}
		expect(new Set(poller.delivered.map(({ id }) => id)).size).toBe(10_000);
		expect(poller.delivered).toHaveLength(10_000);
		expect(poller.stateBytes).toBeLessThan(2_000);
	},
);
