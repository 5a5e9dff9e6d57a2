import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
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
const timesSent = () => newsletter.service.sends.all().map((send) => send.timesSent);

describe.each(TOOL_CALLERS)('a tool of $caller whose first answer is lost', ({ call }) => {
	const callOnce = async (parameters: object, args: IDataObject) => {
		newsletter.service.behaviour.faults.push({ kind: 'drop', when: 'after' });
		const credentials = newsletter.credentials();
		const { text, error } = await call({
			...{ credentials, args, node: RETRY_ON_FAIL },
			parameters: parameters as typeof SEND,
		});
		expect(newsletter.service.requests).toHaveLength(1);
		return text ?? error?.message;
	};

	it.each([
		{ subject: 'Issue', what: 'the same values' },
		{ subject: "={{ 'Issue ' + Math.random() }}", what: 'other values by an expression' },
	])('creates one issue under Retry On Fail, with $what', async ({ subject }) => {
		const told = await callOnce({ ...CREATE, additionalFields: { subject } }, { page: 'p' });
		expect(newsletter.service.sends.all()).toHaveLength(1);
		expect(told).toContain('The issue may already have been created');
	});

	it('sends an issue once under Retry On Fail', async () => {
		const { id } = await newsletter.draft();
		expect(await callOnce(SEND, { id })).toContain('The issue may already be on its way');
		expect(timesSent()).toEqual([1]);
	});
});

/** The texts that an agent gets which calls its one tool several times at once, and then fails so often. */
async function textsOfAgent(parameters: object, calls: IDataObject[], failures = 0) {
	const agent = stubNodeType(
		{ name: 'agent', inputs: ['main', 'ai_tool'] },
		{
			async execute(this: IExecuteFunctions) {
				const tools = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
				const [tool] = tools as [{ invoke(of: IDataObject): Promise<string> }];
				const texts = await Promise.all(calls.map(async (args) => await tool.invoke(args)));
				failures -= 1;
				if (failures >= 0) throw new Error('The model is down');
				return [texts.map((text) => ({ json: { text } }))];
			},
		},
	);
	const run = await runWorkflow({
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
	return run.output('Agent').map(({ json }) => String(json.text));
}

it('an agent that is tried again after it created an issue gets the same one', async () => {
	const [text] = await textsOfAgent(CREATE, [{ page: 'p' }], 1);
	const [draft, ...others] = newsletter.service.sends.all();
	expect(others).toEqual([]);
	expect(text).toContain(draft!.id);
});

it('an agent that is tried again after it sent an issue does not send it again', async () => {
	const { id } = await newsletter.draft();
	const [text] = await textsOfAgent(SEND, [{ id }], 1);
	expect(timesSent()).toEqual([1]);
	expect(text).toContain('sending');
});

it('an agent that creates two issues in one run gets two, each with its own answer', async () => {
	const calls = [{ page: 'p' }, { page: 'q' }];
	const texts = await textsOfAgent(CREATE, calls);
	const drafts = newsletter.service.sends.all();
	expect(drafts.map(({ page_id }) => page_id).sort()).toEqual(['p', 'q']);
	calls.forEach(({ page }, index) => {
		expect(texts[index]).toContain(drafts.find(({ page_id }) => page_id === page)!.id);
	});
});
