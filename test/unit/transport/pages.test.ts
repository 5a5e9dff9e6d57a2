/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import fc from 'fast-check';
import type { FetchPage } from '../../../nodes/Newsletter/transport/list';
import { readAll, readSome } from '../../../nodes/Newsletter/transport/pages';
import { seeded } from '../../support/seeded';
import { SimulatedList, type ListOrder } from '../../support/simulatedList';

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
}

/** A list with a total of any kind, which answers requests in an order of its own. */
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
			const answer = await fetchPage(page, limit);
			const counts = { all: answer.total ?? 0, onPage: answer.contacts.length, size, page };
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
/** Totals that are right, missing or too large. */
const TOTALS: Total[] = [({ all }) => all, noTotal, ({ all }) => all + 7, ({ all }) => 100 * all];
/** Totals of something else, from which a full page cannot be told from the last one. */
const OTHER_TOTALS: Total[] = [
	({ onPage }) => onPage,
	({ all, size }) => Math.ceil(all / size),
	({ page, size, onPage }) => (page - 1) * size + onPage,
];

it('Return All of a list at rest is whole in every order and page size, whatever total counts, and a limit is kept to', async () => {
	const given = (total: Total[], pageCap: fc.Arbitrary<number>) =>
		fc.record({
			contacts: fc.nat(40),
			order: fc.constantFrom(...ORDERS),
			seed: fc.nat(1000),
			pageCap,
			total: fc.constantFrom(...total),
		});
	const lists = fc.oneof(
		given(TOTALS, fc.option(fc.integer({ min: 1, max: 12 }), { nil: Infinity })),
		given(OTHER_TOTALS, fc.constant(Infinity)),
	);
	const sizes = fc.integer({ min: 1, max: 15 });
	await fc.assert(
		fc.asyncProperty(lists, sizes, sizes, async (listed, pageSize, most) => {
			const list = listOf(listed);
			const { contacts } = await readAll(list.fetchPage, { pageSize, startPage: 1 });
			expect(sorted(idsOf(contacts))).toEqual(sorted(list.contacts.keys()));
			const some = await readSome(list.fetchPage, { pageSize, startPage: 1 }, most);
			expect(new Set(idsOf(some.contacts)).size).toBe(Math.min(most, listed.contacts));
			expect(some.contacts).toHaveLength(Math.min(most, listed.contacts));
		}),
		{ numRuns: 200, seed: 4 },
	);
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
					// With right totals it is never taken for a list that is cut off.
					const { fetchPage } = list;
					const range = { pageSize, startPage: 1 };
					const { contacts, changed } = await readAll(fetchPage, range, fetchPage);
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
		expect(idsOf((await reading).contacts)).toEqual([...list.contacts.keys()].slice(0, 350));
	});

	it('are one where the service does not say how many there are', async () => {
		const { fetchPage, letThrough, asked } = heldBack({ contacts: 300, total: noTotal });
		const reading = readSome(fetchPage, FROM_THE_START, 300);
		await settled();
		expect(asked()).toEqual([1, 2]);
		await letThrough(2, 3);
		expect((await reading).contacts).toHaveLength(300);
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
