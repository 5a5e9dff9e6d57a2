/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import type { Subject } from './measuredNode';
import { nodesBase } from './nodesBase';

/** n8n's own node for Brevo, which sends one contact a request, with another address in it. */
export function brevoSubject(url: string): Subject {
	const folder = nodesBase();
	const requireFrom = createRequire(join(folder, 'package.json'));
	const { Brevo } = requireFrom('./dist/nodes/Brevo/Brevo.node.js') as {
		Brevo: new () => INodeType;
	};
	const { BrevoApi } = requireFrom('./dist/credentials/BrevoApi.credentials.js') as {
		BrevoApi: new () => ICredentialType;
	};
	const nodeType = new Brevo();
	nodeType.description.requestDefaults = { baseURL: url };
	return {
		nodeType,
		credentials: { sendInBlueApi: { apiKey: 'key' } },
		credentialTypes: { sendInBlueApi: new BrevoApi() },
		parameters: {
			resource: 'contact',
			operation: 'upsert',
			email: '={{ $json.email }}',
			upsertAttributes: {
				upsertAttributesValues: [{ fieldName: 'FIRSTNAME', fieldValue: '={{ $json.firstName }}' }],
			},
		},
	};
}
