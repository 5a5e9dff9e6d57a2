import { writeInBulk } from '../../../nodes/Newsletter/transport/bulkWrite';
import type { Failure } from '../../../nodes/Newsletter/transport/failures';
import {
	entriesOf,
	inBatches,
	itemsOf,
	refusal,
	serviceAnswering,
	serviceRefusing,
} from './bulkService';

type Report = Awaited<ReturnType<typeof writeInBulk>>;
type Failed = Report['failed'][number];

const failedWith = ({ failed }: Report, wanted: Failed['untried']) =>
	itemsOf(failed.filter(({ untried }) => untried === wanted).map(({ entry }) => entry));

describe('a contact that was not tried alone', () => {
	it('is one given up where the first 12 requests were refused, also if it was never sent', async () => {
		const { post, requests } = serviceRefusing(itemsOf(entriesOf(40)));
		const report = await writeInBulk(inBatches(entriesOf(40), 20), post, true);
		const alone = requests.filter((items) => items.length === 1).flat();
		expect(requests).toHaveLength(12);
		expect(alone).toHaveLength(11);
		expect(new Set(failedWith(report, undefined))).toEqual(new Set(alone));
		expect(failedWith(report, 'givenUp')).toEqual(
			itemsOf(entriesOf(40)).filter((item) => !alone.includes(item)),
		);
	});

	it('has the last refusal for a reason', async () => {
		const failures = Array.from({ length: 12 }, (_, index) => ({ ...refusal, detail: `${index}` }));
		const { post } = serviceAnswering(...failures);
		const report = await writeInBulk([entriesOf(20)], post, true);
		const givenUp = report.failed.filter(({ untried }) => untried === 'givenUp');
		expect(givenUp).toHaveLength(9);
		expect(new Set(givenUp.map(({ failure }) => failure))).toEqual(new Set([failures[11]]));
	});

	it('has not been given up where another failure is the twelfth', async () => {
		const unauthorized: Failure = { kind: 'unauthorized', status: 401 };
		const { post } = serviceAnswering(...Array<Failure>(11).fill(refusal), unauthorized);
		const report = await writeInBulk(inBatches(entriesOf(40), 20), post, true);
		expect(report.stopped).toBe(unauthorized);
		expect(failedWith(report, 'givenUp')).toEqual([]);
	});

	it('is one not alone where it was refused with others, and one unsent where it was not', async () => {
		const otherShape: Failure = { kind: 'otherShape', status: 200 };
		const { post } = serviceAnswering('ok', refusal, otherShape);
		const report = await writeInBulk(inBatches(entriesOf(12), 4), post, true);
		expect(failedWith(report, undefined)).toEqual([4, 5]);
		expect(failedWith(report, 'notAlone')).toEqual([6, 7]);
		expect(failedWith(report, 'unsent')).toEqual([8, 9, 10, 11]);
		expect(report.failed.every(({ failure }) => failure === otherShape)).toBe(true);
	});
});
