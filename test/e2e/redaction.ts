/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs outside n8n */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { INodeExecutionData, INodeTypeDescription } from 'n8n-workflow';
import type { RunningN8n } from '../support/n8n';
import { n8nInstall } from '../support/n8nInstall';

const RULE =
	'n8n/dist/modules/redaction/executions/strategies/node-defined-field-redaction.strategy.js';

/** Lets n8n's rule redact one execution of one node. */
const SCRIPT = `
const { NodeDefinedFieldRedactionStrategy } = require(process.argv[1]);
const { description, items } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const execution = {
	workflowData: { nodes: [{ name: 'Node', type: description.name, typeVersion: 1 }] },
	data: { resultData: { runData: { Node: [{ data: { main: [items] } }] } } },
};
new NodeDefinedFieldRedactionStrategy(console, { getByNameAndVersion: () => ({ description }) })
	.apply(execution, { memo: new Map() })
	.then(() => process.stdout.write(JSON.stringify(items)));
`;

/**
 * Items as n8n's own rule for declared output fields redacts them, going by the description that n8n
 * has loaded. n8n 2.41.1 holds this rule, but applies it in none of its views.
 */
export async function redactedByN8n(
	n8n: RunningN8n,
	type: string,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const response = await n8n.client.page('/types/nodes.json');
	const loaded = (await response.json()) as INodeTypeDescription[];
	const description = loaded.find(({ name }) => name === type);
	const { folder, node } = n8nInstall();
	const redacted = execFileSync(node, ['-e', SCRIPT, join(folder, 'node_modules', RULE)], {
		input: JSON.stringify({ description, items }),
		env: { ...process.env, N8N_USER_FOLDER: n8n.userFolder },
		encoding: 'utf8',
	});
	return JSON.parse(redacted) as INodeExecutionData[];
}
