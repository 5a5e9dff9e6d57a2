/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import fc from 'fast-check';
import type { FetchPage } from '../../../nodes/Newsletter/transport/list';
import { readAll, readSome, readWhole } from '../../../nodes/Newsletter/transport/pages';
import { expectEachOnce, idsOf, lists, pageSizes, STEADY_ORDERS } from './listCases';
import { SimulatedList, type ListOptions, type ListOrder } from './simulatedList';

const FROM_THE_START = { pageSize: 100, startPage: 1 };

const sorted = (ids: string[]) => [...ids].sort();
const pagesAsked = ({ requests }: SimulatedList) =>
	requests.map(({ page, limit }) => [page, limit]);

async function idsOfAll(list: SimulatedList, range = FROM_THE_START): Promise<string[]> {
	return idsOf(await readAll(list.fetchPage, range));
}

describe('readAll', () => {
	it.each<[list: string, options: ListOptions, asked: number[][]]>([
		['an empty list with one request', { contacts: 0 }, [[1, 100]]],
		['a part of a page with one request', { contacts: 99 }, [[1, 100]]],
		[
			'a full page, of which total may be the length, with one request more',
			{ contacts: 100 },
			[
				[1, 100],
				[2, 100],
			],
		],
		[
			'two full pages, of which total may be the length, with one request more',
			{ contacts: 200 },
			[
				[1, 100],
				[2, 100],
				[3, 100],
			],
		],
		[
			'250 contacts with three requests',
			{ contacts: 250 },
			[
				[1, 100],
				[2, 100],
				[3, 100],
			],
		],
		[
			"with the service's page size, where that is smaller",
			{ contacts: 120, mostPerPage: 50 },
			[
				[1, 100],
				[2, 50],
				[3, 50],
			],
		],
		[
			'to the first empty page and once again, where there is no total',
			{ contacts: 200, total: 'missing' },
			[
				[1, 100],
				[2, 100],
				[3, 100],
				[1, 100],
				[2, 100],
				[3, 100],
			],
		],
	])('reads %s', async (...[, options, asked]) => {
		const list = new SimulatedList(options);
		expect(sorted(await idsOfAll(list))).toEqual(sorted(list.thereAllAlong));
		expect(pagesAsked(list)).toEqual(asked);
	});

	it('keeps the order of the list', async () => {
		const list = new SimulatedList({ contacts: 250, order: 'oldest' });
		expect(await idsOfAll(list)).toEqual(list.thereAllAlong);
	});

	it('begins with the page that it is told to', async () => {
		const list = new SimulatedList({ contacts: 250, order: 'oldest' });
		const ids = await idsOfAll(list, { pageSize: 100, startPage: 2 });
		expect(ids).toEqual(list.thereAllAlong.slice(100));
		expect(pagesAsked(list)).toEqual([
			[2, 100],
			[3, 100],
		]);
	});

	it.each<[pastEnd: ListOptions['pastEnd'], contacts: number, startPage: number]>([
		['nothing', 250, 4],
		['lastPage', 250, 4],
		['lastPage', 200, 3],
		['lastPage', 250, 9],
		['lastPage', 100, 2],
	])('holds nobody where %s stands past the end of %i, from page %i on', async (...row) => {
		const [pastEnd, contacts, startPage] = row;
		const list = new SimulatedList({ contacts, pastEnd });
		expect(await idsOfAll(list, { pageSize: 100, startPage })).toEqual([]);
		expect(await readSome(list.fetchPage, { pageSize: 100, startPage }, 50)).toEqual([]);
	});

	it('begins with a later page where total counts only that', async () => {
		const list = new SimulatedList({ contacts: 450, order: 'oldest', total: 'ofPage' });
		const ids = await idsOfAll(list, { pageSize: 100, startPage: 2 });
		expect(ids).toEqual(list.thereAllAlong.slice(100));
	});

	it('ends where a service without a total repeats its last page for ever', async () => {
		const list = new SimulatedList({ contacts: 5 });
		const repeating = async (_page: number, limit: number) => {
			const page = await list.fetchPage(1, limit);
			return { ...page, total: undefined };
		};
		expect(await readAll(repeating, FROM_THE_START)).toHaveLength(5);
	});

	it('holds each contact of a list at rest once, in every order and page size', async () => {
		const options = lists(STEADY_ORDERS, []);
		const totals = fc.constantFrom<ListOptions['total']>('given', 'missing', 'larger');
		await fc.assert(
			fc.asyncProperty(options, pageSizes, totals, async (list, pageSize, total) => {
				await expectEachOnce({ ...list, total }, pageSize);
			}),
			{ numRuns: 200 },
		);
	});

	it('passes on what a page fails with', async () => {
		const list = new SimulatedList({ contacts: 250 });
		const failing = async (page: number, limit: number) => {
			if (page === 2) throw new Error('page 2 failed');
			return await list.fetchPage(page, limit);
		};
		await expect(readAll(failing, FROM_THE_START)).rejects.toThrow('page 2 failed');
	});
});

