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
import type { CredentialData, CredentialTypes } from './engineCredentials';
import { EngineCredentials } from './engineCredentials';
import type { NodeTypeMap } from './engineNodeTypes';
import { EngineNodeTypes } from './engineNodeTypes';
import { stubNodeTypes } from './engineStubs';

export type TestNode = Pick<INode, 'name' | 'type'> & Partial<INode>;

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
	credentialTypes?: CredentialTypes;
	nodeTypes?: NodeTypeMap;
	mode?: WorkflowExecuteMode;
	timezone?: string;
	staticData?: IDataObject;
}

export interface EngineWorkflow {
	workflow: Workflow;
	additionalData: IWorkflowExecuteAdditionalData;
	mode: WorkflowExecuteMode;
}

const PACKAGE = 'n8n-nodes-newsletter';
let workflows = 0;

export async function buildWorkflow(options: WorkflowOptions): Promise<EngineWorkflow> {
	const { workflow: definition, mode = 'manual', credentials = {} } = options;
	const nodeTypes = new EngineNodeTypes({
		...stubNodeTypes(),
		...(await packageNodeTypes(definition.nodes)),
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
	const credentialTypes = {
		...(await packageCredentialTypes(credentials)),
		...options.credentialTypes,
	};
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

async function packageNodeTypes(nodes: TestNode[]): Promise<NodeTypeMap> {
	const isUsed = (name: string) =>
		nodes.some(({ type }) => type.replace(/Tool$/, '') === `${PACKAGE}.${name}`);
	const types: NodeTypeMap = {};
	if (isUsed('newsletter')) {
		const { Newsletter } = await import('../../nodes/Newsletter/Newsletter.node');
		types[`${PACKAGE}.newsletter`] = new Newsletter();
	}
	if (isUsed('newsletterTrigger')) {
		const { NewsletterTrigger } = await import('../../nodes/Newsletter/NewsletterTrigger.node');
		types[`${PACKAGE}.newsletterTrigger`] = new NewsletterTrigger();
	}
	return types;
}

async function packageCredentialTypes(credentials: CredentialData): Promise<CredentialTypes> {
	if (!credentials.newsletterApi) return {};
	const { NewsletterApi } = await import('../../credentials/NewsletterApi.credentials');
	return { newsletterApi: new NewsletterApi() };
}

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
