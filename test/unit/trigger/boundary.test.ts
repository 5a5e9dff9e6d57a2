import fc from 'fast-check';

import { boundaryPage } from '../../../nodes/Newsletter/trigger/boundary';
import type { PageReader } from '../../../nodes/Newsletter/trigger/orderedPages';
import { sightedContact } from './sightings';

interface Case {
	order: 'newest' | 'oldest';
	pages: number;
	size: number;
	/** Contacts below the floor. */
	below: number;
	hint: number | null;
}

/** Looks for the boundary in a list of full pages, and keeps the requests. */
async function look({ order, pages, size, below, hint }: Case) {
	const total = pages * size;
	const contacts = Array.from({ length: total }, (_, index) => sightedContact(`c${index}`, index));
	if (order === 'newest') contacts.reverse();
	const asked: number[] = [];
	const pageOf = (number: number) => ({
		number,
		sightings: contacts.slice((number - 1) * size, number * size),
		total,
	});
	const readPage: PageReader = async (number) => {
		asked.push(number);
		return pageOf(number);
	};
	const floorMs = contacts.map(({ ms }) => ms).sort((a, b) => a - b)[below]!;
	const found = await boundaryPage(readPage, pageOf(order === 'newest' ? 1 : pages), {
		isFrom: ({ ms }) => ms >= floorMs,
		toFresh: order === 'newest' ? -1 : 1,
		oldestPage: () => (order === 'newest' ? pages : 1),
		hint,
	});
	const index = contacts.findIndex(({ ms }) => ms === floorMs);
	return { found: found.number, expected: Math.floor(index / size) + 1, asked };
}

/** A case whose fresh page holds only contacts from the floor on, as is asked for. */
const arbitraryCase = fc
	.record({
		order: fc.constantFrom('newest' as const, 'oldest' as const),
		pages: fc.integer({ min: 1, max: 120 }),
		size: fc.integer({ min: 1, max: 4 }),
		place: fc.nat(),
		hint: fc.option(fc.integer({ min: -5, max: 200 })),
	})
	.map(({ place, ...rest }) => ({ ...rest, below: place % ((rest.pages - 1) * rest.size + 1) }));

const log2 = (count: number) => Math.ceil(Math.log2(count + 1));

describe('the oldest page with a contact from the floor on', () => {
	it('is found wherever it is and is expected, with no page read twice or beyond the ends', async () => {
		await fc.assert(
			fc.asyncProperty(arbitraryCase, async (arbitrary) => {
				const { found, expected, asked } = await look(arbitrary);
				expect(found).toBe(expected);
				expect(new Set(asked).size).toBe(asked.length);
				expect(asked.filter((page) => page < 1 || page > arbitrary.pages)).toEqual([]);
			}),
		);
	});

	it('takes requests by the logarithm of its distance from the fresh end', async () => {
		await fc.assert(
			fc.asyncProperty(arbitraryCase, async (arbitrary) => {
				const { order, pages } = arbitrary;
				const { expected, asked } = await look({ ...arbitrary, hint: null });
				const distance = order === 'newest' ? expected - 1 : pages - expected;
				expect(asked.length).toBeLessThanOrEqual(2 * log2(distance) + 1);
			}),
		);
	});

	it('takes requests by the logarithm of the list where a hint is wrong', async () => {
		await fc.assert(
			fc.asyncProperty(arbitraryCase, async (arbitrary) => {
				const { asked } = await look(arbitrary);
				expect(asked.length).toBeLessThanOrEqual(2 * log2(arbitrary.pages) + 1);
			}),
		);
	});

	it.each<[where: string, order: Case['order'], below: number, hint: number, most: number]>([
		['on the page expected', 'newest', 255, 75, 1],
		['on the page expected, oldest first', 'oldest', 255, 26, 1],
		['at the very end of the page expected', 'newest', 250, 75, 2],
		['one page older than expected', 'newest', 245, 75, 2],
		['one page fresher than expected', 'newest', 265, 75, 2],
	])('takes few requests %s', async (_, order, below, hint, most) => {
		const { found, expected, asked } = await look({ order, pages: 100, size: 10, below, hint });
		expect(found).toBe(expected);
		expect(asked.length).toBeLessThanOrEqual(most);
	});

	it('is the fresh page itself where the next one is all below, after one request', async () => {
		const { found, asked } = await look({
			order: 'newest',
			pages: 100,
			size: 10,
			below: 990,
			hint: null,
		});
		expect([found, asked]).toEqual([1, [2]]);
	});
});