describe('readSome', () => {
	it.each<[limit: string, most: number, options: ListOptions, asked: number[][]]>([
		['asks for no more than it needs', 7, { contacts: 250 }, [[1, 7]]],
		[
			'gives exactly 250 over three pages',
			250,
			{ contacts: 1000 },
			[
				[1, 100],
				[2, 100],
				[3, 100],
			],
		],
		[
			'gives exactly 250 where the service caps its pages at 50',
			250,
			{ contacts: 1000, mostPerPage: 50 },
			[
				[1, 100],
				[2, 50],
				[3, 50],
				[4, 50],
				[5, 50],
			],
		],
		[
			'asks for no more once it has enough',
			200,
			{ contacts: 200 },
			[
				[1, 100],
				[2, 100],
			],
		],
		['ends with the list', 50, { contacts: 20 }, [[1, 50]]],
	])('%s', async (...[, most, options, asked]) => {
		const list = new SimulatedList({ order: 'oldest', ...options });
		const ids = idsOf(await readSome(list.fetchPage, FROM_THE_START, most));
		expect(ids).toEqual(list.thereAllAlong.slice(0, most));
		expect(pagesAsked(list)).toEqual(asked);
	});

	it('begins with the page that it is told to, in pages of the page size', async () => {
		const list = new SimulatedList({ contacts: 50, order: 'oldest' });
		const found = await readSome(list.fetchPage, { pageSize: 10, startPage: 3 }, 5);
		expect(idsOf(found)).toEqual(list.thereAllAlong.slice(20, 25));
		expect(pagesAsked(list)).toEqual([[3, 10]]);
	});

	it('gives as many of a list at rest as it is asked for, each once', async () => {
		await fc.assert(
			fc.asyncProperty(
				lists(STEADY_ORDERS, []),
				pageSizes,
				fc.integer({ min: 1, max: 50 }),
				async (options, pageSize, most) => {
					const list = new SimulatedList(options);
					const found = await readSome(list.fetchPage, { pageSize, startPage: 1 }, most);
					expect(new Set(idsOf(found)).size).toBe(Math.min(most, options.contacts));
					expect(found).toHaveLength(Math.min(most, options.contacts));
				},
			),
			{ numRuns: 200 },
		);
	});

	it('gives none twice and never too many, whatever happens to the list', async () => {
		const orders: ListOrder[] = [...STEADY_ORDERS, 'random'];
		await fc.assert(
			fc.asyncProperty(
				lists(orders, ['insert', 'delete', 'update']),
				pageSizes,
				fc.integer({ min: 1, max: 50 }),
				async (options, pageSize, most) => {
					const list = new SimulatedList(options);
					const ids = idsOf(await readSome(list.fetchPage, { pageSize, startPage: 1 }, most));
					expect(new Set(ids).size).toBe(ids.length);
					expect(ids.length).toBeLessThanOrEqual(most);
				},
			),
			{ numRuns: 200 },
		);
	});
});

/** A list at rest whose pages come only when they are let through; gives the pages asked for so far. */
function heldBack(options: ListOptions) {
	const list = new SimulatedList(options);
	const waiting = new Map<number, () => void>();
	const fetchPage: FetchPage = async (page, limit) => {
		const through = new Promise<void>((resolve) => waiting.set(page, resolve));
		const answer = await list.fetchPage(page, limit);
		if (page > 1) await through;
		return answer;
	};
	const letThrough = async (page: number) => {
		waiting.get(page)?.();
		await settled();
	};
	return { list, fetchPage, letThrough, asked: () => list.requests.map(({ page }) => page) };
}

const settled = async () => await new Promise((resolve) => setImmediate(resolve));

describe('pages under way at once', () => {
	it('are five, and each that comes makes room for the next, however slow another is', async () => {
		const { list, fetchPage, letThrough, asked } = heldBack({ contacts: 850, order: 'oldest' });
		const reading = readAll(fetchPage, FROM_THE_START);
		await settled();
		expect(asked()).toEqual([1, 2, 3, 4, 5, 6]);
		for (const page of [4, 3, 7]) await letThrough(page);
		expect(asked()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
		for (const page of [9, 8, 6, 5, 2]) await letThrough(page);
		expect(idsOf(await reading)).toEqual(list.thereAllAlong);
		expect(asked()).toHaveLength(9);
	});

	it('are no more than a limit needs', async () => {
		const { list, fetchPage, letThrough, asked } = heldBack({ contacts: 900, order: 'oldest' });
		const reading = readSome(fetchPage, FROM_THE_START, 350);
		await settled();
		expect(asked()).toEqual([1, 2, 3, 4]);
		for (const page of [4, 3, 2]) await letThrough(page);
		expect(idsOf(await reading)).toEqual(list.thereAllAlong.slice(0, 350));
		expect(asked()).toHaveLength(4);
	});

	it('are one where the service does not say how many there are', async () => {
		const { fetchPage, letThrough, asked } = heldBack({ contacts: 300, total: 'missing' });
		const reading = readSome(fetchPage, FROM_THE_START, 300);
		await settled();
		expect(asked()).toEqual([1, 2]);
		await letThrough(2);
		expect(asked()).toEqual([1, 2, 3]);
		await letThrough(3);
		expect(await reading).toHaveLength(300);
	});

	it('are waited for when time is up, and the walk goes on after them', async () => {
		const { fetchPage, letThrough, asked } = heldBack({ contacts: 900, order: 'oldest' });
		let isUp = false;
		const reading = readWhole(fetchPage, FROM_THE_START, () => isUp);
		await settled();
		isUp = true;
		for (const page of [6, 5, 4, 3, 2]) await letThrough(page);
		const { contacts, nextPage } = await reading;
		expect(asked()).toEqual([1, 2, 3, 4, 5, 6]);
		expect([contacts.size, nextPage]).toEqual([600, 7]);
	});

	it('are the last ones after one of them has failed', async () => {
		const { fetchPage, letThrough, asked } = heldBack({ contacts: 900 });
		const failing: FetchPage = async (page, limit) => {
			const answer = await fetchPage(page, limit);
			if (page === 4) throw new Error('page 4 failed');
			return answer;
		};
		const reading = expect(readAll(failing, FROM_THE_START)).rejects.toThrow('page 4 failed');
		await settled();
		for (const page of [3, 4, 2, 5, 6]) await letThrough(page);
		await reading;
		expect(asked()).toEqual([1, 2, 3, 4, 5, 6, 7]);
	});
});
