import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../../service';
import { runWorkflow } from '../../support/engine';
import { stubNodeType } from '../../support/engineStubs';
import { errorOf, jsonOf, linksOf, useNewsletter } from '../newsletter';
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

describe('two items with one send ID', () => {
	it('are one request, and both have its answer', async () => {
		const { id } = await newsletter.draft();
		const run = await newsletter.run({
			parameters: SEND,
			input: [{ json: { id } }, { json: { id } }],
		});
		expect(newsletter.service.requests).toHaveLength(1);
		expect(timesSent()).toEqual([1]);
		expect(jsonOf(run)).toEqual(Array(2).fill({ id, subscribers: 0, status: 'sending' }));
		expect(linksOf(run)).toEqual([[0], [1]]);
	});

	it('are one request also where it is unclear', async () => {
		const { id } = await newsletter.draft();
		fail({ kind: 'drop', when: 'after', times: null });
		const run = await newsletter.run({
			parameters: SEND,
			input: [{ json: { id } }, { json: { id } }],
			node: { onError: 'continueRegularOutput' },
		});
		expect(newsletter.service.requests).toHaveLength(1);
		expect(jsonOf(run)).toEqual(
			Array(2).fill({ error: expect.stringMatching(/may already be on its way/) }),
		);
	});
});

it('two items with one page are two issues', async () => {
	const run = await newsletter.run({
		parameters: CREATE,
		input: [{ json: { page: 'p' } }, { json: { page: 'p' } }],
	});
	expect(newsletter.service.sends.all()).toHaveLength(2);
	expect(new Set(jsonOf(run).map(({ id }) => id)).size).toBe(2);
});

describe('Retry On Fail after one item succeeded and another failed', () => {
	it('does not send the first again, and gives its stored answer', async () => {
		const first = await newsletter.draft();
		const second = await newsletter.draft();
		fail({ kind: 'status', status: 400, match: { path: second.id } });
		const run = await newsletter.run({
			parameters: SEND,
			input: [{ json: { id: first.id } }, { json: { id: second.id } }],
			node: RETRY,
		});
		expect(errorOf(run)).toBeUndefined();
		expect(timesSent()).toEqual([1, 1]);
		expect(newsletter.service.requests).toHaveLength(3);
		expect(jsonOf(run).map(({ id, status }) => ({ id, status }))).toEqual([
			{ id: first.id, status: 'sending' },
			{ id: second.id, status: 'sending' },
		]);
	});

	it('does not create the first again, and gives its stored answer', async () => {
		fail({ kind: 'status', status: 400, match: { bodyContains: 'page-b' } });
		const run = await newsletter.run({
			parameters: CREATE,
			input: [
				{ json: { page: 'page-a' } },
				{ json: { page: 'page-b' } },
				{ json: { page: 'page-a' } },
			],
			node: RETRY,
		});
		expect(errorOf(run)).toBeUndefined();
		const created = newsletter.service.sends.all().map(({ page_id }) => page_id);
		expect(created.sort()).toEqual(['page-a', 'page-a', 'page-b']);
		expect(jsonOf(run).map(({ page_id }) => page_id)).toEqual(['page-a', 'page-b', 'page-a']);
	});

	it('does not repeat an unclear one beside a failed one', async () => {
		const first = await newsletter.draft();
		const second = await newsletter.draft();
		fail(
			{ kind: 'drop', when: 'after', match: { path: first.id }, times: null },
			{ kind: 'status', status: 400, match: { path: second.id }, times: null },
		);
		await newsletter.run({
			parameters: SEND,
			input: [{ json: { id: first.id } }, { json: { id: second.id } }],
			node: RETRY,
		});
		expect(timesSent()[0]).toBe(1);
	});
});

it('a new execution sends again what the user asks to send again', async () => {
	const { id } = await newsletter.draft();
	await newsletter.run({ parameters: SEND, input: [{ json: { id } }] });
	await newsletter.run({ parameters: SEND, input: [{ json: { id } }] });
	expect(timesSent()).toEqual([2]);
});

describe('in a loop of one execution', () => {
	/** Passes the items back to the node once. */
	const again = () => {
		let passes = 0;
		return stubNodeType(
			{ name: 'again', outputs: ['main', 'main'] },
			{
				async execute() {
					passes += 1;
					return passes === 1 ? [this.getInputData(), []] : [[], this.getInputData()];
				},
			},
		);
	};
	const loop = async (parameters: INodeParameters, item: IDataObject) =>
		await runWorkflow({
			credentials: newsletter.credentials(),
			nodeTypes: { 'test.again': again() },
			input: [{ json: item }],
			workflow: {
				nodes: [
					{ name: 'Start', type: 'test.start' },
					{
						name: 'Newsletter',
						type: 'n8n-nodes-newsletter.newsletter',
						parameters: { resource: 'send', ...parameters },
					},
					{ name: 'Again', type: 'test.again' },
				],
				connections: {
					Start: { main: [[{ node: 'Newsletter', type: 'main', index: 0 }]] },
					Newsletter: { main: [[{ node: 'Again', type: 'main', index: 0 }]] },
					Again: { main: [[{ node: 'Newsletter', type: 'main', index: 0 }], []] },
				},
			},
		});

	it('an issue is sent once, and each turn has its answer', async () => {
		const { id } = await newsletter.draft();
		const { runData } = await loop(SEND, { id });
		expect(runData.Newsletter).toHaveLength(2);
		expect(timesSent()).toEqual([1]);
		expect(runData.Newsletter?.map(({ data }) => data?.main?.[0]?.[0]?.json)).toEqual(
			Array(2).fill({ id, subscribers: 0, status: 'sending' }),
		);
	});

	it('each turn creates an issue of its own', async () => {
		const { runData } = await loop({ ...CREATE, pageId: page('p') }, {});
		expect(runData.Newsletter).toHaveLength(2);
		expect(newsletter.service.sends.all()).toHaveLength(2);
	});
});
