/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import fc from 'fast-check';
import type { FetchPage } from '../../../nodes/Newsletter/transport/list';
import { readAll, readSome } from '../../../nodes/Newsletter/transport/pages';
import { SimulatedList, type ListOrder } from '../../support/simulatedList';

/** Numbers from 0 to 1, the same ones in each run. */
function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

const FROM_THE_START = { pageSize: 100, startPage: 1 };
const ORDERS: ListOrder[] = ['newest', 'oldest', 'email', 'shuffled', 'updatedNewest'];

/** What a service counts as `total`: contacts in the list, or on the page, or something else. */
type Total = (counts: {
	all: number;
	onPage: number;
	size: number;
	page: number;
}) => number | undefined;

interface Given {
	contacts: number;
	order?: ListOrder;
	seed?: number;
	pageCap?: number;
	total?: Total;
	/** What a page past the end shows. */
	pastEnd?: 'nothing' | 'lastPage';
}

/** A list with a total and a page end of any kind, which answers requests in an order of its own. */
class AnyList extends SimulatedList {
	readonly asked: Array<[page: number, limit: number]> = [];

	constructor(private readonly given: Given) {
		const random = seeded(given.seed ?? 1);
		super(given.order ?? 'oldest', random);
		for (let count = 0; count < given.contacts; count += 1) {
			this.add();
			this.pass(1000);
		}
		this.pageCap = given.pageCap ?? Infinity;
		const { fetchPage } = this;
		this.fetchPage = async (page, limit) => {
			this.asked.push([page, limit]);
			for (let turns = Math.floor(random() * 4); turns > 0; turns -= 1) await Promise.resolve();
			const size = Math.min(limit, this.pageCap);
			const last = Math.max(1, Math.ceil(this.contacts.size / size));
			const shown = this.given.pastEnd === 'lastPage' ? Math.min(page, last) : page;
			const answer = await fetchPage(shown, limit);
			const counts = { all: answer.total ?? 0, onPage: answer.contacts.length, size, page: shown };
			return { ...answer, total: this.totalOf(counts) };
		};
	}

	private totalOf(counts: Parameters<Total>[0]): number | undefined {
		if (counts.onPage === 0) return 0;
		const total = (this.given.total ?? (({ all }) => all))(counts);
		return total === undefined || total < counts.onPage ? undefined : total;
	}
}

const listOf = (given: Given) => new AnyList(given);

const idsOf = (contacts: Array<{ id: string }>) => contacts.map(({ id }) => id);
const sorted = (ids: Iterable<string>) => [...ids].sort();
const pagesAsked = ({ asked }: AnyList) => asked.map(([page]) => page);

const noTotal = () => undefined;
const ofPage: Total = ({ onPage }) => onPage;
const farLarger: Total = ({ all }) => 100 * all;

