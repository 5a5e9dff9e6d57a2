/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs outside n8n */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './n8nInstall';

const run = (command: string, args: string[], cwd: string): string =>
	execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Packs the built package into `folder`, as npm would publish it, and gives the tarball's path. */
export const packTarball = (folder: string): string => {
	const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
	const [packed] = JSON.parse(run('npm', args, projectRoot)) as Array<{ filename: string }>;
	return join(folder, packed!.filename);
};

export const NEIGHBOUR = 'n8n-nodes-beside';

/** Writes another package of nodes into `folder`, and gives its path. */
export const writeNeighbour = (folder: string): string => {
	const path = join(folder, NEIGHBOUR);
	mkdirSync(path);
	const n8n = { n8nNodesApiVersion: 1, nodes: ['Beside.node.js'], credentials: [] };
	const manifest = JSON.stringify({ name: NEIGHBOUR, version: '1.0.0', n8n });
	writeFileSync(join(path, 'package.json'), manifest);
	writeFileSync(
		join(path, 'Beside.node.js'),
		`exports.Beside = class { description = {
			displayName: 'Beside', name: 'beside', group: ['output'], version: 1, description: 'Stands beside',
			defaults: { name: 'Beside' }, inputs: ['main'], outputs: ['main'], properties: [],
		}; };`,
	);
	return path;
};

/** The folder where n8n keeps community packages. */
export const communityFolder = (userFolder: string): string => join(userFolder, '.n8n/nodes');

/** Installs packed packages, or folders of packages, where n8n keeps community packages, as n8n does. */
export const installPackages = (userFolder: string, packages: string[]): void => {
	const folder = communityFolder(userFolder);
	mkdirSync(folder, { recursive: true });
	const manifest = join(folder, 'package.json');
	if (!existsSync(manifest)) {
		writeFileSync(manifest, JSON.stringify({ name: 'installed-nodes', private: true }));
	}
	const options = [
		'--ignore-scripts',
		'--install-links',
		'--legacy-peer-deps',
		'--offline',
		'--no-audit',
		'--no-fund',
	];
	run('npm', ['install', ...packages, ...options], folder);
};
