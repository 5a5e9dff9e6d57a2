/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { internetEnv, prepareInternet, type Internet } from './internet';
import { RunningN8n, startN8n } from './n8n';

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

/** The n8n that runs as long as the tests do: starting one takes 20 seconds. */
export const sharedN8n = async (): Promise<RunningN8n> => {
	const { userFolder, url } = shared();
	const n8n = new RunningN8n(userFolder, url);
	await n8n.client.login();
	return n8n;
};

/** Called by Jest before the first test that may use it. */
export default async (): Promise<void> => {
	const fileFolder = mkdtempSync(join(tmpdir(), 'newsletter-files-'));
	const internet = await prepareInternet(fileFolder);
	const env = { N8N_LOG_LEVEL: 'debug', N8N_RESTRICT_FILE_ACCESS_TO: fileFolder };
	const n8n = await startN8n({
		env: { ...env, ...internetEnv(internet) },
		throwAway: [fileFolder],
	});
	const { userFolder, url } = n8n;
	process.env[PLACE] = JSON.stringify({ userFolder, url, internet, fileFolder } satisfies Shared);
	const stopSharedN8n = async () => {
		await n8n.stop();
		rmSync(fileFolder, { recursive: true, force: true });
	};
	Object.assign(globalThis, { stopSharedN8n });
};
