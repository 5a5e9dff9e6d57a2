import fc from 'fast-check';
import type { Entry } from '../../../nodes/Newsletter/transport/batches';
import { writeInBulk } from '../../../nodes/Newsletter/transport/bulkWrite';
import type { Result } from '../../../nodes/Newsletter/transport/client';
import type { Failure, FailureKind } from '../../../nodes/Newsletter/transport/failures';

const entriesOf = (count: number): Entry[] =>
	Array.from({ length: count }, (_, itemIndex) => ({
		itemIndex,
		contact: { email: `${itemIndex}@example.com` },
	}));

const inBatches = (entries: Entry[], size: number): Entry[][] =>
	Array.from({ length: Math.ceil(entries.length / size) }, (_, index) =>
		entries.slice(index * size, (index + 1) * size),
	);

const itemsOf = (entries: Entry[]) => entries.map(({ itemIndex }) => itemIndex);
const refusal: Failure = { kind: 'refused', status: 400, detail: 'invalid contact' };

/** A service that refuses every request with a bad contact in it, and what it was asked. */
function serviceRefusing(bad: Iterable<number>, failure: Failure = refusal) {
	const refused = new Set(bad);
	const requests: number[][] = [];
	const taken: number[] = [];
	const post = async (entries: Entry[]): Promise<Result> => {
		const items = itemsOf(entries);
		requests.push(items);
		if (items.some((item) => refused.has(item))) return { ok: false, failure };
		taken.push(...items);
		return { ok: true, body: { synced: items.length }, headers: {} };
	};
	return { post, requests, taken };
}

/** A service that answers request after request as it is told, and takes everything afterwards. */
function serviceAnswering(...failures: Array<Failure | 'ok'>) {
	const requests: number[][] = [];
	const post = async (entries: Entry[]): Promise<Result> => {
		requests.push(itemsOf(entries));
		const failure = failures[requests.length - 1] ?? 'ok';
		return failure === 'ok'
			? { ok: true, body: { synced: entries.length }, headers: {} }
			: { ok: false, failure };
	};
	return { post, requests };
}

const ascending = (a: number, b: number) => a - b;
const badOutOf = (count: number) =>
	fc.uniqueArray(fc.nat(count - 1), { maxLength: Math.min(count, 12) });

