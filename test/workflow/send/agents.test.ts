import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { runWorkflow } from '../../support/engine';
import { stubNodeType } from '../../support/engineStubs';
import { useNewsletter } from '../newsletter';
import { fromAi } from '../tools';

const newsletter = useNewsletter();

interface Tool {
	invoke(args: IDataObject): Promise<string>;
}

/** An agent that calls its one tool several times at once. */
const agent = (calls: IDataObject[]) =>
	stubNodeType(
		{ name: 'agent', inputs: ['main', 'ai_tool'] },
		{
			async execute(this: IExecuteFunctions) {
				const tools = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
				const [tool] = tools as [Tool];
				const texts = await Promise.all(calls.map(async (args) => await tool.invoke(args)));
				return [texts.map((text) => ({ json: { text } }))];
			},
		},
	);

it('an agent that creates two issues in one run gets two, each with its own answer', async () => {
	const calls = [{ page: 'p' }, { page: 'q' }];
	const run = await runWorkflow({
		credentials: newsletter.credentials(),
		nodeTypes: { 'test.agent': agent(calls) },
		workflow: {
			nodes: [
				{ name: 'Start', type: 'test.start' },
				{ name: 'Agent', type: 'test.agent' },
				{
					name: 'Tool',
					type: 'n8n-nodes-newsletter.newsletterTool',
					parameters: {
						resource: 'send',
						operation: 'create',
						pageId: { __rl: true, mode: 'id', value: fromAi('page') },
					},
				},
			],
			connections: {
				Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
				Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			},
		},
	});
	const texts = run.output('Agent').map(({ json }) => String(json.text));
	const drafts = newsletter.service.sends.all();
	expect(drafts.map(({ page_id }) => page_id).sort()).toEqual(['p', 'q']);
	calls.forEach(({ page }, index) => {
		const draft = drafts.find(({ page_id }) => page_id === page);
		expect(texts[index]).toContain(draft!.id);
	});
});
