import { LoadOptionsContext } from 'n8n-core';
import type { INode, INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import type { CredentialData } from './engineCredentials';
import { buildWorkflow } from './engineWorkflow';

/**
 * Calls the search of a resource locator as the editor does: on a node that is being edited, whose
 * expressions are not resolved.
 */
export async function searchList({
	method,
	parameter,
	parameters,
	credentials,
	filter,
	paginationToken,
}: {
	method: string;
	/** Name of the field that the list belongs to. */
	parameter: string;
	parameters: INodeParameters;
	credentials: CredentialData;
	filter?: string;
	paginationToken?: string;
}): Promise<INodeListSearchResult> {
	const { workflow, additionalData } = buildWorkflow({
		credentials,
		workflow: {
			nodes: [{ name: 'Newsletter', type: 'n8n-nodes-newsletter.newsletter', parameters }],
		},
	});
	const node = workflow.getNode('Newsletter') as INode;
	const { methods } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const context = new LoadOptionsContext(
		workflow,
		node,
		{ ...additionalData, currentNodeParameters: parameters },
		`parameters.${parameter}`,
	);
	return await methods!.listSearch![method]!.call(context, filter, paginationToken);
}
