import fc from 'fast-check';
import { expectEachOnce, lists, pageSizes, STEADY_ORDERS } from './listCases';
import type { Change, ListOptions, ListOrder } from './simulatedList';

/** Chance decides how many walks show all of a list that is in another order for each request. */
const SEED = 1;

type Kinds = Array<Change['kind']>;

const totals = fc.constantFrom<ListOptions['total']>('given', 'missing', 'larger');

describe('readAll of a list that moves', () => {
	it.each<[change: string, orders: ListOrder[], kinds: Kinds]>([
		['contacts are added', STEADY_ORDERS, ['insert']],
		['contacts are removed', STEADY_ORDERS, ['delete']],
		['contacts come and go', STEADY_ORDERS, ['insert', 'delete']],
		['updates move them', ['updated'], ['update']],
		['they come, go and move', STEADY_ORDERS, ['insert', 'delete', 'update']],
		['they come, go and move to the front', ['updated'], ['insert', 'delete', 'update']],
	])('holds each contact once while %s', async (...[, orders, kinds]) => {
		await fc.assert(
			fc.asyncProperty(lists(orders, kinds), pageSizes, totals, async (list, pageSize, total) => {
				await expectEachOnce({ ...list, total }, pageSize);
			}),
			{ numRuns: 150 },
		);
	});

	it('holds each contact once while contacts are removed, where answers carry no time', async () => {
		await fc.assert(
			fc.asyncProperty(lists(STEADY_ORDERS, ['delete']), pageSizes, async (list, pageSize) => {
				await expectEachOnce({ ...list, hasClock: false }, pageSize);
			}),
			{ numRuns: 300 },
		);
	});

	it('joins walks over a list that is in another order for each request, until none is missing', async () => {
		const seeds = fc.nat(1_000_000);
		await fc.assert(
			fc.asyncProperty(seeds, fc.integer({ min: 11, max: 30 }), async (seed, contacts) => {
				await expectEachOnce({ contacts, order: 'random', seed }, 10);
			}),
			{ numRuns: 100, seed: SEED },
		);
	});

	it.each<[course: string, pageSize: number, options: ListOptions]>([
		[
			'the last page that total promised is empty, since two contacts left',
			5,
			{
				contacts: 5,
				order: 'newest',
				changes: [
					{ before: 0, kind: 'insert', pick: 0 },
					{ before: 1, kind: 'delete', pick: 1 },
					{ before: 2, kind: 'insert', pick: 0 },
					{ before: 3, kind: 'delete', pick: 19 },
				],
			},
		],
		[
			'contacts that left meanwhile make up the number that total says',
			1,
			{
				contacts: 4,
				order: 'oldest',
				seed: 5,
				changes: [
					{ before: 1, kind: 'delete', pick: 0 },
					{ before: 2, kind: 'delete', pick: 0 },
					{ before: 5, kind: 'delete', pick: 0 },
				],
			},
		],
		[
			'two walks miss the same contact, and end in the same ids',
			1,
			{
				contacts: 4,
				order: 'updated',
				changes: [
					{ before: 3, kind: 'update', pick: 0 },
					{ before: 4, kind: 'update', pick: 227 },
					{ before: 5, kind: 'update', pick: 0 },
				],
			},
		],
		[
			'two walks without total miss the same contact, which three others have replaced',
			1,
			{
				contacts: 3,
				order: 'updated',
				mostPerPage: 9,
				seed: 10,
				total: 'missing',
				changes: [
					{ before: 0, kind: 'delete', pick: 648 },
					{ before: 1, kind: 'insert', pick: 421 },
					{ before: 3, kind: 'insert', pick: 205 },
					{ before: 2, kind: 'delete', pick: 410 },
					{ before: 5, kind: 'delete', pick: 512 },
				],
			},
		],
		[
			'a walk at rest ends before total, in the same contacts as one that moved',
			1,
			{
				contacts: 5,
				order: 'oldest',
				hasClock: false,
				seed: 853461,
				changes: [
					{ before: 2, kind: 'delete', pick: 451 },
					{ before: 3, kind: 'delete', pick: 445 },
					{ before: 7, kind: 'delete', pick: 0 },
				],
			},
		],
		[
			'two walks end before a total that is too large, and miss the same contact',
			13,
			{
				contacts: 26,
				order: 'email',
				total: 'farLarger',
				seed: 55898,
				changes: [
					{ before: 10, kind: 'delete', pick: 0 },
					{ before: 3, kind: 'insert', pick: 567 },
				],
			},
		],
		[
			'two walks over a random order happen to show the same',
			8,
			{ contacts: 4, order: 'random', mostPerPage: 3, seed: 3 },
		],
	])('holds each contact once where %s', async (...[, pageSize, options]) => {
		await expectEachOnce(options, pageSize);
	});
});
