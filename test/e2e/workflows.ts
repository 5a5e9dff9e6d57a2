import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { WorkflowJson } from '../support/n8nWorkflows';

export type Step = [name: string, parameters: INodeParameters];

export const node = (
	name: string,
	type: string,
	parameters: INodeParameters,
	settings: Partial<INode> = {},
): INode => ({
	...{ id: name, name, type, typeVersion: 1, parameters, position: [0, 0] },
	...settings,
});

/** A workflow of one node. */
export const single = (name: string, type: string, parameters: INodeParameters): WorkflowJson => ({
	name,
	nodes: [node(name, type, parameters)],
	connections: {},
});

/** A workflow of nodes that each follow the one before. */
export const inLine = (nodes: INode[]): WorkflowJson => {
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, index) => [
				nodes[index]!.name,
				{ main: [[{ node: name, type: 'main' as const, index: 0 }]] },
			]),
	);
	return { name: 'Chain', nodes, connections };
};

/** A chain that starts with the given items; each further step is a Newsletter node. */
export const chain = (
	items: IDataObject[],
	steps: Step[],
	settings: Partial<INode> = {},
): WorkflowJson => {
	const data = { mode: 'raw', jsonOutput: JSON.stringify({ items }) };
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger', {}),
		node('Data', 'n8n-nodes-base.set', data, { typeVersion: 3.4 }),
		node('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'items' }),
		...steps.map(([name, parameters]) =>
			node(name, 'n8n-nodes-newsletter.newsletter', parameters, settings),
		),
	];
	return inLine(nodes);
};

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
