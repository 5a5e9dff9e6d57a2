import fc from 'fast-check';
import { planBatches, type Entry } from '../../../nodes/Newsletter/transport/batches';
import { writeInBulk, type BulkReport } from '../../../nodes/Newsletter/transport/bulkWrite';
import type { Result } from '../../../nodes/Newsletter/transport/client';
import type { Failure } from '../../../nodes/Newsletter/transport/failures';
import type { FailureKind } from '../../../nodes/Newsletter/transport/failureTable';

const entriesOf = (count: number): Entry[] =>
	Array.from({ length: count }, (_, itemIndex) => ({
		itemIndex,
		contact: { email: `${itemIndex}@example.com` },
	}));
const inBatches = (count: number, size: number) => planBatches(entriesOf(count), size);
const itemsOf = (entries: Entry[]): number[] => entries.map(({ itemIndex }) => itemIndex);
const range = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => from + index);
const failedItems = ({ failed }: BulkReport) => itemsOf(failed.map(({ entry }) => entry));
const failedWith = ({ failed }: BulkReport, wanted: BulkReport['failed'][number]['untried']) =>
	itemsOf(failed.filter(({ untried }) => untried === wanted).map(({ entry }) => entry));

const rejection: Failure = { kind: 'refused', status: 400, detail: 'invalid contact' };
const unavailable: Failure = { kind: 'unavailable', status: 503 };

/** A service that rejects every request with a bad contact in it, or answers as it is told. */
function service({ bad = [], answers = [] }: { bad?: number[]; answers?: Array<Failure | 'ok'> }) {
	const requests: number[][] = [];
	const taken: number[] = [];
	const post = async (entries: Entry[]): Promise<Result> => {
		const items = itemsOf(entries);
		const isBad = items.some((item) => bad.includes(item));
		const answer = answers[requests.length] ?? (isBad ? rejection : 'ok');
		requests.push(items);
		if (answer !== 'ok') return { ok: false, failure: answer };
		taken.push(...items);
		return { ok: true, body: { synced: items.length }, headers: {} };
	};
	return { post, requests, taken };
}

it('batches that are accepted are one request each, one after another', async () => {
	const { post, requests } = service({});
	const batches = inBatches(5, 2);
	expect(await writeInBulk(batches, post, false)).toEqual({
		accepted: batches.map((entries) => ({ entries, answer: { synced: entries.length } })),
		failed: [],
	});
	expect(requests).toEqual([[0, 1], [2, 3], [4]]);
});

it('a rejected batch is halved until the bad contact stands alone, before later batches', async () => {
	const { post, requests } = service({ bad: [0] });
	const report = await writeInBulk(inBatches(6, 4), post, false);
	expect(requests).toEqual([[0, 1, 2, 3], [0, 1], [2, 3], [0], [1], [4, 5]]);
	expect(report.failed).toEqual([{ entry: entriesOf(1)[0], failure: rejection }]);
	expect(report.stopped).toBeUndefined();
});

it('a rejected batch with an ID, which may name the contact of any email, keeps its order', async () => {
	const { post, requests } = service({ bad: [0] });
	const [first, ...others] = entriesOf(4) as [Entry, ...Entry[]];
	const withId = { ...first, contact: { ...first.contact, id: 'con_1' } };
	await writeInBulk([[withId, ...others]], post, false);
	expect(requests).toEqual([[0, 1, 2, 3], [0, 1], [0], [1], [2, 3]]);
});

const PLACES: Record<string, (index: number) => number> = {
	'at the front': (index) => index,
	'in the middle': (index) => 499 + index,
	'at the end': (index) => 999 - index,
	'far apart': (index) => index * 199,
	'at both ends': (index) => (index === 0 ? 999 : index - 1),
	'around the middle': (index) => 498 + index * 2,
	'in one of three': (index) => index * 3,
};
const fewBad = Object.entries(PLACES).flatMap(([where, place]) =>
	[1, 2, 3, 5, 40].map((count) => ({ count, where, bad: range(0, count).map(place) })),
);

const everySecond = { count: 500, where: 'all over', bad: range(0, 500).map((index) => 2 * index) };

it.each([everySecond, ...fewBad.filter(({ bad }) => bad.every((item) => item < 1000))])(
	'$count bad of 1,000 $where do not hide the others',
	async ({ bad }) => {
		const { post, taken, requests } = service({ bad });
		const report = await writeInBulk([entriesOf(1000)], post, false);
		expect(failedItems(report)).toEqual([...bad].sort((a, b) => a - b));
		expect(taken).toHaveLength(1000 - bad.length);
		expect(requests.length).toBeLessThanOrEqual(2 * bad.length * 10 + 2);
	},
);

it.each<[failure: Failure, requests: number]>([
	[{ kind: 'refused', status: 400 }, 5],
	[{ kind: 'refused', status: 422 }, 5],
	[{ kind: 'notFound', status: 404 }, 5],
	[{ kind: 'rejected', status: 409 }, 5],
	[{ kind: 'tooLarge', status: 413 }, 3],
	[unavailable, 3],
])('%j for the second of three batches of two costs %i requests', async (failure, count) => {
	const { post, requests } = service({ answers: ['ok', failure] });
	await writeInBulk(inBatches(6, 2), post, true);
	expect(requests).toHaveLength(count);
});

