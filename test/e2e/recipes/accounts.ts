import type { ICredentialDataDecryptedObject, INode, INodeCredentialsDetails } from 'n8n-workflow';
import type { Service } from '../../service';
import { CREDENTIAL_TYPE, type RunningN8n } from '../../support/n8n';
import type { WorkflowJson } from '../../support/n8nWorkflows';

/** Which credential a node of another service takes, as its recipe sets it up. */
const TYPES: Record<string, string> = {
	'n8n-nodes-base.notion': 'notionApi',
	'n8n-nodes-base.hubspot': 'hubspotAppToken',
	'n8n-nodes-base.slack': 'slackApi',
	'n8n-nodes-base.emailSend': 'smtp',
};

const typeFor = ({ type }: INode) =>
	type.startsWith('n8n-nodes-newsletter.') ? CREDENTIAL_TYPE : TYPES[type];

/** The credentials of a user of several services, by their type. */
export type Accounts = Record<string, INodeCredentialsDetails>;

export const createAccounts = async (
	n8n: RunningN8n,
	{ url: baseUrl, apiKey, newsletterId }: Service,
	others: Record<string, ICredentialDataDecryptedObject>,
): Promise<Accounts> => {
	const accounts: Accounts = {
		[CREDENTIAL_TYPE]: await n8n.createCredential({ baseUrl, apiKey, newsletterId }),
	};
	for (const [type, data] of Object.entries(others)) {
		const body = { name: type, type, data };
		const { id } = await n8n.client.rest<{ id: string }>('POST', '/credentials', body);
		accounts[type] = { id, name: type };
	}
	return accounts;
};

/** Gives each node its credential, as a user does after the import. */
export const withAccounts = (workflow: WorkflowJson, accounts: Accounts): WorkflowJson => ({
	...workflow,
	nodes: workflow.nodes.map((node) => {
		const type = typeFor(node);
		return type ? { ...node, credentials: { [type]: accounts[type]! } } : node;
	}),
});

/** Changes the parameters of the nodes with these names. */
export const withParameters = (
	workflow: WorkflowJson,
	changes: Record<string, INode['parameters']>,
): WorkflowJson => ({
	...workflow,
	nodes: workflow.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...changes[node.name] },
	})),
});
