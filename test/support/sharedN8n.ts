/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import { RunningN8n, startN8n } from './n8n';

const PLACE = 'NEWSLETTER_SHARED_N8N';

/** The n8n that runs as long as the tests do: starting one takes 20 seconds. */
export const sharedN8n = async (): Promise<RunningN8n> => {
	const { userFolder, url } = JSON.parse(process.env[PLACE]!) as Record<string, string>;
	const n8n = new RunningN8n(userFolder!, url!);
	await n8n.client.login();
	return n8n;
};

/** Called by Jest before the first test that may use it. */
export default async (): Promise<void> => {
	const n8n = await startN8n({ env: { N8N_LOG_LEVEL: 'debug' } });
	process.env[PLACE] = JSON.stringify({ userFolder: n8n.userFolder, url: n8n.url });
	Object.assign(globalThis, { stopSharedN8n: async () => await n8n.stop() });
};
