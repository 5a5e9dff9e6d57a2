/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import fc from 'fast-check';

import { Poller, SimulatedList, type ListOrder } from './simulation';

const RUNS = Number(process.env.TRIGGER_SCHEDULES ?? 1_000);
const SEED = process.env.TRIGGER_SEED === undefined ? undefined : Number(process.env.TRIGGER_SEED);
const MINUTE_MS = 60_000;
const STATE_LIMIT_BYTES = 256 * 1024;

const ORDERS: ListOrder[] = [
	'newest',
	'oldest',
	'email',
	'shuffled',
	'updatedNewest',
	'updatedOldest',
];

type Change =
	| { kind: 'add'; count: number; lateMs: number }
	| { kind: 'import'; count: number }
	| { kind: 'update'; pick: number }
	| { kind: 'remove'; pick: number }
	| { kind: 'pass'; ms: number }
	| { kind: 'poll' }
	| { kind: 'failingPoll'; atRequest: number };

const arbitraryChange: fc.Arbitrary<Change> = fc.oneof(
	{ weight: 5, arbitrary: fc.constant<Change>({ kind: 'poll' }) },
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('add' as const),
			count: fc.integer({ min: 1, max: 5 }),
			lateMs: fc.constantFrom(0, 0, 0, 1_000, MINUTE_MS, 9 * MINUTE_MS),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('import' as const),
			count: fc.integer({ min: 5, max: 60 }),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('update' as const), pick: fc.nat() }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }) },
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('pass' as const),
			ms: fc.constantFrom(500, 5_000, MINUTE_MS, 6 * MINUTE_MS, 11 * MINUTE_MS, 60 * MINUTE_MS),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('failingPoll' as const),
			atRequest: fc.integer({ min: 1, max: 6 }),
		}),
	},
);

const arbitrarySchedule = fc.record({
	order: fc.constantFrom(...ORDERS),
	event: fc.constantFrom('contactCreated' as const, 'contactUpdated' as const),
	startFrom: fc.constantFrom('now' as const, 'now' as const, 'beginning' as const),
	existing: fc.integer({ min: 0, max: 120 }),
	updatedBefore: fc.boolean(),
	pageSize: fc.integer({ min: 2, max: 40 }),
	pageCap: fc.constantFrom(Infinity, Infinity, 3, 10),
	maxContacts: fc.constantFrom(1000, 1000, 7, 20),
	clockStepMs: fc.constantFrom(1, 1, 1000),
	latencyMs: fc.constantFrom(0, 1, 300),
	budgetMs: fc.constantFrom(Infinity, Infinity, Infinity, 2_000),
	seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
	changes: fc.array(arbitraryChange, { minLength: 5, maxLength: 40 }),
	/** Changes between the requests of polls: which request, and what. */
	between: fc.array(
		fc.record({
			request: fc.integer({ min: 2, max: 120 }),
			change: fc.constantFrom('add', 'remove', 'update', 'swap'),
		}),
		{
			maxLength: 12,
		},
	),
});

type Schedule = typeof arbitrarySchedule extends fc.Arbitrary<infer T> ? T : never;

/** The minimal standard generator: numbers from 0 to 1, the same ones for the same seed. */
function randomFrom(seed: number): () => number {
	let value = seed;
	return () => {
		value = (value * 16_807) % 2_147_483_647;
		return (value - 1) / 2_147_483_646;
	};
}

