import type { ExecuteContext } from 'n8n-core';
import { DirectoryLoader, RoutingNode, UnrecognizedNodeTypeError } from 'n8n-core';
import type { INodeProperties, INodeType, INodeTypeDescription, INodeTypes } from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers, UserError } from 'n8n-workflow';

export type NodeTypeMap = Record<string, INodeType>;

/** The node types of one run, resolved by name as n8n does it: declarative nodes get an `execute`, `…Tool` is a twin. */
export class EngineNodeTypes implements INodeTypes {
	constructor(private readonly types: NodeTypeMap) {}

	getByName(name: string): INodeType {
		return this.getByNameAndVersion(name);
	}

	getByNameAndVersion(name: string, version?: number): INodeType {
		const isTwin = !this.types[name] && name.endsWith('Tool');
		const base = this.types[isTwin ? name.slice(0, -'Tool'.length) : name];
		if (!base) throw new UnrecognizedNodeTypeError(...splitName(name));
		const nodeType = NodeHelpers.getVersionedNodeType(base, version);
		runByRouting(nodeType);
		return isTwin ? toolTwin(nodeType) : nodeType;
	}

	getKnownTypes() {
		return {};
	}
}

function splitName(name: string): [string, string] {
	const dot = name.lastIndexOf('.');
	return [name.slice(0, dot), name.slice(dot + 1)];
}

function runByRouting(nodeType: INodeType): void {
	const { execute, supplyData, poll, trigger, webhook, methods, description } = nodeType;
	const isDeclarative = description.requestDefaults !== undefined;
	if (execute ?? supplyData ?? poll ?? trigger) return;
	if ((webhook ?? methods) && !isDeclarative) return;
	// The loader adds Request Options, and only to nodes that have no `execute` yet.
	if (!description.properties.some(({ name }) => name === 'requestOptions')) {
		DirectoryLoader.applyDeclarativeNodeOptionParameters(nodeType);
	}
	nodeType.execute = async function () {
		return (await new RoutingNode(this as ExecuteContext, nodeType).runNode()) ?? [];
	};
}

// n8n makes the twin by prototype, so whatever is not replaced here, `customOperations` too, is the node's own.
function toolTwin(nodeType: INodeType): INodeType {
	if (!nodeType.description.usableAsTool) throw new UserError('Node cannot be used as a tool');
	const { name, displayName, properties, description: text } = nodeType.description;
	const toolDescription: INodeProperties = {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		default: text,
	};
	const overrides: Partial<INodeTypeDescription> = {
		name: `${name}Tool`,
		displayName: `${displayName} Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
		properties: [toolDescription, ...properties],
	};
	const description = Object.assign(
		Object.create(nodeType.description) as INodeTypeDescription,
		overrides,
	);
	return Object.create(nodeType, { description: { value: description } }) as INodeType;
}