describe('Return All of a list at rest', () => {
	it.each<[what: string, given: Given, asked: number[][]]>([
		['nothing', { contacts: 0 }, [[1, 100]]],
		['a part of a page', { contacts: 99 }, [[1, 100]]],
		[
			'a full page, which total may count alone',
			{ contacts: 100 },
			[
				[1, 100],
				[2, 100],
			],
		],
		[
			'three pages',
			{ contacts: 250 },
			[
				[1, 100],
				[2, 100],
				[3, 100],
			],
		],
		[
			'smaller pages than asked for',
			{ contacts: 120, pageCap: 50 },
			[
				[1, 100],
				[2, 50],
				[3, 50],
			],
		],
		[
			'no total, so that it takes two readings to be sure',
			{ contacts: 100, total: noTotal },
			[
				[1, 100],
				[2, 100],
				[1, 100],
				[2, 100],
			],
		],
	])('asks for each page once: %s', async (...[, given, asked]) => {
		const list = listOf(given);
		const { contacts, changed } = await readAll(list.fetchPage, FROM_THE_START);
		expect(sorted(idsOf(contacts))).toEqual(sorted(list.contacts.keys()));
		expect(changed).toBe(false);
		expect(list.asked).toEqual(asked);
	});

	it('keeps the order of the list, and begins with the page that it is told to', async () => {
		const list = listOf({ contacts: 250 });
		const { contacts } = await readAll(list.fetchPage, { pageSize: 50, startPage: 3 });
		expect(idsOf(contacts)).toEqual([...list.contacts.keys()].slice(100));
	});

	it('is empty past the end', async () => {
		const list = listOf({ contacts: 250 });
		const range = { pageSize: 100, startPage: 4 };
		expect(await readAll(list.fetchPage, range)).toEqual({ contacts: [], changed: false });
		expect(await readSome(list.fetchPage, range, 50)).toEqual([]);
	});

	it.each<[what: string, given: Omit<Given, 'contacts'>, requests: number]>([
		['seven too many', { total: ({ all }) => all + 7 }, 2 * 12],
		['far too many', { total: farLarger }, 2 * 16],
		[
			'far too many, before a repeated last page',
			{ total: farLarger, pastEnd: 'lastPage' },
			2 * 27,
		],
		['the page', { total: ofPage }, 2 * 12],
		['the page, before a repeated last page', { total: ofPage, pastEnd: 'lastPage' }, 2 * 12],
		['the pages', { total: ({ all, size }) => Math.ceil(all / size) }, 2 * 12],
		[
			'what was shown so far',
			{ total: ({ page, size, onPage }) => (page - 1) * size + onPage },
			2 * 12,
		],
	])('is whole where total counts %s', async (...[, given, requests]) => {
		const list = listOf({ contacts: 1050, ...given });
		const { contacts, changed } = await readAll(list.fetchPage, FROM_THE_START);
		expect(idsOf(contacts)).toEqual([...list.contacts.keys()]);
		expect(changed).toBe(false);
		expect(list.requests).toBeLessThanOrEqual(requests);
	});

	it('is whole in every order and page size, and a limit is kept to', async () => {
		const given = fc.record({
			contacts: fc.nat(40),
			order: fc.constantFrom(...ORDERS),
			seed: fc.nat(1000),
			pageCap: fc.option(fc.integer({ min: 1, max: 12 }), { nil: Infinity }),
			total: fc.constantFrom<Given['total'][]>(
				({ all }) => all,
				noTotal,
				({ all }) => all + 7,
			),
		});
		const sizes = fc.integer({ min: 1, max: 15 });
		await fc.assert(
			fc.asyncProperty(given, sizes, sizes, async (listed, pageSize, most) => {
				const list = listOf(listed);
				const { contacts } = await readAll(list.fetchPage, { pageSize, startPage: 1 });
				expect(sorted(idsOf(contacts))).toEqual(sorted(list.contacts.keys()));
				const some = await readSome(list.fetchPage, { pageSize, startPage: 1 }, most);
				expect(new Set(idsOf(some)).size).toBe(Math.min(most, listed.contacts));
				expect(some).toHaveLength(Math.min(most, listed.contacts));
			}),
			{ numRuns: 200 },
		);
	});
});

describe('Return All of a list that changes', () => {
	it('holds all who stay and none twice, or says that the list changed', async () => {
		const changes = fc.array(
			fc.record({
				before: fc.nat(15),
				kind: fc.constantFrom('add', 'remove', 'update'),
				at: fc.nat(),
			}),
			{ maxLength: 10 },
		);
		const given = fc.record({
			contacts: fc.integer({ min: 1, max: 40 }),
			order: fc.constantFrom(...ORDERS),
			seed: fc.nat(1000),
		});
		await fc.assert(
			fc.asyncProperty(
				given,
				changes,
				fc.integer({ min: 2, max: 12 }),
				async (listed, made, pageSize) => {
					const list = listOf(listed);
					const staying = new Set(list.contacts.keys());
					list.beforeRequest = (number) => {
						list.pass(1000);
						for (const { kind, at } of made.filter(({ before }) => before === number)) {
							const ids = [...list.contacts.keys()];
							const id = ids[at % ids.length] ?? '';
							if (kind === 'add') list.add();
							else if (kind === 'update') list.update(id);
							else {
								list.remove(id);
								staying.delete(id);
							}
						}
					};
					const { contacts, changed } = await readAll(list.fetchPage, { pageSize, startPage: 1 });
					const ids = new Set(idsOf(contacts));
					expect(ids.size).toBe(contacts.length);
					if (!changed) expect([...staying].filter((id) => !ids.has(id))).toEqual([]);
				},
			),
			{ numRuns: 1000, seed: 4 },
		);
	});

	it.each<[what: string, act: (list: AnyList) => void]>([
		['somebody leaves', (list) => list.remove([...list.contacts.keys()].pop()!)],
		['somebody comes', (list) => list.add()],
		['somebody is updated', (list) => list.update([...list.contacts.keys()][list.requests]!)],
		['the order changes', (list) => list.reorder('random')],
	])('ends after three readings where %s before each request', async (...[, act]) => {
		const list = listOf({ contacts: 500, order: 'updatedNewest' });
		list.beforeRequest = () => {
			list.pass(1000);
			act(list);
		};
		const { contacts, changed } = await readAll(list.fetchPage, { pageSize: 20, startPage: 1 });
		expect(changed).toBe(true);
		expect(new Set(idsOf(contacts)).size).toBe(contacts.length);
		expect(pagesAsked(list).filter((page) => page === 1)).toHaveLength(3);
	});

	it('is read again once only where the change is over', async () => {
		const list = listOf({ contacts: 500 });
		list.beforeRequest = (number) => {
			if (number === 3) list.remove([...list.contacts.keys()][0]!);
		};
		const { contacts, changed } = await readAll(list.fetchPage, FROM_THE_START);
		expect([contacts.length, changed]).toEqual([500, false]);
		expect(pagesAsked(list).filter((page) => page === 1)).toHaveLength(2);
	});
});

