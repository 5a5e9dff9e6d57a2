/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './freePorts';
import { internetEnv, prepareInternet, type Internet } from './internet';
import { RunningN8n, startN8n } from './n8n';
import { packTarball, writeNeighbour } from './n8nPackage';
import { until } from './n8nWorkflows';

const PLACE = 'NEWSLETTER_SHARED_N8N';

interface Shared {
	userFolder: string;
	url: string;
	/** Whichever test file opens it has it for itself. */
	internet: Internet;
	/** The one folder into which workflows may write. */
	fileFolder: string;
}

export const shared = (): Shared => JSON.parse(process.env[PLACE]!) as Shared;

/** The n8n that runs as long as the tests do: starting one takes 15 seconds. */
export const sharedN8n = async (): Promise<RunningN8n> => {
	const { userFolder, url } = shared();
	const n8n = new RunningN8n(userFolder, url);
	const login = async () =>
		await n8n.client.login().then(
			() => true,
			() => undefined,
		);
	await until('the start of n8n', 180_000, login);
	return n8n;
};

/** Called by Jest before the first test. It does not wait for n8n, so that other tests run meanwhile. */
export default async (): Promise<void> => {
	const userFolder = mkdtempSync(join(tmpdir(), 'newsletter-n8n-'));
	const fileFolder = mkdtempSync(join(tmpdir(), 'newsletter-files-'));
	const throwAway = [userFolder, fileFolder];
	const internet = await prepareInternet(fileFolder);
	const port = await freePort();
	const env = { N8N_LOG_LEVEL: 'debug', N8N_RESTRICT_FILE_ACCESS_TO: fileFolder };
	const starting = startN8n({
		userFolder,
		port,
		packages: [packTarball(fileFolder), writeNeighbour(fileFolder)],
		env: { ...env, ...internetEnv(internet) },
		throwAway,
	});
	// If it fails, Jest's end says why.
	starting.catch(() => undefined);
	const url = `http://127.0.0.1:${port}`;
	process.env[PLACE] = JSON.stringify({ userFolder, url, internet, fileFolder } satisfies Shared);
	const stopSharedN8n = async () => {
		await (await starting).stop();
		for (const folder of throwAway) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	};
	Object.assign(globalThis, { stopSharedN8n });
};
