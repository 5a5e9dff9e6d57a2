import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './child.mjs';
import { cacheRoot, projectRoot } from './places.mjs';

/** Holds package.json and the lock that pins everything n8n brings. */
export const manifestFolder = join(projectRoot, 'scripts/n8n');

const manifest = JSON.parse(readFileSync(join(manifestFolder, 'package.json'), 'utf8'));
const { n8n, node } = manifest.dependencies;

export const n8nVersion = n8n;
export const n8nFolder = join(cacheRoot, `n8n-${n8n}`);

export const nodeIn = (place) =>
	join(place, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

const n8nIn = (place) => join(place, 'node_modules/n8n/bin/n8n');
const markerIn = (place) => join(place, 'installed.json');
const contents = JSON.stringify({ n8n, node, platform: `${process.platform}-${process.arch}` });

export function markWhole(place) {
	writeFileSync(markerIn(place), contents);
}

export function isWhole() {
	return (
		existsSync(markerIn(n8nFolder)) &&
		readFileSync(markerIn(n8nFolder), 'utf8') === contents &&
		existsSync(nodeIn(n8nFolder)) &&
		existsSync(n8nIn(n8nFolder))
	);
}

// Loads what is most likely broken: the native SQLite module and, with it, n8n's own tree.
const SELF_TEST = `
	const { realpathSync } = require('node:fs');
	const { createRequire } = require('node:module');
	const inN8n = createRequire(realpathSync(process.argv[1]));
	const sqlite3 = inN8n('sqlite3');
	new sqlite3.Database(':memory:').get('select 1', (error) => {
		if (error) throw error;
		console.log(JSON.stringify({ n8n: inN8n('../package.json').version, node: process.versions.node }));
	});
`;

/** Throws where n8n in this folder is of another version or does not work. */
export async function selfTest(place) {
	const output = await runQuietly('Checking n8n', nodeIn(place), ['-e', SELF_TEST, n8nIn(place)]);
	const found = JSON.parse(output.trim().split('\n').at(-1));
	if (found.n8n !== n8n || found.node !== node) {
		throw new Error(`${place} holds n8n ${found.n8n} on Node ${found.node}`);
	}
}

/** Takes over a folder that has no marker but works. */
export async function adopt() {
	if (!existsSync(n8nIn(n8nFolder)) || !existsSync(nodeIn(n8nFolder))) return false;
	try {
		await selfTest(n8nFolder);
	} catch {
		return false;
	}
	markWhole(n8nFolder);
	return true;
}
