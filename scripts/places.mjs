import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Node 24 that the project installs for itself; n8n needs it. */
export const projectNode = join(projectRoot, 'node_modules/node/bin/node');

/** Holds n8n for all checkouts. */
export const cacheRoot = resolve(
	process.env.N8N_NODES_NEWSLETTER_CACHE ||
		join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-newsletter'),
);
