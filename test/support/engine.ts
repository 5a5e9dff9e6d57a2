/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import { WorkflowExecute } from 'n8n-core';
import type {
	ExecutionError,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRun,
	IRunData,
	ITaskData,
	NodeExecutionHint,
} from 'n8n-workflow';
import type { WorkflowOptions } from './engineWorkflow';
import { buildWorkflow } from './engineWorkflow';

const ABORT_CHECK_MS = 5;

export interface RunOptions extends WorkflowOptions {
	/** What the start node emits; without it one empty item. */
	input?: INodeExecutionData[];
	/** Name of the node to start from; the first one by default. */
	startNode?: string;
	/** The execution is cancelled, as by the Stop button, as soon as this is so. */
	abortWhen?: () => boolean;
}

export interface WorkflowRun {
	run: IRun;
	runData: IRunData;
	staticData: IDataObject;
	/** Items of a node's last run; none where it did not run or the output stayed empty. */
	output(nodeName: string, outputIndex?: number): INodeExecutionData[];
	error(nodeName: string): ExecutionError | undefined;
	hints(nodeName: string): NodeExecutionHint[];
}

export async function runWorkflow(options: RunOptions): Promise<WorkflowRun> {
	const { workflow, additionalData, mode } = buildWorkflow(options);
	const startNode = workflow.getNode(
		options.startNode ?? (options.workflow.nodes[0]?.name as string),
	) as INode;
	const execution = new WorkflowExecute(additionalData, mode).run({
		workflow,
		startNode,
		...(options.input && { pinData: { [startNode.name]: options.input } }),
	});
	const { abortWhen = () => false } = options;
	const timer = setInterval(() => {
		if (abortWhen()) execution.cancel();
	}, ABORT_CHECK_MS);
	try {
		return describeRun(await execution, workflow.staticData);
	} finally {
		clearInterval(timer);
	}
}

/** Runs one node of the package behind a start node; it is named "Newsletter" in the result. */
export async function runNode({
	parameters,
	node = {},
	...options
}: Omit<RunOptions, 'workflow' | 'startNode'> & {
	parameters: INodeParameters;
	node?: Partial<INode>;
}): Promise<WorkflowRun> {
	return await runWorkflow({
		...options,
		workflow: {
			nodes: [
				{ name: 'Start', type: 'test.start' },
				{
					name: 'Newsletter',
					type: 'n8n-nodes-newsletter.newsletter',
					parameters,
					...node,
				},
			],
		},
	});
}

function describeRun(run: IRun, staticData: IDataObject): WorkflowRun {
	const { runData } = run.data.resultData;
	const last = (nodeName: string): ITaskData | undefined => runData[nodeName]?.at(-1);
	return {
		run,
		runData,
		staticData,
		output: (nodeName, outputIndex = 0) => last(nodeName)?.data?.main?.[outputIndex] ?? [],
		error: (nodeName) => last(nodeName)?.error,
		hints: (nodeName) => last(nodeName)?.hints ?? [],
	};
}
