/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs outside n8n */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { freePort } from './freePorts';
import { N8nClient } from './n8nClient';
import { installPackages, packTarball } from './n8nPackage';
import { LOG_FILE, startN8nProcess, type N8nProcess } from './n8nProcess';
import { N8nWorkflows } from './n8nWorkflows';

export { OWNER } from './n8nClient';

export const CREDENTIAL_TYPE = 'newsletterApi';

export interface N8nOptions {
	/** Where n8n keeps everything; kept after stop(). Left out: a throw-away folder. */
	userFolder?: string;
	/** Tarballs or folders of community packages. Default: this package, freshly packed. */
	packages?: string[];
	/** Left out: a free one. */
	port?: number;
	env?: Record<string, string>;
	/** n8n's scheduler commits a trigger's state and its execution together. */
	durableCursors?: boolean;
	/** Further folders to remove when the process that starts n8n dies. */
	throwAway?: string[];
	/** Ends the start before n8n is ready. */
	signal?: AbortSignal;
}

export interface CredentialTest {
	status: 'OK' | 'Error';
	message: string;
}

const DURABLE_CURSORS = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/** A running n8n with its owner signed in. */
export class RunningN8n {
	readonly client: N8nClient;

	readonly workflows: N8nWorkflows;

	constructor(
		readonly userFolder: string,
		readonly url: string,
	) {
		this.client = new N8nClient(url);
		this.workflows = new N8nWorkflows(this.client);
	}

	/** Everything it has printed. */
	logs(): string {
		return readFileSync(join(this.userFolder, LOG_FILE), 'utf8');
	}

	async createCredential(data: ICredentialDataDecryptedObject, name = 'Newsletter account') {
		const body = { name, type: CREDENTIAL_TYPE, data };
		const { id } = await this.client.rest<{ id: string }>('POST', '/credentials', body);
		return { id, name };
	}

	/** Saves a credential and tests it, as the editor does. */
	async testCredential(data: ICredentialDataDecryptedObject): Promise<CredentialTest> {
		const credentials = { ...(await this.createCredential(data)), type: CREDENTIAL_TYPE, data };
		return await this.client.rest<CredentialTest>('POST', '/credentials/test', { credentials });
	}
}

/** An n8n that its starter also ends. */
export class N8n extends RunningN8n {
	constructor(
		userFolder: string,
		url: string,
		private readonly startProcess: () => Promise<N8nProcess>,
		private process: N8nProcess,
		private readonly isThrowAway: boolean,
	) {
		super(userFolder, url);
	}

	/** Another process on the same folder and port. */
	async restart(end: 'stop' | 'kill' = 'stop'): Promise<void> {
		await this.process[end]();
		this.process = await this.startProcess();
		await this.client.login();
	}

	async stop(): Promise<void> {
		await this.process.stop();
		if (this.isThrowAway) rmSync(this.userFolder, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** Starts a real n8n on SQLite, on loopback and free ports, with the package installed. */
export const startN8n = async (options: N8nOptions = {}): Promise<N8n> => {
	const isThrowAway = options.userFolder === undefined;
	const userFolder = options.userFolder ?? mkdtempSync(join(tmpdir(), 'newsletter-n8n-'));
	try {
		const packages = options.packages ?? [packTarball(userFolder)];
		if (packages.length > 0) installPackages(userFolder, packages);
		const port = options.port ?? (await freePort());
		const brokerPort = await freePort();
		const startProcess = async () =>
			await startN8nProcess({
				userFolder,
				port,
				brokerPort,
				env: {
					N8N_ENCRYPTION_KEY: 'a key for throw-away servers',
					...(options.durableCursors ? DURABLE_CURSORS : {}),
					...options.env,
				},
				throwAway: [...(isThrowAway ? [userFolder] : []), ...(options.throwAway ?? [])],
				signal: options.signal,
			});
		const url = `http://127.0.0.1:${port}`;
		const n8n = new N8n(userFolder, url, startProcess, await startProcess(), isThrowAway);
		await n8n.client.setUpOwner();
		await n8n.client.login();
		return n8n;
	} catch (error) {
		if (isThrowAway) rmSync(userFolder, { recursive: true, force: true });
		throw error;
	}
};
