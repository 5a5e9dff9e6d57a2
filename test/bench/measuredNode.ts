import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runNode } from '../support/engine';
import type { Credential } from './bare';
// With its extension, since a `.node` at the end of a name is taken for a compiled add-on.
import { Newsletter } from '../../nodes/Newsletter/Newsletter.node.js';

const TYPE = 'bench.newsletter';

/** Runs the node once on n8n's own engine. @throws what the run failed with */
export async function runNewsletter(
	credential: Credential,
	parameters: INodeParameters,
	input: INodeExecutionData[] = [{ json: {} }],
): Promise<INodeExecutionData[]> {
	const { output, error } = await runNode({
		parameters,
		input,
		node: { type: TYPE },
		nodeTypes: { [TYPE]: new Newsletter() },
		credentials: { newsletterApi: credential },
	});
	const failure = error('Newsletter');
	if (failure) throw failure;
	return output('Newsletter');
}
