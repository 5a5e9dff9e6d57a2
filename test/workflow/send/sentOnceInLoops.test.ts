import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../../service';
import { runWorkflow } from '../../support/engine';
import { stubNodeType } from '../../support/engineStubs';
import { useNewsletter } from '../newsletter';
import { useNoWaits } from '../waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const newsletter = useNewsletter({ resource: 'send' });
useNoWaits();

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const SEND: INodeParameters = {
	operation: 'send',
	sendId: '={{ $json.id }}',
};
const CREATE = {
	operation: 'create',
	pageId: { __rl: true, mode: 'id', value: '={{ $json.page }}' },
};
const UNCLEAR = expect.stringMatching(/may already/);

const timesSent = () => newsletter.service.sends.all().map((send) => send.timesSent);
const fail = (fault: FaultRule) => newsletter.service.behaviour.faults.push(fault);

/** Gives its items out one by one, as Split In Batches does, and all that came back at the end. */
function oneByOne() {
	let left: INodeExecutionData[] | undefined;
	const done: INodeExecutionData[] = [];
	return stubNodeType(
		{ name: 'oneByOne', outputs: ['main', 'main'] },
		{
			async execute() {
				if (left) done.push(...this.getInputData());
				else left = [...this.getInputData()];
				const next = left.splice(0, 1);
				return next.length > 0 ? [[], next] : [done, []];
			},
		},
	);
}

const to = (node: string) => ({ node, type: 'main' as const, index: 0 });

/** Each turn's own items, the error output's among them. */
async function loop(parameters: INodeParameters, items: IDataObject[], node: Partial<INode> = {}) {
	const { runData } = await runWorkflow({
		credentials: newsletter.credentials(),
		nodeTypes: { 'test.oneByOne': oneByOne() },
		input: items.map((json) => ({ json })),
		workflow: {
			nodes: [
				{ name: 'Start', type: 'test.start' },
				{ name: 'Loop', type: 'test.oneByOne' },
				{
					name: 'Newsletter',
					type: 'n8n-nodes-newsletter.newsletter',
					parameters: { resource: 'send', ...parameters },
					...node,
				},
			],
			connections: {
				Start: { main: [[to('Loop')]] },
				Loop: { main: [[], [to('Newsletter')]] },
				Newsletter: { main: [[to('Loop')], [to('Loop')]] },
			},
		},
	});
	return runData.Newsletter!.map(({ data }) =>
		data!.main!.flatMap((items) => items ?? []).map(({ json }) => json),
	);
}

describe('issues that a loop sends one by one', () => {
	it('are sent once each, and a turn is tried again by itself', async () => {
		const ids = [await newsletter.draft(), await newsletter.draft(), await newsletter.draft()].map(
			({ id }) => id,
		);
		fail({ kind: 'status', status: 400, match: { path: ids[1] }, times: 2 });
		const turns = await loop(
			SEND,
			ids.map((id) => ({ id })),
			RETRY,
		);
		expect(timesSent()).toEqual([1, 1, 1]);
		expect(newsletter.service.requests).toHaveLength(5);
		expect(turns).toEqual(ids.map((id) => [{ id, subscribers: 0, status: 'sending' }]));
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'are sent once where one is unclear and comes again (%s)',
		async (onError) => {
			const first = await newsletter.draft();
			const second = await newsletter.draft();
			fail({ kind: 'drop', when: 'after', match: { path: first.id }, times: null });
			const items = [first, second, first, second].map(({ id }) => ({ id }));
			const turns = await loop(SEND, items, { ...RETRY, onError });
			expect(timesSent()).toEqual([1, 1]);
			expect(newsletter.service.requests).toHaveLength(2);
			const sent = { id: second.id, subscribers: 0, status: 'sending' };
			expect(turns).toEqual([[{ error: UNCLEAR }], [sent], [{ error: UNCLEAR }], [sent]]);
		},
	);

	it('are not sent again as somebody else', async () => {
		const { id } = await newsletter.draft();
		const onError = 'continueRegularOutput';
		const parameters = { ...SEND, options: { senderId: '={{ $json.as }}' } };
		const turns = await loop(
			parameters,
			[
				{ id, as: 'a' },
				{ id, as: 'b' },
			],
			{ onError },
		);
		expect(newsletter.service.sends.all()[0]?.senderIds).toEqual(['a']);
		expect(turns[1]).toEqual([{ error: expect.stringContaining('another Sender ID') }]);
	});
});

describe('issues that a loop creates one by one', () => {
	it('are one a turn, also of one page, and a turn is tried again by itself', async () => {
		fail({ kind: 'status', status: 400, skip: 1, times: 2 });
		const turns = await loop(CREATE, [{ page: 'p' }, { page: 'p' }, { page: 'q' }], RETRY);
		expect(newsletter.service.requests).toHaveLength(5);
		const created = newsletter.service.sends.all();
		expect(created.map(({ page_id }) => page_id)).toEqual(['p', 'p', 'q']);
		expect(turns.map(([json]) => json?.id)).toEqual(created.map(({ id }) => id));
	});

	it('are not created again where nobody knows whether they were', async () => {
		fail({ kind: 'drop', when: 'after', match: { bodyContains: '"p"' }, times: null });
		const onError = 'continueRegularOutput';
		const turns = await loop(CREATE, [{ page: 'p' }, { page: 'q' }, { page: 'p' }], {
			...RETRY,
			onError,
		});
		expect(newsletter.service.sends.all().map(({ page_id }) => page_id)).toEqual(['p', 'q']);
		expect(turns).toEqual([
			[{ error: UNCLEAR }],
			[expect.objectContaining({ page_id: 'q' })],
			[{ error: UNCLEAR }],
		]);
	});
});
