import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { runWorkflow } from '../../support/engine';
import { stubNodeType } from '../../support/engineStubs';
import { useNewsletter } from '../newsletter';
import { fromAi, TOOL_CALLERS } from '../tools';

const newsletter = useNewsletter();

const CREATE = {
	resource: 'send',
	operation: 'create',
	pageId: { __rl: true, mode: 'id', value: fromAi('page') },
};
const SEND = { resource: 'send', operation: 'send', sendId: fromAi('id') };
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const lost = () => newsletter.service.behaviour.faults.push({ kind: 'drop', when: 'after' });

describe.each(TOOL_CALLERS)('a tool of $caller with Retry On Fail', ({ call }) => {
	it.each([
		{ subject: 'Issue', what: 'the same values' },
		{ subject: "={{ 'Issue ' + Math.random() }}", what: 'other values by an expression' },
	])('creates one issue where the first answer is lost, with $what', async ({ subject }) => {
		lost();
		const { text, error } = await call({
			credentials: newsletter.credentials(),
			args: { page: 'p' },
			node: RETRY_ON_FAIL,
			parameters: { ...CREATE, additionalFields: { subject } },
		});
		expect(newsletter.service.sends.all()).toHaveLength(1);
		expect(newsletter.service.requests).toHaveLength(1);
		expect(text ?? error?.message).toContain('The issue may already have been created');
	});

	it('sends an issue once where the first answer is lost', async () => {
		const { id } = await newsletter.draft();
		lost();
		const { text, error } = await call({
			credentials: newsletter.credentials(),
			args: { id },
			node: RETRY_ON_FAIL,
			parameters: SEND,
		});
		expect(newsletter.service.sends.all().map(({ timesSent }) => timesSent)).toEqual([1]);
		expect(text ?? error?.message).toContain('The issue may already be on its way');
	});
});

/** An agent that fails once after its tool call, before it comes to its end. */
function failingAgent(args: IDataObject) {
	let failures = 1;
	return stubNodeType(
		{ name: 'agent', inputs: ['main', 'ai_tool'] },
		{
			async execute(this: IExecuteFunctions) {
				const tools = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
				const [tool] = tools as [{ invoke(of: IDataObject): Promise<string> }];
				const text = await tool.invoke(args);
				failures -= 1;
				if (failures >= 0) throw new Error('The model is down');
				return [[{ json: { text } }]];
			},
		},
	);
}

const runAgent = async (agent: INodeType, parameters: IDataObject) =>
	await runWorkflow({
		credentials: newsletter.credentials(),
		nodeTypes: { 'test.agent': agent },
		workflow: {
			nodes: [
				{ name: 'Start', type: 'test.start' },
				{ name: 'Agent', type: 'test.agent', ...RETRY_ON_FAIL },
				{
					name: 'Tool',
					type: 'n8n-nodes-newsletter.newsletterTool',
					parameters: parameters as never,
				},
			],
			connections: {
				Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
				Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			},
		},
	});

it('an agent that is tried again after it created an issue gets the same one', async () => {
	const run = await runAgent(failingAgent({ page: 'p' }), CREATE);
	const [draft, ...others] = newsletter.service.sends.all();
	expect(others).toEqual([]);
	expect(run.output('Agent')[0]!.json.text).toContain(draft!.id);
});

it('an agent that is tried again after it sent an issue does not send it again', async () => {
	const { id } = await newsletter.draft();
	const run = await runAgent(failingAgent({ id }), SEND);
	expect(newsletter.service.sends.all().map(({ timesSent }) => timesSent)).toEqual([1]);
	expect(run.output('Agent')[0]!.json.text).toContain('sending');
});

/** An agent that calls its one tool several times at once. */
const busyAgent = (calls: IDataObject[]) =>
	stubNodeType(
		{ name: 'agent', inputs: ['main', 'ai_tool'] },
		{
			async execute(this: IExecuteFunctions) {
				const tools = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
				const [tool] = tools as [{ invoke(of: IDataObject): Promise<string> }];
				const texts = await Promise.all(calls.map(async (args) => await tool.invoke(args)));
				return [texts.map((text) => ({ json: { text } }))];
			},
		},
	);

it('an agent that creates two issues in one run gets two, each with its own answer', async () => {
	const calls = [{ page: 'p' }, { page: 'q' }];
	const run = await runAgent(busyAgent(calls), CREATE);
	const texts = run.output('Agent').map(({ json }) => String(json.text));
	const drafts = newsletter.service.sends.all();
	expect(drafts.map(({ page_id }) => page_id).sort()).toEqual(['p', 'q']);
	calls.forEach(({ page }, index) => {
		expect(texts[index]).toContain(drafts.find(({ page_id }) => page_id === page)!.id);
	});
});
