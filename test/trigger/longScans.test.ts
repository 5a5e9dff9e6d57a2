import { MINUTE_MS, SECOND_MS } from './durations';
import { randomFrom } from './randomFrom';
import { Poller, SimulatedList, type ListOrder } from './simulation';

const EVENT = 'contactCreated';

/** A trigger on a list of which a poll can read about a third. */
async function activated(order: ListOrder, history = 6000) {
	const list = new SimulatedList(order, randomFrom(3));
	list.addHistory(history);
	list.latencyMs = SECOND_MS;
	const settings = { event: EVENT, pageSize: 100, budgetMs: 20 * SECOND_MS } as const;
	const poller = new Poller(list, settings);
	const polls = async (count: number) => {
		for (let poll = 0; poll < count; poll += 1) {
			await poller.poll();
			list.pass(MINUTE_MS);
		}
	};
	await polls(8);
	expect([typeof poller.state?.cursor, poller.delivered]).toEqual(['number', []]);
	return { list, poller, polls };
}

const idsOf = ({ delivered }: Poller) => delivered.map(({ id }) => id).sort();

describe.each(['shuffled', 'email', 'updatedNewest'] as const)(
	'a scan of several polls over a list in the order "%s"',
	(order) => {
		it('moves the cursor at its end, so that no contact is remembered for ever', async () => {
			const { list, poller, polls } = await activated(order);
			const added = Array.from({ length: 5 }, () => list.add());
			await polls(12);
			list.pass(11 * MINUTE_MS);
			await polls(12);
			expect(idsOf(poller)).toEqual(added.sort());
			expect(poller.state?.delivered).toEqual([]);
		});

		it.each([
			['comes', (list: SimulatedList) => void list.add()],
			[
				'is updated',
				(list: SimulatedList) => list.update([...list.contacts.keys()][1234] as string),
			],
		])('loses nobody where somebody %s meanwhile', async (_, change) => {
			const { list, poller, polls } = await activated(order);
			list.beforeRequest = (number) => {
				if (number % 7 === 0) change(list);
			};
			const before = new Set(list.contacts.keys());
			await polls(12);
			list.beforeRequest = () => undefined;
			await polls(24);
			const added = [...list.contacts.keys()].filter((id) => !before.has(id));
			expect(idsOf(poller)).toEqual(added.sort());
		});
	},
);

it('does not take a list for one by creation that begins anew with the pages of a later poll', async () => {
	const list = new SimulatedList('updatedOldest', randomFrom(1));
	list.addHistory(80);
	const ids = [...list.contacts.keys()];
	list.latencyMs = SECOND_MS;
	const poller = new Poller(list, {
		event: EVENT,
		startFrom: 'beginning',
		maxContacts: 7,
		pageSize: 5,
		budgetMs: 6 * SECOND_MS,
	});
	// The first 40 come last, in the order of creation again: a poll reads 8 pages.
	for (const id of ids.slice(0, 40)) {
		list.update(id);
		list.pass(SECOND_MS);
	}
	for (let polls = 0; polls < 60; polls += 1) {
		await poller.poll();
		list.pass(11 * MINUTE_MS);
	}
	expect(idsOf(poller)).toEqual(ids.sort());
});

it('gets on where no reading is ever steady, before it can remember no more', async () => {
	const { list, poller, polls } = await activated('shuffled', 1200);
	list.beforeRequest = (number) => {
		if (number % 7 === 0) list.remove([...list.contacts.keys()][number] as string);
	};
	const added: string[] = [];
	for (let round = 0; round < 9; round += 1) {
		for (let count = 0; count < 2000; count += 1) added.push(list.add());
		await polls(14);
	}
	for (let more = 0; more < 10 && poller.delivered.length < added.length; more += 1) {
		await polls(60);
	}
	expect(idsOf(poller)).toEqual(added.sort());
}, 120_000);

it('delivers a whole list from its beginning, though more leave above the cursor than can be remembered', async () => {
	const list = new SimulatedList('email', randomFrom(3));
	const ids = Array.from({ length: 16_000 }, (_, index) =>
		list.add({ ageMs: (20_000 - index) * MINUTE_MS }),
	);
	list.latencyMs = SECOND_MS;
	const poller = new Poller(list, {
		event: EVENT,
		startFrom: 'beginning',
		pageSize: 1000,
		maxContacts: 5000,
		budgetMs: 2 * SECOND_MS,
	});
	for (let polls = 0; polls < 400 && poller.delivered.length < ids.length; polls += 1) {
		await poller.poll();
		expect(poller.stateBytes).toBeLessThan(256 * 1024);
		list.pass(MINUTE_MS);
	}
	expect(idsOf(poller)).toEqual([...ids].sort());
}, 120_000);