describe('pages in flight', () => {
	const settled = async () => await new Promise((resolve) => setImmediate(resolve));

	/** Pages that come only when they are let through. */
	function heldBack(given: Given) {
		const list = listOf(given);
		const waiting = new Map<number, () => void>();
		const fetchPage: FetchPage = async (page, limit) => {
			const through = new Promise<void>((resolve) => waiting.set(page, resolve));
			const answer = await list.fetchPage(page, limit);
			if (page > 1) await through;
			return answer;
		};
		const letThrough = async (...pages: number[]) => {
			for (const page of pages) {
				waiting.get(page)?.();
				await settled();
			}
		};
		return { list, fetchPage, letThrough, asked: () => pagesAsked(list) };
	}

	it('are five, and each that comes makes room for the next, however slow another is', async () => {
		const { list, fetchPage, letThrough, asked } = heldBack({ contacts: 850 });
		const reading = readAll(fetchPage, FROM_THE_START);
		await settled();
		expect(asked()).toEqual([1, 2, 3, 4, 5, 6]);
		await letThrough(4, 3, 7);
		expect(asked()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
		await letThrough(9, 8, 6, 5, 2);
		expect(idsOf((await reading).contacts)).toEqual([...list.contacts.keys()]);
		expect(asked()).toHaveLength(9);
	});

	it('are no more than a limit needs', async () => {
		const { list, fetchPage, letThrough, asked } = heldBack({ contacts: 900 });
		const reading = readSome(fetchPage, FROM_THE_START, 350);
		await settled();
		expect(asked()).toEqual([1, 2, 3, 4]);
		await letThrough(4, 3, 2);
		expect(idsOf(await reading)).toEqual([...list.contacts.keys()].slice(0, 350));
	});

	it('are one where the service does not say how many there are', async () => {
		const { fetchPage, letThrough, asked } = heldBack({ contacts: 300, total: noTotal });
		const reading = readSome(fetchPage, FROM_THE_START, 300);
		await settled();
		expect(asked()).toEqual([1, 2]);
		await letThrough(2, 3);
		expect(await reading).toHaveLength(300);
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
		await letThrough(3, 4, 2, 5, 6);
		await reading;
		expect(asked()).toEqual([1, 2, 3, 4, 5, 6, 7]);
	});
});

it.each([
	['Return All', async (fetchPage: FetchPage) => await readAll(fetchPage, FROM_THE_START)],
	['Limit 250', async (fetchPage: FetchPage) => await readSome(fetchPage, FROM_THE_START, 250)],
])('%s fails where the service repeats its first page for every page', async (...[, read]) => {
	const list = listOf({ contacts: 300 });
	await expect(read(async (_, limit) => await list.fetchPage(1, limit))).rejects.toThrow(
		'repeats a page',
	);
});

it.each([
	[2, 50, 50],
	[3, 50, 100],
	[2, 30, 30],
])('Start Page %i counts the pages that the service gives, of %i contacts', async (...row) => {
	const [startPage, pageCap, first] = row;
	const list = listOf({ contacts: 250, pageCap });
	const { contacts } = await readAll(list.fetchPage, { pageSize: 100, startPage });
	expect(idsOf(contacts)).toEqual([...list.contacts.keys()].slice(first));
});
