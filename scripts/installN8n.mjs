import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statfsSync,
	writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endChildrenOnSignals, runQuietly } from './child.mjs';
import { exitWithSentence, explainInstallFailure } from './installFailure.mjs';
import { withLock } from './installLock.mjs';
import { installProject, projectNode } from './installProject.mjs';
import { nodeHeadersFolder } from './nodeHeaders.mjs';
import { cacheRoot, projectRoot } from './places.mjs';

const NEEDED_BYTES = 3e9;
const MARKER = 'installed.json';

const manifestFolder = join(projectRoot, 'scripts/n8n');
const { dependencies } = JSON.parse(readFileSync(join(manifestFolder, 'package.json'), 'utf8'));
const name = `n8n-${dependencies.n8n}`;
const folder = join(cacheRoot, name);
const contents = JSON.stringify({
	...dependencies,
	platform: `${process.platform}-${process.arch}`,
});

const nodeIn = (place) =>
	join(place, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const n8nIn = (place) => join(place, 'node_modules/n8n/bin/n8n');

function isWhole() {
	const marker = join(folder, MARKER);
	return (
		existsSync(marker) &&
		readFileSync(marker, 'utf8') === contents &&
		existsSync(nodeIn(folder)) &&
		existsSync(n8nIn(folder))
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

async function selfTest(place) {
	const output = await runQuietly('Checking n8n', nodeIn(place), ['-e', SELF_TEST, n8nIn(place)]);
	const found = JSON.parse(output.trim().split('\n').at(-1));
	if (found.n8n !== dependencies.n8n || found.node !== dependencies.node) {
		throw new Error(`${place} holds n8n ${found.n8n} on Node ${found.node}`);
	}
}

async function adopt() {
	if (!existsSync(n8nIn(folder)) || !existsSync(nodeIn(folder))) return false;
	try {
		await selfTest(folder);
	} catch {
		return false;
	}
	writeFileSync(join(folder, MARKER), contents);
	return true;
}

function assertRoom() {
	const { bavail, bsize } = statfsSync(cacheRoot);
	if (bavail * bsize > NEEDED_BYTES) return;
	throw new Error(
		`n8n needs 3 GB of room while it is installed, and ${cacheRoot} has ${(bavail * bsize * 1e-9).toFixed(1)} GB. ` +
			'Make room, or name a folder on another disk in N8N_NODES_NEWSLETTER_CACHE.',
	);
}

async function runPnpm(label, stage, args, env = {}) {
	const pnpm = join(projectRoot, 'node_modules/pnpm/bin/pnpm.cjs');
	await runQuietly(label, projectNode, [pnpm, ...args], {
		cwd: stage,
		env: {
			...process.env,
			...env,
			CI: 'true',
			PATH: [dirname(nodeIn(stage)), dirname(projectNode), process.env.PATH].join(delimiter),
		},
	});
}

// Without a prebuilt binary SQLite is compiled, and node-gyp fetches Node's headers for that unless it is told where
// they are. N-API headers of any Node version do.
async function buildSqlite(stage) {
	const label = 'Building SQLite for n8n (about 1 minute)';
	try {
		await runPnpm(label, stage, ['rebuild', 'sqlite3']);
		await selfTest(stage);
	} catch (error) {
		const headers = nodeHeadersFolder();
		if (!headers) throw error;
		await runPnpm(`${label}, with the headers in ${headers}`, stage, ['rebuild', 'sqlite3'], {
			npm_config_nodedir: headers,
		});
		await selfTest(stage);
	}
}

async function installInto(stage) {
	rmSync(stage, { recursive: true, force: true });
	mkdirSync(stage, { recursive: true });
	assertRoom();
	for (const file of ['package.json', 'pnpm-lock.yaml']) {
		cpSync(join(manifestFolder, file), join(stage, file));
	}
	// A store of its own inside the stage leaves nothing outside the cache folder when it is removed.
	const store = join(stage, 'store');
	const storeArgs = ['--store-dir', store, '--config.update-notifier=false'];
	await runPnpm('Downloading n8n', stage, [
		'install',
		'--frozen-lockfile',
		'--ignore-scripts',
		'--reporter=append-only',
		...storeArgs,
	]);
	await runPnpm('Fetching Node 24 for n8n', stage, ['rebuild', 'node', ...storeArgs]);
	await buildSqlite(stage);
	rmSync(store, { recursive: true, force: true });
	writeFileSync(join(stage, MARKER), contents);
}

/** Installs n8n once for all checkouts, and gives the folder that holds it. */
export async function installN8n() {
	if (isWhole()) return folder;
	await installProject();
	mkdirSync(cacheRoot, { recursive: true });
	await withLock(`${folder}.lock`, `installing n8n ${dependencies.n8n}`, async () => {
		if (isWhole() || (await adopt())) return;
		console.error(`Installing n8n ${dependencies.n8n} into ${folder} (once; 2 GB, 3 to 6 minutes)`);
		const stage = `${folder}.stage`;
		try {
			await installInto(stage);
		} catch (error) {
			throw explainInstallFailure(error, cacheRoot);
		}
		rmSync(folder, { recursive: true, force: true });
		renameSync(stage, folder);
	});
	return folder;
}

// Run alone it prints nothing but the folder on standard output, so that other programs can ask for it.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
	endChildrenOnSignals();
	console.log(await exitWithSentence(installN8n));
}
