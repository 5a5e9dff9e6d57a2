/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runNode } from '../support/engine';
import { projectRoot } from '../support/n8nInstall';
import type { Credential } from './bare';

/** The built node, as users run it: tsx, which runs the benchmarks, slows functions down. */
const { Newsletter } = createRequire(join(projectRoot, 'package.json'))(
	'./dist/nodes/Newsletter/Newsletter.node.js',
) as typeof import('../../nodes/Newsletter/Newsletter.node.js');

/** Runs the node once on n8n's own engine. @throws what the run failed with */
export async function runNewsletter(
	credential: Credential,
	parameters: INodeParameters,
	input: INodeExecutionData[] = [{ json: {} }],
): Promise<INodeExecutionData[]> {
	const { output, error } = await runNode({
		parameters,
		input,
		nodeTypes: { 'n8n-nodes-newsletter.newsletter': new Newsletter() },
		credentials: { newsletterApi: credential },
	});
	const failure = error('Newsletter');
	if (failure) throw failure;
	return output('Newsletter');
}
