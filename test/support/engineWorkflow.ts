import { ExecutionLifecycleHooks } from 'n8n-core';
import type {
	IConnections,
	IDataObject,
	INode,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { NewsletterApi } from '../../credentials/NewsletterApi.credentials';
import { Newsletter } from '../../nodes/Newsletter/Newsletter.node.js';
import { NewsletterTrigger } from '../../nodes/Newsletter/NewsletterTrigger.node.js';
import type { CredentialData } from './engineCredentials';
import { EngineCredentials } from './engineCredentials';
import type { NodeTypeMap } from './engineNodeTypes';
import { EngineNodeTypes } from './engineNodeTypes';
import { stubNodeTypes } from './engineStubs';

type TestNode = Pick<INode, 'name' | 'type'> & Partial<INode>;

/** A workflow as n8n exports it; without `connections` the nodes are chained in their order. */
export interface TestWorkflow {
	nodes: TestNode[];
	connections?: IConnections;
	settings?: IWorkflowSettings;
}

export interface WorkflowOptions {
	workflow: TestWorkflow;
	/** Given to every node whose type takes a credential of that type. */
	credentials?: CredentialData;
	nodeTypes?: NodeTypeMap;
	mode?: WorkflowExecuteMode;
	timezone?: string;
	staticData?: IDataObject;
}

interface EngineWorkflow {
	workflow: Workflow;
	additionalData: IWorkflowExecuteAdditionalData;
	mode: WorkflowExecuteMode;
}

const PACKAGE = 'n8n-nodes-newsletter';
let workflows = 0;

export function buildWorkflow(options: WorkflowOptions): EngineWorkflow {
	const { workflow: definition, mode = 'manual', credentials = {} } = options;
	const nodeTypes = new EngineNodeTypes({
		...stubNodeTypes(),
		...packageNodeTypes(),
		...options.nodeTypes,
	});
	const workflow = new Workflow({
		id: `workflow-${++workflows}`,
		name: 'Test workflow',
		nodes: definition.nodes.map((node, index) => wholeNode(node, index, nodeTypes, credentials)),
		connections: structuredClone(definition.connections ?? chain(definition.nodes)),
		active: mode !== 'manual',
		nodeTypes,
		staticData: options.staticData,
		settings: {
			executionOrder: 'v1',
			timezone: options.timezone ?? 'UTC',
			...definition.settings,
		},
	});
	const credentialTypes = { newsletterApi: new NewsletterApi() };
	return {
		workflow,
		mode,
		additionalData: additionalDataFor(
			workflow,
			mode,
			new EngineCredentials(credentialTypes, credentials),
		),
	};
}

const packageNodeTypes = (): NodeTypeMap => ({
	[`${PACKAGE}.newsletter`]: new Newsletter(),
	[`${PACKAGE}.newsletterTrigger`]: new NewsletterTrigger(),
});

function wholeNode(
	node: TestNode,
	index: number,
	nodeTypes: EngineNodeTypes,
	credentials: CredentialData,
): INode {
	const { description } = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const taken = (description.credentials ?? []).filter(({ name }) => credentials[name]);
	return {
		id: `node-${index}`,
		typeVersion: description.defaultVersion ?? [description.version].flat().at(-1) ?? 1,
		position: [index * 200, 0],
		parameters: {},
		...(taken.length > 0 && {
			credentials: Object.fromEntries(taken.map(({ name }) => [name, { id: name, name }])),
		}),
		...structuredClone(node),
	};
}

function chain(nodes: TestNode[]): IConnections {
	const connections: IConnections = {};
	nodes.slice(1).forEach(({ name }, index) => {
		const from = nodes[index] as TestNode;
		connections[from.name] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	});
	return connections;
}

function additionalDataFor(
	workflow: Workflow,
	mode: WorkflowExecuteMode,
	credentialsHelper: EngineCredentials,
): IWorkflowExecuteAdditionalData {
	const executionId = `execution-of-${workflow.id}`;
	const base = 'http://n8n.invalid';
	const workflowData = { id: workflow.id, name: 'Test workflow', nodes: [], connections: {} };
	const data: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper,
		executionId,
		hooks: new ExecutionLifecycleHooks(mode, executionId, {
			...workflowData,
			active: false,
			isArchived: false,
			createdAt: new Date(0),
			updatedAt: new Date(0),
			activeVersionId: null,
		}),
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: `${base}/rest`,
		instanceBaseUrl: `${base}/`,
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
		formWaitingBaseUrl: `${base}/form-waiting`,
		logAiEvent: () => {},
		setExecutionStatus: () => {},
	};
	return data as IWorkflowExecuteAdditionalData;
}
