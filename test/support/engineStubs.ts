import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import type { NodeTypeMap } from './engineNodeTypes';

/** A node type made of its description and what it does; the rest has the values that the engine needs. */
export function stubNodeType(
	description: Partial<INodeTypeDescription> & { name: string },
	behaviour: Omit<INodeType, 'description'> = {},
): INodeType {
	return {
		description: {
			displayName: description.name,
			group: ['transform'],
			version: 1,
			description: '',
			defaults: { name: description.name },
			inputs: ['main'],
			outputs: ['main'],
			properties: [],
			...description,
		},
		...behaviour,
	};
}

async function passOn(this: IExecuteFunctions) {
	return [this.getInputData()];
}

/** Stand-ins for the nodes around the tested one, also under the names that n8n gives them. */
export function stubNodeTypes(): NodeTypeMap {
	const start = stubNodeType(
		{ name: 'start', group: ['trigger'], inputs: [] },
		{ execute: passOn },
	);
	const noOp = stubNodeType({ name: 'noOp' }, { execute: passOn });
	return {
		'test.start': start,
		'test.noOp': noOp,
		'n8n-nodes-base.manualTrigger': start,
		'n8n-nodes-base.noOp': noOp,
	};
}
