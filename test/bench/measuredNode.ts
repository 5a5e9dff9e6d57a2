import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runNode } from '../support/engine';
import type { Credential } from './bare';

/** Runs the node once on n8n's own engine. @throws what the run failed with */
export async function runNewsletter(
	credential: Credential,
	parameters: INodeParameters,
	input: INodeExecutionData[] = [{ json: {} }],
): Promise<INodeExecutionData[]> {
	const { output, error } = await runNode({
		parameters,
		input,
		credentials: { newsletterApi: credential },
	});
	const failure = error('Newsletter');
	if (failure) throw failure;
	return output('Newsletter');
}
