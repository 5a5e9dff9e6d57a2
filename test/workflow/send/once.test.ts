import type { FaultRule } from '../../service';
import { errorOf, useNewsletter } from '../newsletter';
import { useNoWaits, waits } from '../waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const newsletter = useNewsletter({ resource: 'send' });
useNoWaits();

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const SEND = { operation: 'send', sendId: '={{ $json.id }}' };
const page = (value: string) => ({ __rl: true, mode: 'id', value });
const CREATE = { operation: 'create', pageId: page('={{ $json.page }}') };
const timesSent = () => newsletter.service.sends.all().map((send) => send.timesSent);
const answered = (status: number) => ({ kind: 'status' as const, status, when: 'after' as const });
const fail = (...faults: FaultRule[]) => newsletter.service.behaviour.faults.push(...faults);

const UNCLEAR: Array<{ outcome: string; fault: FaultRule; parameters?: object }> = [
	{ outcome: 'is lost', fault: { kind: 'drop', when: 'after' } },
	{
		outcome: 'does not come in time',
		fault: { kind: 'hang', when: 'after' },
		parameters: { requestOptions: { timeout: 250 } },
	},
	{ outcome: 'is 500', fault: answered(500) },
	{ outcome: 'is 502', fault: answered(502) },
	{ outcome: 'is 503', fault: answered(503) },
	{ outcome: 'is 504', fault: answered(504) },
	{ outcome: 'is half of the JSON', fault: { kind: 'truncate' } },
	{ outcome: 'breaks off', fault: { kind: 'truncateSocket' } },
	{ outcome: 'is a web page', fault: { kind: 'html', when: 'after' } },
];

describe.each(UNCLEAR)('where the answer to a sending $outcome', ({ fault, parameters }) => {
	const run = async (node = {}) => {
		const { id } = await newsletter.draft();
		fail({ ...fault, times: null });
		return await newsletter.run({
			parameters: { ...SEND, ...parameters },
			input: [{ json: { id } }],
			node,
		});
	};

	it('it is not repeated, and the error says that it may be on its way', async () => {
		const error = errorOf(await run());
		expect(error?.message).toMatch(/may already be on its way/);
		expect(error?.message).toMatch(/check/i);
		expect(newsletter.service.requests).toHaveLength(1);
		expect(timesSent()).toEqual([1]);
		expect(waits).toEqual([]);
	});

	it('Retry On Fail does not repeat it either, and says the same', async () => {
		const error = errorOf(await run(RETRY));
		expect(error?.message).toMatch(/may already be on its way/);
		expect(newsletter.service.requests).toHaveLength(1);
		expect(timesSent()).toEqual([1]);
	});
});

describe.each(UNCLEAR)('where the answer to a creation $outcome', ({ fault, parameters }) => {
	it('it is not repeated, by Retry On Fail neither, and the error says so', async () => {
		fail({ ...fault, times: null });
		const run = await newsletter.run({
			parameters: { ...CREATE, ...parameters },
			input: [{ json: { page: 'p' } }],
			node: RETRY,
		});
		expect(errorOf(run)?.message).toMatch(/may already have been created/);
		expect(newsletter.service.requests).toHaveLength(1);
		expect(newsletter.service.sends.all()).toHaveLength(1);
	});
});

describe.each([
	{ operation: 'a sending', parameters: { ...SEND }, path: '/sends/.+/send' },
	{ operation: 'a creation', parameters: { ...CREATE }, path: '/sends$' },
])('$operation that was not taken', ({ parameters, path }) => {
	const runOne = async (faults: FaultRule[], credential = {}) => {
		const { id } = await newsletter.draft();
		fail(...faults);
		return await newsletter.run({
			parameters,
			credential,
			input: [{ json: { id, page: 'p' } }],
		});
	};

	it('is made again after 429, as long as Retry-After says', async () => {
		const run = await runOne([{ kind: 'rateLimit', retryAfter: 5, match: { path }, times: 3 }]);
		expect(errorOf(run)).toBeUndefined();
		expect(waits).toEqual([5000, 5000, 5000]);
		expect(newsletter.service.requests).toHaveLength(4);
	});

	it('is given up after 4 times 429', async () => {
		const run = await runOne([{ kind: 'rateLimit', match: { path }, times: null }]);
		expect(errorOf(run)).toMatchObject({
			httpCode: '429',
			failure: { cause: 'rate-limited' },
		});
		expect(newsletter.service.requests).toHaveLength(4);
	});

	it('is tried 3 times where nobody listens, and does not claim to have been taken', async () => {
		const run = await runOne([], { baseUrl: 'http://127.0.0.1:9/v1' });
		expect(errorOf(run)?.message).toMatch(/Base URL/);
		expect(errorOf(run)?.message).not.toMatch(/may already/);
		expect(waits).toHaveLength(2);
	});
});