it.each<FailureKind>([
	'unauthorized',
	'inFront',
	'wrongRoute',
	'redirected',
	'webPage',
	'cancelled',
])('no further request is made after %s, also where the run continues on fail', async (kind) => {
	const { post, requests } = service({ answers: ['ok', { kind }] });
	const report = await writeInBulk(inBatches(6, 2), post, true);
	expect(requests).toHaveLength(2);
	expect(failedWith(report, undefined)).toEqual([2, 3]);
	expect(failedWith(report, 'unsent')).toEqual([4, 5]);
	expect(report.stopped).toEqual({ kind });
});

it.each([
	[true, [2, 3], 3],
	[false, range(2, 6), 2],
])('a failure that may pass ends the run unless it continues on fail (%s)', async (...row) => {
	const [goOn, failedOnes, count] = row;
	const { post, requests } = service({ answers: ['ok', unavailable] });
	expect(failedItems(await writeInBulk(inBatches(6, 2), post, goOn))).toEqual(failedOnes);
	expect(requests).toHaveLength(count);
});

it('contacts that were rejected with others only are told from those that were not sent', async () => {
	const { post } = service({ answers: ['ok', rejection, { kind: 'otherShape' }] });
	const report = await writeInBulk(inBatches(12, 4), post, true);
	expect(failedWith(report, undefined)).toEqual([4, 5]);
	expect(failedWith(report, 'notAlone')).toEqual([6, 7]);
	expect(failedWith(report, 'unsent')).toEqual(range(8, 12));
});

describe('a service that accepts nothing', () => {
	it.each([
		[1, 1],
		[40, 20],
		[40, 1],
		[3000, 1000],
	])('is asked 12 times at most for %i contacts in batches of %i', async (count, size) => {
		const { post, requests } = service({ bad: range(0, count) });
		const report = await writeInBulk(inBatches(count, size), post, true);
		expect(requests).toHaveLength(Math.min(12, count));
		expect(failedItems(report)).toEqual(range(0, count));
		const alone = requests.filter((items) => items.length === 1).flat();
		alone.sort((a, b) => a - b);
		expect(failedWith(report, undefined)).toEqual(alone);
		const others = range(0, count).filter((item) => !alone.includes(item));
		expect(failedWith(report, 'givenUp')).toEqual(others);
	});

	it('has its last rejection for the reason of the others', async () => {
		const answers = range(0, 12).map((index) => ({ ...rejection, detail: `${index}` }));
		const report = await writeInBulk([entriesOf(1000)], service({ answers }).post, true);
		expect(report.stopped).toBe(answers[11]);
		expect(report.failed.at(-1)?.failure).toBe(answers[11]);
	});

	it('is told from one that accepted anything before', async () => {
		const { post, taken } = service({ bad: range(1, 40) });
		const report = await writeInBulk(inBatches(41, 1), post, true);
		expect(taken).toEqual([0, 40]);
		expect(report.stopped).toBeUndefined();
	});
});

/** Contacts in which emails and IDs may repeat, the bad ones among them, and the size of a batch. */
const writes = fc.integer({ min: 1, max: 300 }).chain((count) =>
	fc.record({
		emails: fc.array(fc.nat(count * 20), { minLength: count, maxLength: count }),
		ids: fc.array(fc.option(fc.nat(count), { freq: 3 }), { minLength: count, maxLength: count }),
		bad: fc.uniqueArray(fc.nat(count - 1), { maxLength: 12 }),
		size: fc.integer({ min: 1, max: 300 }),
	}),
);

it('every acceptable contact is taken once, a later one wins, and the bound of requests is kept', async () => {
	await fc.assert(
		fc.asyncProperty(writes, async ({ emails, ids, bad, size }) => {
			const keysOf = (item: number) => [`${emails[item]}@`, `con_${ids[item] ?? `of ${item}`}`];
			const entries = emails.map((email, itemIndex) => {
				const id = ids[itemIndex] === null ? {} : { id: `con_${ids[itemIndex]}` };
				return { itemIndex, contact: { email: `${email}@example.com`, ...id } };
			});
			const batches = planBatches(entries, size);
			const { post, requests, taken } = service({ bad });
			const report = await writeInBulk(batches, post, false);

			for (const [at, item] of taken.entries()) {
				const keys = keysOf(item);
				const later = taken.slice(0, at).filter((before) => before > item);
				expect(later.flatMap(keysOf).filter((key) => keys.includes(key))).toEqual([]);
			}
			expect([...taken, ...failedItems(report)].sort((a, b) => a - b)).toEqual(
				range(0, emails.length),
			);
			if (report.stopped) {
				expect([requests.length, taken.length]).toEqual([12, 0]);
				return;
			}
			expect(failedItems(report)).toEqual([...bad].sort((a, b) => a - b));
			const most = 2 * bad.length * Math.ceil(Math.log2(emails.length)) + 1;
			expect(requests.length - batches.length).toBeLessThanOrEqual(most);
		}),
		{ numRuns: 300 },
	);
});
