/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs outside n8n */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type Service } from '../../test/service';
import { portFrom } from '../../test/support/freePorts';
import { startN8n, type N8n } from '../../test/support/n8n';
import {
	exampleWorkflow,
	RECIPES,
	withCredential,
	withFastPolls,
	type ExampleName,
} from '../../test/support/n8nExamples';

const CONTACTS = 250;
const SERVICE_PORT = 4010;
const N8N_PORT = 5678;

export interface Stage {
	service: Service;
	n8n: N8n;
	/** The workflow's ID in n8n, by the name of its example. */
	workflowIds: Record<ExampleName, string>;
	/** Ends all of it and removes what it wrote. */
	close(): Promise<void>;
}

const importExamples = async (n8n: N8n, service: Service) => {
	const { url: baseUrl, apiKey, newsletterId } = service;
	const credential = await n8n.createCredential({ baseUrl, apiKey, newsletterId });
	const create = async (name: ExampleName) =>
		await n8n.workflows.create(withFastPolls(withCredential(exampleWorkflow(name), credential)));
	const workflowIds = {
		'contact-sync': await create('contact-sync'),
		'new-contact': await create('new-contact'),
		'create-and-send': await create('create-and-send'),
	};
	await n8n.workflows.activate(workflowIds['new-contact']);
	for (const name of RECIPES) {
		await n8n.workflows.create(withCredential(exampleWorkflow(name), credential));
	}
	return workflowIds;
};

/** The stand-in service with its contacts, and an n8n that has the package, a credential and all workflows. */
export const setStage = async (signal: AbortSignal): Promise<Stage> => {
	const userFolder = mkdtempSync(join(tmpdir(), 'newsletter-demo-'));
	const opened: Array<() => Promise<void>> = [
		async () => rmSync(userFolder, { recursive: true, force: true, maxRetries: 5 }),
	];
	const close = async () => {
		while (opened.length > 0) await opened.pop()!();
	};
	try {
		const service = await startService({ contacts: CONTACTS, port: await portFrom(SERVICE_PORT) });
		opened.push(async () => await service.stop());
		const port = await portFrom(N8N_PORT);
		const n8n = await startN8n({ userFolder, port, throwAway: [userFolder], signal });
		opened.push(async () => await n8n.stop());
		return { service, n8n, workflowIds: await importExamples(n8n, service), close };
	} catch (error) {
		await close();
		throw error;
	}
};