async function run(schedule: Schedule): Promise<void> {
	const { event, startFrom } = schedule;
	const random = randomFrom(schedule.seed);
	const list = new SimulatedList(schedule.order, random);
	list.pageCap = schedule.pageCap;
	list.clockStepMs = schedule.clockStepMs;
	list.latencyMs = schedule.latencyMs;
	for (let index = 0; index < schedule.existing; index += 1) {
		list.add({ ageMs: (schedule.existing - index) * 37_000 + 20 * MINUTE_MS });
	}
	if (schedule.updatedBefore) {
		for (const id of [...list.contacts.keys()].filter(() => random() < 0.4)) {
			list.pass(1_000);
			list.update(id);
		}
		list.pass(20 * MINUTE_MS);
	}
	/** Every id and time stamp that is to be delivered, and those that may but need not be. */
	const expected = new Set<string>();
	const optional = new Set<string>();
	const stamp = (id: string) => `${id} ${new Date(list.keyOf(id, event) as number).toISOString()}`;
	if (startFrom === 'beginning') for (const id of list.contacts.keys()) expected.add(stamp(id));

	const poller = new Poller(list, { ...schedule, budgetMs: schedule.budgetMs });
	const pickId = (pick: number) =>
		[...list.contacts.keys()][pick % Math.max(1, list.contacts.size)];
	let isActive = false;
	const forget = (id: string) => {
		const gone = stamp(id);
		if (expected.delete(gone)) optional.add(gone);
	};
	const add = (lateMs = 0) => {
		const id = list.add({ lateMs });
		if (isActive) expected.add(stamp(id));
		else optional.add(stamp(id));
	};
	const update = (id: string | undefined) => {
		if (id === undefined) return;
		const before = stamp(id);
		const isOpen = expected.has(before);
		list.update(id);
		// Only a time stamp that moved is a new one.
		if (event !== 'contactUpdated' || stamp(id) === before) return;
		if (isOpen && expected.delete(before)) optional.add(before);
		if (isActive) expected.add(stamp(id));
		else optional.add(stamp(id));
	};
	const remove = (id: string | undefined) => {
		if (id === undefined) return;
		forget(id);
		list.remove(id);
	};
	const betweens = new Map(schedule.between.map(({ request, change }) => [request, change]));
	list.beforeRequest = (number) => {
		const change = betweens.get(number);
		betweens.delete(number);
		if (change === 'add' || change === 'swap') add();
		if (change === 'remove' || change === 'swap') remove(pickId(Math.floor(random() * 1000)));
		if (change === 'update') update(pickId(Math.floor(random() * 1000)));
	};

	await poller.poll();
	isActive = true;
	for (const change of schedule.changes) {
		if (change.kind === 'add') for (let n = 0; n < change.count; n += 1) add(change.lateMs);
		if (change.kind === 'import') for (let n = 0; n < change.count; n += 1) add();
		if (change.kind === 'update') update(pickId(change.pick));
		if (change.kind === 'remove') remove(pickId(change.pick));
		if (change.kind === 'pass') list.pass(change.ms);
		if (change.kind === 'poll') await poller.poll();
		if (change.kind === 'failingPoll') await failingPoll(list, poller, change.atRequest);
		if (change.kind !== 'pass') list.pass(1_000);
	}
	list.pass(11 * MINUTE_MS);
	const enoughQuiet = schedule.budgetMs === Infinity ? 3 : 80;
	for (let polls = 0, quiet = 0; polls < 800 && quiet < enoughQuiet; polls += 1) {
		if (polls === 5) betweens.clear();
		quiet = (await poller.poll()) === 0 && polls > 5 ? quiet + 1 : 0;
		list.pass(MINUTE_MS);
	}

	const delivered = poller.delivered.map(({ id, key }) => `${id} ${key}`);
	expect(delivered.filter((one, index) => delivered.indexOf(one) !== index)).toEqual([]);
	expect(delivered.filter((one) => !expected.has(one) && !optional.has(one))).toEqual([]);
	const all = new Set(delivered);
	expect([...expected].filter((one) => !all.has(one))).toEqual([]);
	expect(poller.stateBytes).toBeLessThan(STATE_LIMIT_BYTES);

	// Long after the last delivery: one request where the list is in order, and nothing is written.
	list.pass(60 * MINUTE_MS);
	await poller.poll();
	list.pass(60 * MINUTE_MS);
	await poller.poll();
	const { requests } = list;
	const { writes } = poller;
	const isInOrder = poller.state?.order != null;
	await poller.poll();
	// A walk that takes several polls has something to remember after each.
	if (schedule.budgetMs !== Infinity) return;
	expect(poller.writes).toBe(writes);
	if (isInOrder) expect(list.requests - requests).toBe(1);
}

async function failingPoll(list: SimulatedList, poller: Poller, atRequest: number): Promise<void> {
	const before = JSON.stringify(poller.state);
	const count = poller.delivered.length;
	const { beforeRequest, requests } = list;
	list.beforeRequest = (number) => {
		if (number - requests >= atRequest) throw new Error('the service fails');
		beforeRequest(number);
	};
	const failed = await poller.poll().then(
		() => false,
		() => true,
	);
	list.beforeRequest = beforeRequest;
	if (!failed) return;
	expect(JSON.stringify(poller.state)).toBe(before);
	expect(poller.delivered.length).toBe(count);
}

it(`each new contact is delivered exactly once, whatever happens (${RUNS} schedules)`, async () => {
	await fc.assert(fc.asyncProperty(arbitrarySchedule, run), { numRuns: RUNS, seed: SEED });
}, 3_600_000);
