import type { Entry } from '../../../nodes/Newsletter/transport/batches';
import { writeInBulk } from '../../../nodes/Newsletter/transport/bulkWrite';
import type { Failure, FailureKind } from '../../../nodes/Newsletter/transport/failures';
import {
	entriesOf,
	inBatches,
	itemsOf,
	refusal,
	serviceAnswering,
	serviceRefusing,
} from './bulkService';

const failedItems = ({ failed }: Awaited<ReturnType<typeof writeInBulk>>) =>
	itemsOf(failed.map(({ entry }) => entry));

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
		const { post, requests } = serviceRefusing([3]);
		const entries = entriesOf(5);
		const report = await writeInBulk([[entries[0]!], entries.slice(1)], post, false);
		expect(requests).toEqual([[0], [1, 2, 3, 4], [1, 2], [3, 4], [3], [4]]);
		expect(report.failed).toEqual([{ entry: entries[3], failure: refusal }]);
		expect(report.accepted.map((one) => itemsOf(one.entries))).toEqual([[0], [1, 2], [4]]);
		expect(report.stopped).toBeUndefined();
	});

	it.each<Failure & { requests: number }>([
		{ kind: 'refused', status: 400, requests: 4 },
		{ kind: 'refused', status: 422, requests: 4 },
		{ kind: 'notFound', status: 404, requests: 4 },
		{ kind: 'rejected', status: 409, requests: 4 },
		{ kind: 'wrongRoute', status: 404, requests: 2 },
		{ kind: 'rejected', status: 413, requests: 2 },
		{ kind: 'rejected', status: 423, requests: 2 },
	])('halves where one contact can be the reason: $kind, $status', async (given) => {
		const { requests: count, ...failure } = given;
		const { post, requests } = serviceRefusing([2], failure);
		const entries = entriesOf(3);
		await writeInBulk([[entries[0]!], entries.slice(1)], post, true);
		expect(requests).toHaveLength(count);
	});

	it('tries the halves of a batch before later batches, halves of halves first', async () => {
		const { post, requests } = serviceRefusing([1, 8]);
		await writeInBulk(inBatches(entriesOf(12), 4), post, false);
		// The first accepted contact is that of the first single try; afterwards it is not sent again.
		expect(requests).toEqual([
			[0, 1, 2, 3],
			[7],
			[0, 1],
			[0],
			[1],
			[2, 3],
			[4, 5, 6],
			[8, 9, 10, 11],
			[8, 9],
			[8],
			[9],
			[10, 11],
		]);
	});

	describe('after a first refusal, with nothing accepted yet', () => {
		it('tries single contacts spread over all that are to be written, until one is taken', async () => {
			const { post, requests } = serviceRefusing([679, 259, 939]);
			const report = await writeInBulk(inBatches(entriesOf(1100), 1000), post, false);
			expect(requests.slice(1, 5)).toEqual([[679], [259], [939], [519]]);
			expect(requests[5]).toEqual(itemsOf(entriesOf(500)).filter((item) => item !== 259));
			expect(failedItems(report)).toEqual([259, 679, 939]);
		});

		it('tries no contact before an earlier one with its email', async () => {
			const entries = entriesOf(30);
			const [three, four] = entries.slice(3) as [Entry, Entry];
			four.contact.email = three.contact.email.toUpperCase();
			const { post, requests } = serviceRefusing(itemsOf(entries));
			const others = entries.filter((entry) => entry !== four);
			await writeInBulk([others, [four]], post, false);
			const single = requests.filter((items) => items.length === 1).flat();
			expect(single).toHaveLength(11);
			expect(single).not.toContain(4);
		});

		// An ID may name the contact that has any of these emails.
		it.each([0, 1, 5, 20])(
			'tries no contact before item %i that has an ID, nor this before others',
			async (withId) => {
				const entries = entriesOf(30);
				(entries[withId] as Entry).contact.id = 'con_1';
				const { post, requests } = serviceRefusing(itemsOf(entries));
				await writeInBulk([entries], post, false);
				const single = requests.filter((items) => items.length === 1).flat();
				expect(single.length).toBeGreaterThanOrEqual(7);
				const behind = single.filter((item) => item >= withId);
				expect(behind).toEqual(behind.map((_, index) => withId + index));
				if (behind.length > 0) expect(single.length - behind.length).toBe(withId);
			},
		);

		it('tries none where something was accepted before', async () => {
			const { post, requests } = serviceRefusing([2]);
			await writeInBulk(inBatches(entriesOf(4), 2), post, false);
			expect(requests).toEqual([[0, 1], [2, 3], [2], [3]]);
		});
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
			expect(failedItems(report)).toEqual([0, 1]);
			expect(report.stopped).toBeUndefined();
		});

		it('ends the run where it does not', async () => {
			const { post, requests } = serviceAnswering('ok', unavailable);
			const report = await writeInBulk(inBatches(entriesOf(6), 2), post, false);
			expect(requests).toHaveLength(2);
			expect(failedItems(report)).toEqual([2, 3, 4, 5]);
			expect(report.stopped).toBe(unavailable);
		});

		it('never halves a batch', async () => {
			const { post, requests } = serviceAnswering(unavailable, unavailable, unavailable);
			await writeInBulk([entriesOf(8)], post, true);
			expect(requests).toHaveLength(1);
		});

		it('of one half leaves the other half its chance', async () => {
			const { post, requests } = serviceAnswering('ok', refusal, unavailable);
			const entries = entriesOf(5);
			const report = await writeInBulk([[entries[0]!], entries.slice(1)], post, true);
			expect(requests).toEqual([[0], [1, 2, 3, 4], [1, 2], [3, 4]]);
			expect(report.failed.map(({ failure }) => failure)).toEqual([unavailable, unavailable]);
			expect(report.accepted.map((one) => itemsOf(one.entries))).toEqual([[0], [3, 4]]);
		});

		it('of a single try leaves the others their chance', async () => {
			const { post, requests } = serviceAnswering(refusal, unavailable);
			const report = await writeInBulk([entriesOf(4)], post, true);
			expect(requests).toEqual([[0, 1, 2, 3], [0], [1], [2, 3]]);
			expect(report.failed).toEqual([{ entry: entriesOf(1)[0], failure: unavailable }]);
			expect(report.accepted.map((one) => itemsOf(one.entries))).toEqual([[1], [2, 3]]);
		});

		it.each<[what: string, failure: Failure]>([
			['503', unavailable],
			['429', { kind: 'rateLimited', status: 429, retryAfterMs: 120_000 }],
			['an answer that was lost', { kind: 'lost' }],
			['no answer in time', { kind: 'timedOut' }],
		])('of single tries says nothing of the next single contact: %s', async (...[, failure]) => {
			const { post, requests } = serviceAnswering(refusal, refusal, failure, refusal);
			const report = await writeInBulk([entriesOf(1000)], post, true);
			const probed = requests.slice(1, 5).flat();
			expect(probed).toHaveLength(4);
			expect(itemsOf(report.accepted[0]!.entries)).toEqual([probed[3]]);
			expect(failedItems(report)).toEqual(probed.slice(0, 3).sort((a, b) => a - b));
		});

		it('does not count as a refusal, however often it came before one', async () => {
			const { post } = serviceAnswering(...Array<Failure>(25).fill(unavailable), refusal);
			const report = await writeInBulk(inBatches(entriesOf(100), 2), post, true);
			expect(report.stopped).toBeUndefined();
			expect(failedItems(report)).toEqual(itemsOf(entriesOf(50)));
		});

		it('of all single tries has others tried after the next refusal', async () => {
			const outage = Array<Failure>(11).fill(unavailable);
			const { post, requests } = serviceAnswering(refusal, ...outage, refusal);
			const report = await writeInBulk([entriesOf(1000)], post, true);
			expect(report.stopped).toBeUndefined();
			expect(requests[13]).toHaveLength(1);
			expect(failedItems(report)).toEqual(
				requests
					.slice(1, 12)
					.flat()
					.sort((a, b) => a - b),
			);
		});

		it('that never passes after a refusal is met once a batch after the single tries', async () => {
			const { post, requests } = serviceAnswering(refusal, ...Array<Failure>(99).fill(unavailable));
			const report = await writeInBulk(inBatches(entriesOf(1000), 100), post, true);
			expect(requests).toHaveLength(1 + 11 + 2 + 9);
			expect(failedItems(report)).toEqual(itemsOf(entriesOf(1000)));
		});

		it('between refusals leaves these their 12', async () => {
			const refusals = Array<Failure>(12).fill(refusal);
			const { post, requests } = serviceAnswering(...refusals.flatMap((one) => [unavailable, one]));
			const report = await writeInBulk(inBatches(entriesOf(1000), 100), post, true);
			expect(requests).toHaveLength(24);
			expect(report.stopped).toBe(refusal);
		});

		it('of a single try ends the run where it does not continue, with every contact named', async () => {
			const { post, requests } = serviceAnswering(refusal, unavailable);
			const report = await writeInBulk([entriesOf(4)], post, false);
			expect(requests).toEqual([[0, 1, 2, 3], [0]]);
			expect(failedItems(report)).toEqual([0, 1, 2, 3]);
			expect(report.stopped).toBe(unavailable);
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
		expect(failedItems(report)).toEqual([2, 3, 4, 5]);
		expect(report.accepted).toHaveLength(1);
	});
});
