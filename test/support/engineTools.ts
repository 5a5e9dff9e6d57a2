import { WebhookContext } from 'n8n-core';
import type {
	EngineRequest,
	EngineResponse,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	IWebhookData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { RunOptions } from './engine';
import { runWorkflow } from './engine';
import { stubNodeType } from './engineStubs';
import type { TestWorkflow } from './engineWorkflow';
import { buildWorkflow } from './engineWorkflow';

interface ToolOptions extends Pick<RunOptions, 'credentials'> {
	/** Parameters of the tool node; values may be `={{ $fromAI('key', 'description', 'string') }}`. */
	parameters: INodeParameters;
	/** What the model passes for the `$fromAI` keys. */
	args?: IDataObject;
	/** Settings of the tool node; its type is the package's tool by default. */
	node?: Partial<INode>;
}

interface ToolResult {
	/** The text that the model reads. */
	text?: string;
	error?: Error;
}

type AgentExecute = (
	this: IExecuteFunctions,
	response?: EngineResponse,
) => Promise<INodeExecutionData[][] | EngineRequest>;

/** Calls the tool as the MCP Server Trigger does: outside any execution. */
export async function runTool(options: ToolOptions): Promise<ToolResult> {
	const server = stubNodeType({ name: 'server', group: ['trigger'], inputs: ['ai_tool'] });
	const { workflow, additionalData } = buildWorkflow({
		...options,
		mode: 'webhook',
		nodeTypes: { 'test.server': server },
		workflow: {
			nodes: [{ name: 'Server', type: 'test.server' }, toolNode(options)],
			connections: toolConnections('Server'),
		},
	});
	const context = new WebhookContext(
		workflow,
		workflow.getNode('Server') as INode,
		{ ...additionalData, executionId: undefined, hooks: undefined },
		'webhook',
		{} as IWebhookData,
		[],
		null,
	);
	return await invoke(context, options);
}

/** Calls the tool as an agent does: the engine runs the node, then the agent again with the answer. */
export async function runToolByEngine(options: ToolOptions): Promise<ToolResult> {
	const result: ToolResult = {};
	await runAgent(options, async function (response) {
		const answer = response?.actionResponses[0];
		if (!answer) return requestFor(options.args ?? {});
		const { data, error } = answer.data;
		const items = data?.ai_tool?.[0] ?? [];
		result.text = JSON.stringify(items.length > 0 ? items.map(({ json }) => json) : '');
		if (error) result.error = error;
		return [this.getInputData()];
	});
	return result;
}

async function invoke(
	context: Pick<IExecuteFunctions, 'getInputConnectionData'>,
	{ args = {} }: ToolOptions,
): Promise<ToolResult> {
	const tools = await context.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
	const [tool] = tools as [{ invoke(args: IDataObject): Promise<string> }];
	try {
		return { text: await tool.invoke(args) };
	} catch (error) {
		return { error: error as Error };
	}
}

function requestFor(args: IDataObject): EngineRequest {
	return {
		actions: [
			{
				actionType: 'ExecutionNodeAction',
				nodeName: 'Tool',
				input: args,
				type: NodeConnectionTypes.AiTool,
				id: 'call-1',
				metadata: { itemIndex: 0 },
			},
		],
		metadata: {},
	};
}

async function runAgent(options: ToolOptions, execute: AgentExecute): Promise<void> {
	const agent = stubNodeType({ name: 'agent', inputs: ['main', 'ai_tool'] }, { execute });
	await runWorkflow({
		...options,
		nodeTypes: { 'test.agent': agent },
		workflow: {
			nodes: [
				{ name: 'Start', type: 'test.start' },
				{ name: 'Agent', type: 'test.agent' },
				toolNode(options),
			],
			connections: {
				Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
				...toolConnections('Agent'),
			},
		},
	});
}

function toolNode({ parameters, node }: ToolOptions): TestWorkflow['nodes'][number] {
	return { name: 'Tool', type: 'n8n-nodes-newsletter.newsletterTool', parameters, ...node };
}

function toolConnections(caller: string): NonNullable<TestWorkflow['connections']> {
	return { Tool: { ai_tool: [[{ node: caller, type: 'ai_tool', index: 0 }]] } };
}
