/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode, INodeCredentialsDetails } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from './n8n';
import { projectRoot } from './n8nInstall';
import type { WorkflowJson } from './n8nWorkflows';

export const EXAMPLES = ['contact-sync', 'new-contact', 'create-and-send'] as const;

export type ExampleName = (typeof EXAMPLES)[number];

/** The workflows for the uses that the package is made for, most of them with another service. */
export const RECIPES = [
	'form-to-newsletter',
	'crm-sync',
	'issue-from-notion',
	'welcome',
	'clean-up',
	'assistant',
] as const;

export type RecipeName = (typeof RECIPES)[number];

const FAST_POLL_SECONDS = 5;

/** n8n refuses a schedule of a few seconds, but takes several poll times within one minute. */
export const fastPollTimes = {
	item: Array.from({ length: 60 / FAST_POLL_SECONDS }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * FAST_POLL_SECONDS} * * * * *`,
	})),
};

const isOurs = ({ type }: INode) => type.startsWith('n8n-nodes-newsletter.');

/** Gives every Newsletter node of a workflow its credential, as a user would after the import. */
export const withCredential = (
	workflow: WorkflowJson,
	credential: INodeCredentialsDetails,
): WorkflowJson => ({
	...workflow,
	nodes: workflow.nodes.map((node) =>
		isOurs(node) ? { ...node, credentials: { [CREDENTIAL_TYPE]: credential } } : node,
	),
});

export const withFastPolls = (workflow: WorkflowJson): WorkflowJson => ({
	...workflow,
	nodes: workflow.nodes.map((node) =>
		'pollTimes' in node.parameters
			? { ...node, parameters: { ...node.parameters, pollTimes: fastPollTimes } }
			: node,
	),
});

/** A workflow of the examples folder, as its file has it. */
export const exampleWorkflow = (name: ExampleName | RecipeName): WorkflowJson =>
	JSON.parse(readFileSync(join(projectRoot, 'examples', `${name}.json`), 'utf8')) as WorkflowJson;
