/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs outside n8n */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const projectRoot = resolve(__dirname, '../..');

export interface N8nInstall {
	folder: string;
	node: string;
	n8n: string;
	version: string;
	/** A module that asks a server of n8n. An older n8n has none, and does not start with its name. */
	hasMcpRegistry: boolean;
}

let install: N8nInstall | undefined;

/** The n8n of the cache folder; installs it where it is missing. */
export const n8nInstall = (): N8nInstall => {
	if (install) return install;
	const folder = execFileSync(process.execPath, [join(projectRoot, 'scripts/installN8n.mjs')], {
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	}).trim();
	const { version } = JSON.parse(
		readFileSync(join(folder, 'node_modules/n8n/package.json'), 'utf8'),
	) as { version: string };
	install = {
		folder,
		node: join(projectRoot, 'node_modules/node/bin/node'),
		n8n: join(folder, 'node_modules/n8n/bin/n8n'),
		version,
		hasMcpRegistry: existsSync(join(folder, 'node_modules/n8n/dist/modules/mcp-registry')),
	};
	return install;
};
