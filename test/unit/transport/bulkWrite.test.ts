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

it('a rejected batch is halved until the bad contact stands alone, before later batches', async () => {
	const { post, requests } = service({ bad: [0] });
	const report = await writeInBulk(inBatches(6, 4), post, false);
	expect(requests).toEqual([[0, 1, 2, 3], [0, 1], [2, 3], [0], [1], [4, 5]]);
	expect(report.failed).toEqual([{ entry: entriesOf(1)[0], failure: rejection }]);
	expect(report.stopped).toBeUndefined();
});

it.each([
	{ where: 'the first 40', bad: range(0, 40) },
	{ where: '40 in the middle', bad: range(480, 520) },
	{ where: 'the last 40', bad: range(960, 1000) },
	{ where: 'every second one', bad: range(0, 500).map((index) => 2 * index) },
])('bad contacts among 1,000 do not hide the others: $where', async ({ bad }) => {
	const { post, taken, requests } = service({ bad });
	const report = await writeInBulk([entriesOf(1000)], post, false);
	expect(failedItems(report)).toEqual(bad);
	expect(taken).toHaveLength(1000 - bad.length);
	expect(requests.length).toBeLessThanOrEqual(2 * bad.length * 10 + 2);
});

it.each<FailureKind>(['inFront', 'cancelled'])(
	'no further request is made after %s, also where the run continues on fail',
	async (kind) => {
		const { post, requests } = service({ answers: ['ok', { kind }] });
		const report = await writeInBulk(inBatches(6, 2), post, true);
		expect(requests).toHaveLength(2);
		expect(failedWith(report, undefined)).toEqual([2, 3]);
		expect(failedWith(report, 'unsent')).toEqual([4, 5]);
		expect(report.stopped).toEqual({ kind });
	},
);

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
