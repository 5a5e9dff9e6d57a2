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
import type { RunOptions, WorkflowRun } from './engine';
import { runWorkflow } from './engine';
import { stubNodeType } from './engineStubs';
import type { TestWorkflow } from './engineWorkflow';
import { buildWorkflow } from './engineWorkflow';

export interface ToolOptions
	extends Pick<
		RunOptions,
		'credentials' | 'credentialTypes' | 'nodeTypes' | 'mode' | 'timezone' | 'abortWhen' | 'input'
	> {
	/** Parameters of the tool node; values may be `={{ $fromAI('key', 'description', 'string') }}`. */
	parameters: INodeParameters;
	/** What the model passes for the `$fromAI` keys. */
	args?: IDataObject;
	/** Settings of the tool node; its type is the package's tool by default. */
	node?: Partial<INode>;
}

export interface ToolResult {
	/** The text that the model reads. */
	text?: string;
	error?: Error;
	/** What the model is told about the tool; an engine request makes no offer. */
	offer?: { name: string; description: string; keys: string[] };
	/** The run around the call; an MCP server has none. */
	run?: WorkflowRun;
}

interface LangchainTool {
	name: string;
	description: string;
	schema: { shape: Record<string, unknown> };
	invoke(args: IDataObject): Promise<string>;
}

type AgentExecute = (
	this: IExecuteFunctions,
	response?: EngineResponse,
) => Promise<INodeExecutionData[][] | EngineRequest>;

/** Calls the tool as the MCP Server Trigger does: outside any execution. */
export async function runTool(options: ToolOptions): Promise<ToolResult> {
	const server = stubNodeType({ name: 'server', group: ['trigger'], inputs: ['ai_tool'] });
	const { workflow, additionalData } = await buildWorkflow({
		...options,
		mode: 'webhook',
		nodeTypes: { 'test.server': server, ...options.nodeTypes },
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

/** Calls the tool as older agents do: inside the agent's own run. */
export async function runToolByAgent(options: ToolOptions): Promise<ToolResult> {
	let result: ToolResult = {};
	const run = await runAgent(options, async function () {
		result = await invoke(this, options);
		return [this.getInputData()];
	});
	return { ...result, run };
}

/** Calls the tool as newer agents do: the engine runs the node, then the agent again with the answer. */
export async function runToolByEngine(options: ToolOptions): Promise<ToolResult> {
	const result: ToolResult = {};
	const run = await runAgent(options, async function (response) {
		const answer = response?.actionResponses[0];
		if (!answer) return requestFor(options.args ?? {});
		const { data, error } = answer.data;
		const items = data?.ai_tool?.[0] ?? [];
		result.text = JSON.stringify(items.length > 0 ? items.map(({ json }) => json) : '');
		if (error) result.error = error;
		return [this.getInputData()];
	});
	return { ...result, run };
}

async function invoke(
	context: Pick<IExecuteFunctions, 'getInputConnectionData'>,
	{ args = {} }: ToolOptions,
): Promise<ToolResult> {
	const tools = await context.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
	const tool = (tools as LangchainTool[])[0] as LangchainTool;
	const { name, description, schema } = tool;
	const offer = { name, description, keys: Object.keys(schema.shape) };
	try {
		return { offer, text: await tool.invoke(args) };
	} catch (error) {
		return { offer, error: error as Error };
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

async function runAgent(options: ToolOptions, execute: AgentExecute): Promise<WorkflowRun> {
	const agent = stubNodeType({ name: 'agent', inputs: ['main', 'ai_tool'] }, { execute });
	return await runWorkflow({
		...options,
		nodeTypes: { 'test.agent': agent, ...options.nodeTypes },
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
