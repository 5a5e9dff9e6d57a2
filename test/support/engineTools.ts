import type {
	EngineRequest,
	EngineResponse,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { RunOptions, WorkflowRun } from './engine';
import { runWorkflow } from './engine';
import { stubNodeType } from './engineStubs';

export interface ToolOptions
	extends Pick<
		RunOptions,
		'credentials' | 'credentialTypes' | 'nodeTypes' | 'mode' | 'timezone' | 'abortAfterMs' | 'input'
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
	/** What the model is told about the tool; only where the tool was offered to it. */
	offer?: { name: string; description: string; keys: string[] };
	run: WorkflowRun;
}

interface LangchainTool {
	name: string;
	description: string;
	schema: { shape: Record<string, unknown> };
	invoke(args: IDataObject): Promise<string>;
}

/** Calls the tool as the MCP Server Trigger and older agents do: through the connection to it. */
export async function runTool(options: ToolOptions): Promise<ToolResult> {
	const result: Omit<ToolResult, 'run'> = {};
	async function execute(this: IExecuteFunctions) {
		const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as LangchainTool[];
		const { name, description, schema, invoke } = tool as LangchainTool;
		result.offer = { name, description, keys: Object.keys(schema.shape) };
		try {
			result.text = await invoke.call(tool, options.args ?? {});
		} catch (error) {
			result.error = error as Error;
		}
		return [this.getInputData()];
	}
	const run = await runWithAgent(options, execute);
	return { ...result, run };
}

/** Calls the tool as newer agents do: the agent asks the engine to run the node and is run again with the answer. */
export async function runToolByEngine(options: ToolOptions): Promise<ToolResult> {
	const result: Omit<ToolResult, 'run'> = {};
	async function execute(
		this: IExecuteFunctions,
		response?: EngineResponse,
	): Promise<INodeExecutionData[][] | EngineRequest> {
		const answer = response?.actionResponses[0];
		if (!answer) {
			return {
				actions: [
					{
						actionType: 'ExecutionNodeAction',
						nodeName: 'Tool',
						input: options.args ?? {},
						type: NodeConnectionTypes.AiTool,
						id: 'call-1',
						metadata: { itemIndex: 0 },
					},
				],
				metadata: {},
			};
		}
		const { data, error } = answer.data;
		result.text = JSON.stringify(data?.ai_tool?.[0]?.map(({ json }) => json));
		if (error) result.error = error;
		return [this.getInputData()];
	}
	const run = await runWithAgent(options, execute);
	return { ...result, run };
}

async function runWithAgent(
	{ parameters, node, args: _args, ...options }: ToolOptions,
	execute: (
		this: IExecuteFunctions,
		response?: EngineResponse,
	) => Promise<INodeExecutionData[][] | EngineRequest>,
): Promise<WorkflowRun> {
	const agent = stubNodeType({ name: 'agent', inputs: ['main', 'ai_tool'] }, { execute });
	return await runWorkflow({
		...options,
		nodeTypes: { 'test.agent': agent, ...options.nodeTypes },
		workflow: {
			nodes: [
				{ name: 'Start', type: 'test.start' },
				{ name: 'Agent', type: 'test.agent' },
				{ name: 'Tool', type: 'n8n-nodes-newsletter.newsletterTool', parameters, ...node },
			],
			connections: {
				Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
				Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			},
		},
	});
}
