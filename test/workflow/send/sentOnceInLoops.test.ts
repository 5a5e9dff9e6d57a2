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
const SEND: INodeParameters = { operation: 'send', sendId: '={{ $json.id }}' };
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

const drafts = async (count: number) => {
	const ids: string[] = [];
	while (ids.push((await newsletter.draft()).id) < count);
	return ids;
};

it('in a loop an issue is sent only once, and a turn is tried again by itself', async () => {
	const ids = await drafts(3);
	fail({ kind: 'status', status: 400, match: { path: ids[1] }, times: 2 });
	const items = ids.map((id) => ({ id }));
	const turns = await loop(SEND, items, RETRY);
	expect(timesSent()).toEqual([1, 1, 1]);
	expect(newsletter.service.requests).toHaveLength(5);
	expect(turns).toEqual(ids.map((id) => [{ id, subscribers: 0, status: 'sending' }]));
});

it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'a loop sends an issue once that is unclear and comes again (%s)',
	async (onError) => {
		const [first, second] = (await drafts(2)) as [string, string];
		fail({ kind: 'drop', when: 'after', match: { path: first }, times: null });
		const items = [first, second, first, second].map((id) => ({ id }));
		const turns = await loop(SEND, items, { ...RETRY, onError });
		expect(timesSent()).toEqual([1, 1]);
		expect(newsletter.service.requests).toHaveLength(2);
		const sent = { id: second, subscribers: 0, status: 'sending' };
		// The error output keeps the item's input.
		const unclear = { ...(onError === 'continueErrorOutput' && { id: first }), error: UNCLEAR };
		expect(turns).toEqual([[unclear], [sent], [unclear], [sent]]);
	},
);

it('a loop does not send an issue again as somebody else', async () => {
	const [id] = (await drafts(1)) as [string];
	const parameters = { ...SEND, options: { senderId: '={{ $json.as }}' } };
	const items = ['a', 'b'].map((as) => ({ id, as }));
	const turns = await loop(parameters, items, { onError: 'continueRegularOutput' });
	expect(newsletter.service.sends.all()[0]?.senderIds).toEqual(['a']);
	expect(turns[1]).toEqual([{ error: expect.stringContaining('another Sender ID') }]);
});

it('a loop creates one issue a turn, also of one page, and a turn is tried again by itself', async () => {
	fail({ kind: 'status', status: 400, skip: 1, times: 2 });
	const turns = await loop(CREATE, [{ page: 'p' }, { page: 'p' }, { page: 'q' }], RETRY);
	expect(newsletter.service.requests).toHaveLength(5);
	const created = newsletter.service.sends.all();
	expect(created.map(({ page_id }) => page_id)).toEqual(['p', 'p', 'q']);
	expect(turns.map(([json]) => json?.id)).toEqual(created.map(({ id }) => id));
});

it('a loop does not create an issue again where nobody knows whether it was created', async () => {
	fail({ kind: 'drop', when: 'after', match: { bodyContains: '"p"' }, times: null });
	const node: Partial<INode> = { ...RETRY, onError: 'continueRegularOutput' };
	const turns = await loop(CREATE, [{ page: 'p' }, { page: 'q' }, { page: 'p' }], node);
	expect(newsletter.service.sends.all().map(({ page_id }) => page_id)).toEqual(['p', 'q']);
	const created = expect.objectContaining({ page_id: 'q' });
	expect(turns).toEqual([[{ error: UNCLEAR }], [created], [{ error: UNCLEAR }]]);
});
