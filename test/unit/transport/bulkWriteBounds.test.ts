import fc from 'fast-check';
import { planBatches, type Entry } from '../../../nodes/Newsletter/transport/batches';
import { writeInBulk } from '../../../nodes/Newsletter/transport/bulkWrite';
import { entriesOf, inBatches, itemsOf, refusal, serviceRefusing } from './bulkService';

const ascending = (a: number, b: number) => a - b;
const without = (count: number, bad: number[]) =>
	itemsOf(entriesOf(count)).filter((item) => !bad.includes(item));
const counts = fc.oneof(
	fc.integer({ min: 1, max: 12 }),
	fc.integer({ min: 1, max: 60 }),
	fc.integer({ min: 1, max: 1000 }),
);
const badOutOf = (count: number, most: number) =>
	fc.uniqueArray(fc.nat(count - 1), { maxLength: Math.min(count, most) });
const sizes = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1000 }));

const sharesOne = (some: string[], others: string[]) => some.some((one) => others.includes(one));

/** Contacts, the bad ones among them, and the size of a batch. */
const writes = (mostBad: number) =>
	counts.chain((count) => fc.tuple(fc.constant(count), badOutOf(count, mostBad), sizes));

describe('a bulk write with bad contacts', () => {
	it('takes every acceptable contact once and names each refused one, within the bound', async () => {
		await fc.assert(
			fc.asyncProperty(writes(40), async ([count, bad, size]) => {
				const { post, requests, taken } = serviceRefusing(bad);
				const batches = inBatches(entriesOf(count), size);
				const report = await writeInBulk(batches, post, false);
				if (taken.length === 0) {
					expect(requests.length).toBeLessThanOrEqual(12);
					expect(report.failed).toHaveLength(count);
					return;
				}
				expect(report.stopped).toBeUndefined();
				expect(taken.sort(ascending)).toEqual(without(count, bad));
				expect(itemsOf(report.failed.map(({ entry }) => entry))).toEqual(bad.sort(ascending));
				const extra = requests.length - batches.length;
				expect(extra).toBeLessThanOrEqual(2 * bad.length * Math.ceil(Math.log2(count)) + 1);
			}),
			{ numRuns: 200 },
		);
	});

	it('never leaves out good contacts for ten bad ones, wherever these stand', async () => {
		await fc.assert(
			fc.asyncProperty(writes(10), async ([count, bad, size]) => {
				const { post, taken } = serviceRefusing(bad);
				await writeInBulk(inBatches(entriesOf(count), size), post, false);
				expect(taken).toHaveLength(count - bad.length);
			}),
			{ numRuns: 200 },
		);
	});

	it.each<[rule: string, count: number, bad: number[]]>([
		['each hundredth of 1000 is bad', 1000, [0, 100, 200, 300, 400, 500, 600, 700, 800, 900]],
		['those are bad that are tried first', 1000, [45, 136, 227, 318, 409, 500, 590, 681, 772, 863]],
		['five of 8 are bad', 8, [0, 2, 4, 5, 7]],
		['all but the last of 11 are bad', 11, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
	])('takes the good contacts where %s', async (...[, count, bad]) => {
		const { post, taken } = serviceRefusing(bad);
		await writeInBulk([entriesOf(count)], post, false);
		expect(taken.sort(ascending)).toEqual(without(count, bad));
	});

	it('takes the good contacts where each email comes twice, and the first three are bad', async () => {
		const entries = entriesOf(1000);
		entries.forEach(({ contact, itemIndex }) => {
			contact.email = `${itemIndex % 500}@example.com`;
		});
		const { post, taken } = serviceRefusing([0, 1, 2]);
		await writeInBulk(planBatches(entries, 1000), post, false);
		expect(taken.sort(ascending)).toEqual(without(1000, [0, 1, 2]));
	});

	it('goes on after 12 requests where anything was accepted', async () => {
		const everySecond = itemsOf(entriesOf(40)).filter((item) => item % 2 === 1);
		const { post, taken, requests } = serviceRefusing(everySecond);
		const report = await writeInBulk([entriesOf(40)], post, false);
		expect(report.stopped).toBeUndefined();
		expect(requests.length).toBeGreaterThan(12);
		expect(taken.sort(ascending)).toEqual(without(40, everySecond));
	});

	it('stops after 12 requests where nothing is accepted, with the one cause for all', async () => {
		const all = fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 1000 }));
		await fc.assert(
			fc.asyncProperty(all, async ([count, size]) => {
				const { post, requests } = serviceRefusing(itemsOf(entriesOf(count)));
				const report = await writeInBulk(inBatches(entriesOf(count), size), post, true);
				expect(requests.length).toBeLessThanOrEqual(12);
				expect(report.accepted).toEqual([]);
				expect(itemsOf(report.failed.map(({ entry }) => entry))).toEqual(itemsOf(entriesOf(count)));
				expect(report.failed.every(({ failure }) => failure === refusal)).toBe(true);
				if (requests.length === 12) expect(report.stopped).toBe(refusal);
			}),
			{ numRuns: 100 },
		);
	});

	it('never lets an earlier contact go over a later one with its email or its ID', async () => {
		const repeating = fc
			.integer({ min: 1, max: 60 })
			.chain((count) =>
				fc.tuple(
					fc.array(fc.nat(Math.floor(count * 0.7)), { minLength: count, maxLength: count }),
					fc.array(fc.option(fc.nat(count)), { minLength: count, maxLength: count }),
					badOutOf(count, 12),
					sizes,
				),
			);
		await fc.assert(
			fc.asyncProperty(repeating, async ([emails, ids, bad, size]) => {
				const entries: Entry[] = emails.map((email, itemIndex) => {
					const id = ids[itemIndex];
					return {
						itemIndex,
						contact: { email: `${email}@example.com`, ...(id !== null && { id: `con_${id}` }) },
					};
				});
				const { post, taken } = serviceRefusing(bad);
				await writeInBulk(planBatches(entries, size), post, false);
				expect(new Set(taken).size).toBe(taken.length);
				const keysOf = (item: number) => [`${emails[item]}@`, `con_${ids[item] ?? `of ${item}`}`];
				const overtaken = taken.filter((item, at) =>
					taken
						.slice(0, at)
						.some((before) => before > item && sharesOne(keysOf(before), keysOf(item))),
				);
				expect(overtaken).toEqual([]);
			}),
			{ numRuns: 200 },
		);
	});
});
