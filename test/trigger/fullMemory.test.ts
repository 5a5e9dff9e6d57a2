import { MINUTE_MS, SECOND_MS } from './durations';
import { randomFrom } from './randomFrom';
import { Poller, SimulatedList, type ListOrder } from './simulation';

/*
 * More contacts within 10 minutes than the trigger can remember: they leave in parts, and none of
 * the polls before the last is the end of it.
 */

const EVENT = 'contactCreated';
const STATE_LIMIT_BYTES = 256 * 1024;

function listOf(order: ListOrder, history: number): SimulatedList {
	const list = new SimulatedList(order, randomFrom(5));
	for (let age = history; age > 0; age -= 1) list.add({ ageMs: (30 + age) * MINUTE_MS });
	return list;
}

async function expectAll(list: SimulatedList, poller: Poller, due: string[], mostPolls: number) {
	for (let polls = 0; polls < mostPolls && poller.delivered.length < due.length; polls += 1) {
		list.pass(MINUTE_MS);
		await poller.poll();
		expect(poller.stateBytes).toBeLessThan(STATE_LIMIT_BYTES);
	}
	expect(poller.delivered.map(({ id }) => id).sort()).toEqual([...due].sort());
}

it('contacts that appear late before an import do not stop it for ever', async () => {
	const list = listOf('email', 1000);
	const poller = new Poller(list, { event: EVENT, pageSize: 10_000, maxContacts: 20_000 });
	await poller.poll();
	list.pass(20 * MINUTE_MS);
	await poller.poll();
	const due = Array.from({ length: 40 }, () => list.add({ lateMs: 9.9 * MINUTE_MS }));
	list.pass(MINUTE_MS + SECOND_MS);
	for (let count = 0; count < 20_000; count += 1) {
		due.push(list.add());
		if (count % 10 === 0) list.pass(1);
	}
	await expectAll(list, poller, due, 60);
});

it.each([
	{ order: 'newest', stamps: 4, each: 5_000, pageSize: 250 },
	{ order: 'email', stamps: 1, each: 20_000, pageSize: 1000 },
	{ order: 'email', stamps: 400, each: 40, pageSize: 1000 },
] as const)(
	'an import of $stamps time stamps with $each contacts each leaves where a poll reads a part of it, $order',
	async ({ order, stamps, each, pageSize }) => {
		const list = listOf(order, 9000);
		list.latencyMs = SECOND_MS;
		const settings = {
			event: EVENT,
			pageSize,
			maxContacts: 10_000,
			budgetMs: 20 * SECOND_MS,
		} as const;
		const poller = new Poller(list, settings);
		do {
			await poller.poll();
			list.pass(MINUTE_MS);
		} while (poller.state?.scan);
		await poller.poll();
		const due: string[] = [];
		for (let stamp = 0; stamp < stamps; stamp += 1) {
			list.pass(SECOND_MS);
			for (let count = 0; count < each; count += 1) due.push(list.add());
		}
		await expectAll(list, poller, due, 300);
	},
);
