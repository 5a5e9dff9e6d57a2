import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { WorkflowJson } from '../support/n8nWorkflows';

export type Step = [name: string, parameters: INodeParameters];

/** A chain that starts with the given items; each further step is a Newsletter node. */
export const chain = (
	items: IDataObject[],
	steps: Step[],
	settings: Partial<INode> = {},
): WorkflowJson => {
	const node = (name: string, type: string, typeVersion: number, parameters: INodeParameters) => ({
		...{ id: name, name, type, typeVersion, parameters },
		position: [0, 0] as [number, number],
	});
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
		node('Data', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ items }) }),
		node('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'items' }),
		...steps.map(([name, parameters]) => ({
			...node(name, 'n8n-nodes-newsletter.newsletter', 1, parameters),
			...settings,
		})),
	];
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
