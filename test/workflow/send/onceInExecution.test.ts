import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../../service';
import { runWorkflow } from '../../support/engine';
import { stubNodeType } from '../../support/engineStubs';
import { errorOf, jsonOf, linksOf, useNewsletter } from '../newsletter';
import { useNoWaits } from '../waits';

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
const fail = (...faults: FaultRule[]) => newsletter.service.behaviour.faults.push(...faults);

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
