import type { Page } from '../../nodes/Newsletter/transport/list';
import { randomFrom } from './randomFrom';
import { Poller, SimulatedList, type ListOrder, type PollerSettings } from './simulation';
import { MINUTE_MS } from './virtualTime';

/** What the service gives as `total`, by the page that it gives it with. */
const TOTALS = {
	'all contacts, also those that the filter leaves out': ({ total }: Page) =>
		(total as number) + 100_000,
	'the contacts on the page': ({ contacts }: Page) => contacts.length,
	'the contacts so far': ({ contacts }: Page, page: number, limit: number) =>
		(page - 1) * limit + contacts.length,
	'the pages': ({ total }: Page, _page: number, limit: number) =>
		Math.ceil((total as number) / limit),
	'at most 300': ({ total }: Page) => Math.min(total as number, 300),
};
type Counted = keyof typeof TOTALS;

/** A trigger that was activated on a list of `history` contacts, minutes apart and long before. */
async function activated(
	order: ListOrder,
	counted: Counted,
	{ history = 80, ...settings }: Partial<PollerSettings> & { history?: number } = {},
) {
	const list = new SimulatedList(order, randomFrom(7));
	list.addHistory(history);
	const { fetchPage } = list;
	list.fetchPage = async (page, limit) => {
		const read = await fetchPage(page, limit);
		const total = read.contacts.length === 0 ? 0 : TOTALS[counted](read, page, limit);
		return { ...read, total: total < read.contacts.length ? undefined : total };
	};
	const poller = new Poller(list, { event: 'contactCreated', ...settings });
	await poller.poll();
	list.pass(MINUTE_MS);
	const poll = async () => {
		const before = list.requests;
		return { taken: await poller.poll(), requests: list.requests - before };
	};
	const add = (count: number) => Array.from({ length: count }, () => list.add());
	return { list, poller, poll, add };
}

const ORDERS: ListOrder[] = ['newest', 'oldest', 'shuffled', 'updatedNewest'];

describe.each(Object.keys(TOTALS) as Counted[])('a total that counts %s', (counted) => {
	it.each(ORDERS)('loses and doubles nothing on a list in the order "%s"', async (order) => {
		const { list, poller, poll, add } = await activated(order, counted);
		const added: string[] = [];
		for (const count of [1, 150, 0, 19, 1, 250, 2]) {
			added.push(...add(count));
			list.pass(MINUTE_MS);
			expect((await poll()).taken).toBe(count);
			list.pass(12 * MINUTE_MS);
		}
		expect(poller.delivered.map(({ id }) => id).sort()).toEqual(added.sort());
	});
});

describe('a total that counts more than is listed', () => {
	const COUNTED = 'all contacts, also those that the filter leaves out';

	it('costs one request when idle on a list in order from the newest', async () => {
		const { list, poll } = await activated('newest', COUNTED, { history: 950 });
		for (let idle = 0; idle < 3; idle += 1) {
			list.pass(20 * MINUTE_MS);
			expect(await poll()).toEqual({ taken: 0, requests: 1 });
		}
	});

	it('costs two scans when idle on a list in no order', async () => {
		const { list, poll } = await activated('shuffled', COUNTED, { history: 950 });
		list.pass(20 * MINUTE_MS);
		const { taken, requests } = await poll();
		expect(taken).toBe(0);
		expect(requests).toBeLessThanOrEqual(2 * (10 + 5));
	});

	it('goes on delivering on a list in no order, and remembers the last polls only', async () => {
		const { list, poller, poll, add } = await activated('shuffled', COUNTED, {
			maxContacts: 10_000,
			pageSize: 10_000,
		});
		for (let polls = 0; polls < 6; polls += 1) {
			add(1500);
			list.pass(15 * MINUTE_MS);
			expect((await poll()).taken).toBe(1500);
			expect(poller.stateBytes).toBeLessThan(200 * 1024);
		}
	});
});

it('a total of the page loses nothing where the service gives fewer a page than asked for', async () => {
	const { list, poll, add } = await activated('newest', 'the contacts on the page', {
		pageSize: 1000,
	});
	list.pageCap = 100;
	add(150);
	list.pass(MINUTE_MS);
	expect((await poll()).taken).toBe(150);
});

it('a list of one full page costs one request when idle', async () => {
	const { list, poll } = await activated('newest', 'the contacts so far', { history: 100 });
	list.pass(20 * MINUTE_MS);
	expect(await poll()).toEqual({ taken: 0, requests: 1 });
});

it.each([1, 2, 3, 4, 5, 6])(
	'a list of full pages keeps its order where a poll has time for %i requests',
	async (requests) => {
		const list = new SimulatedList('oldest', randomFrom(7));
		list.latencyMs = 1000;
		list.addHistory(300);
		const poller = new Poller(list, { event: 'contactCreated', budgetMs: requests * 1000 });
		do {
			await poller.poll();
		} while (poller.state?.scan);
		expect(poller.state?.order).toMatchObject({ isNewestFirst: false, total: 300 });
	},
);
