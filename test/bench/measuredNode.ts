import type { INode, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import type { CredentialTypes } from '../support/engineCredentials';
import { runWorkflow } from '../support/engine';
// With its extension, since a `.node` at the end of a name is taken for a compiled add-on.
import { Newsletter } from '../../nodes/Newsletter/Newsletter.node.js';

export interface MeasuredRun {
	ms: number;
	items: INodeExecutionData[];
}

/** A node, its credential and how it is set. */
export interface Subject {
	nodeType: INodeType;
	credentials: Record<string, Record<string, string>>;
	credentialTypes?: CredentialTypes;
	parameters: INodeParameters;
}

const TYPE = 'bench.subject';

/** Runs a node once on n8n's own engine. @throws what the run failed with */
export async function runOnce(
	{ nodeType, credentials, credentialTypes, parameters }: Subject,
	input: INodeExecutionData[],
): Promise<MeasuredRun> {
	const node: Partial<INode> & Pick<INode, 'name' | 'type'> = {
		name: 'Subject',
		type: TYPE,
		parameters,
	};
	const beganMs = performance.now();
	const { output, error } = await runWorkflow({
		workflow: { nodes: [{ name: 'Start', type: 'test.start' }, node] },
		nodeTypes: { [TYPE]: nodeType },
		credentials,
		credentialTypes,
		input,
	});
	const ms = performance.now() - beganMs;
	const failure = error('Subject');
	if (failure) throw failure;
	return { ms, items: output('Subject') };
}

export type Credential = Record<'baseUrl' | 'apiKey' | 'newsletterId', string>;

export const newsletter = (credential: Credential, parameters: INodeParameters): Subject => ({
	nodeType: new Newsletter(),
	credentials: { newsletterApi: credential },
	parameters,
});