describe('writeInBulk', () => {
	it('makes one request a batch, one after another, where everything is taken', async () => {
		const { post, requests } = serviceRefusing([]);
		const batches = inBatches(entriesOf(5), 2);
		const report = await writeInBulk(batches, post, false);
		expect(requests).toEqual([[0, 1], [2, 3], [4]]);
		expect(report).toEqual({
			accepted: batches.map((entries) => ({ entries, answer: { synced: entries.length } })),
			failed: [],
		});
	});

	it('halves a refused batch until the bad contact stands alone', async () => {
		const { post, requests } = serviceRefusing([2]);
		const entries = entriesOf(4);
		const report = await writeInBulk([entries], post, false);
		expect(requests).toEqual([[0, 1, 2, 3], [0, 1], [2, 3], [2], [3]]);
		expect(report.failed).toEqual([{ entry: entries[2], failure: refusal }]);
		expect(report.accepted.map((one) => itemsOf(one.entries))).toEqual([[0, 1], [3]]);
		expect(report.stopped).toBeUndefined();
	});

	it('halves on 422 as on 400, and on no other refusal', async () => {
		const requestsAfter = async (status: number) => {
			const { post, requests } = serviceRefusing([1], { ...refusal, status });
			await writeInBulk([entriesOf(2)], post, true);
			return requests.length;
		};
		expect(await Promise.all([400, 422, 409, 413].map(requestsAfter))).toEqual([3, 3, 1, 1]);
	});

	it('takes every acceptable contact once and names each refused one, within the bound', async () => {
		const cases = fc
			.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 1000 }))
			.chain((count) => fc.tuple(fc.constant(count), badOutOf(count)));
		await fc.assert(
			fc.asyncProperty(cases, async ([count, bad]) => {
				const { post, requests, taken } = serviceRefusing(bad);
				const report = await writeInBulk([entriesOf(count)], post, false);
				if (report.stopped) {
					expect(taken).toEqual([]);
					expect(requests.length).toBeLessThanOrEqual(12);
					expect(report.failed).toHaveLength(count);
					return;
				}
				expect(taken.sort(ascending)).toEqual(
					itemsOf(entriesOf(count)).filter((item) => !bad.includes(item)),
				);
				expect(itemsOf(report.failed.map(({ entry }) => entry))).toEqual(bad.sort(ascending));
				const extra = requests.length - 1;
				expect(extra).toBeLessThanOrEqual(2 * bad.length * Math.ceil(Math.log2(count)) + 1);
			}),
			{ numRuns: 200 },
		);
	});

	it('settles a batch before it begins the next, so that later wins', async () => {
		const cases = fc
			.integer({ min: 1, max: 60 })
			.chain((count) =>
				fc.tuple(fc.constant(count), badOutOf(count), fc.integer({ min: 1, max: 20 })),
			);
		await fc.assert(
			fc.asyncProperty(cases, async ([count, bad, size]) => {
				const { post, requests } = serviceRefusing(bad);
				await writeInBulk(inBatches(entriesOf(count), size), post, true);
				const batchOfRequest = requests.map((items) => {
					const batches = new Set(items.map((item) => Math.floor(item / size)));
					expect(batches.size).toBe(1);
					return [...batches][0] as number;
				});
				expect(batchOfRequest).toEqual([...batchOfRequest].sort(ascending));
			}),
			{ numRuns: 200 },
		);
	});

	it('stops after 12 requests where nothing is accepted, with the one cause for all', async () => {
		const sizes = fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 1000 }));
		await fc.assert(
			fc.asyncProperty(sizes, async ([count, size]) => {
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

	it('goes on after 12 requests where anything was accepted', async () => {
		const everySecond = itemsOf(entriesOf(40)).filter((item) => item % 2 === 1);
		const { post, taken } = serviceRefusing(everySecond);
		const report = await writeInBulk([entriesOf(40)], post, false);
		expect(report.stopped).toBeUndefined();
		expect(taken.sort(ascending)).toEqual(itemsOf(entriesOf(40)).filter((item) => item % 2 === 0));
	});

	it('never leaves out good contacts for four bad ones, wherever these stand', async () => {
		const cases = fc
			.integer({ min: 5, max: 1000 })
			.chain((count) =>
				fc.tuple(fc.constant(count), fc.uniqueArray(fc.nat(count - 1), { maxLength: 4 })),
			);
		await fc.assert(
			fc.asyncProperty(cases, async ([count, bad]) => {
				const { post, taken } = serviceRefusing(bad);
				await writeInBulk([entriesOf(count)], post, false);
				expect(taken).toHaveLength(count - bad.length);
			}),
			{ numRuns: 200 },
		);
	});

	// Twelve requests go by without one that is accepted: halves and quarters all hold a bad contact,
	// and so do the five single ones that are tried.
	it.failing.each<[rule: string, count: number, bad: number[]]>([
		['each hundredth of 1000 is bad', 1000, [0, 100, 200, 300, 400, 500, 600, 700, 800, 900]],
		['five of 1000 stand where it looks', 1000, [100, 300, 500, 700, 900]],
		['five of 8 are bad', 8, [0, 2, 4, 5, 7]],
	])('takes the good contacts where %s (it stops after 12 requests)', async (...row) => {
		const [, count, bad] = row;
		const { post, taken } = serviceRefusing(bad);
		await writeInBulk([entriesOf(count)], post, false);
		expect(taken).toHaveLength(count - bad.length);
	});

	describe('a failure that may pass', () => {
		const unavailable: Failure = { kind: 'unavailable', status: 503 };

		it('fails its own batch, and the next is tried where the run continues on fail', async () => {
			const { post, requests } = serviceAnswering(unavailable);
			const report = await writeInBulk(inBatches(entriesOf(4), 2), post, true);
			expect(requests).toEqual([
				[0, 1],
				[2, 3],
			]);
			expect(itemsOf(report.failed.map(({ entry }) => entry))).toEqual([0, 1]);
			expect(report.stopped).toBeUndefined();
		});

		it('ends the run where it does not', async () => {
			const { post, requests } = serviceAnswering('ok', unavailable);
			const report = await writeInBulk(inBatches(entriesOf(6), 2), post, false);
			expect(requests).toHaveLength(2);
			expect(itemsOf(report.failed.map(({ entry }) => entry))).toEqual([2, 3, 4, 5]);
			expect(report.stopped).toBe(unavailable);
		});

		it('never halves a batch', async () => {
			const { post, requests } = serviceAnswering(unavailable, unavailable, unavailable);
			await writeInBulk([entriesOf(8)], post, true);
			expect(requests).toHaveLength(1);
		});

		it('of one half leaves the other half its chance', async () => {
			const { post, requests } = serviceAnswering(refusal, unavailable);
			const report = await writeInBulk([entriesOf(4)], post, true);
			expect(requests).toEqual([
				[0, 1, 2, 3],
				[0, 1],
				[2, 3],
			]);
			expect(report.failed.map(({ failure }) => failure)).toEqual([unavailable, unavailable]);
			expect(report.accepted.map(({ entries }) => itemsOf(entries))).toEqual([[2, 3]]);
		});
	});

	it.each<FailureKind>([
		'unauthorized',
		'wrongRoute',
		'redirected',
		'webPage',
		'blocked',
		'cancelled',
	])('makes no further request after %s, also where the run continues on fail', async (kind) => {
		const { post, requests } = serviceAnswering('ok', { kind });
		const report = await writeInBulk(inBatches(entriesOf(6), 2), post, true);
		expect(requests).toHaveLength(2);
		expect(itemsOf(report.failed.map(({ entry }) => entry))).toEqual([2, 3, 4, 5]);
		expect(report.accepted).toHaveLength(1);
	});
});
