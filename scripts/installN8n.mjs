import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import lockfile from 'proper-lockfile';
import { cacheRoot, projectRoot } from './places.mjs';
import { run } from './run.mjs';

const PNPM = 'pnpm@10.34.9';

// Pins n8n and everything that it brings. Its overrides are for older versions: of some packages, the newest do not
// fit together, and one is not on npm.
const manifestFolder = join(projectRoot, 'scripts/n8n');
const manifest = JSON.parse(readFileSync(join(manifestFolder, 'package.json'), 'utf8'));
const pinned = manifest.dependencies.n8n;
const version = process.env.NEWSLETTER_N8N_VERSION || pinned;

const n8nFolder = join(cacheRoot, `n8n-${version}`);
const stage = `${n8nFolder}.stage`;

// SQLite is compiled where no ready-made one can be downloaded. That takes the headers of any Node version; without
// this hint they are downloaded too.
function nodeHeaders() {
	const node = realpathSync(process.env.npm_node_execpath ?? process.execPath);
	const root = dirname(dirname(node));
	return existsSync(join(root, 'include/node/common.gypi')) ? { npm_config_nodedir: root } : {};
}

async function pnpm(...args) {
	// A store inside the stage leaves nothing behind elsewhere on the disk.
	const options = ['--store-dir', join(stage, 'store')];
	const exitCode = await run('npx', ['--yes', PNPM, ...args, ...options], {
		cwd: stage,
		env: { ...process.env, ...nodeHeaders(), CI: 'true' },
		stdio: ['ignore', 2, 2],
	});
	if (exitCode === 0) return;
	throw new Error(
		`n8n could not be installed, see above. It needs the npm registry, 3 GB of free disk space in ${cacheRoot}, ` +
			'and Python 3, make and a C++ compiler where SQLite has to be compiled.',
	);
}

// This takes minutes on a busy machine. Done synchronously it would keep the lock from being renewed.
const remove = async (folder) => await rm(folder, { recursive: true, force: true });

async function install() {
	console.error(`Installing n8n ${version} into ${n8nFolder} (once; 2 GB, 2 to 6 minutes) ...`);
	await remove(stage);
	cpSync(manifestFolder, stage, { recursive: true });
	const add = version === pinned ? ['install', '--frozen-lockfile'] : ['add', `n8n@${version}`];
	await pnpm(...add, '--ignore-scripts');
	await pnpm('rebuild', 'sqlite3');
	await remove(join(stage, 'store'));
	await remove(n8nFolder);
	// Only a finished install gets the name under which it is looked for.
	renameSync(stage, n8nFolder);
}

/** Installs n8n once for all checkouts. Returns its folder. */
export async function installN8n() {
	const isInstalled = () => existsSync(join(n8nFolder, 'node_modules/n8n/bin/n8n'));
	if (isInstalled()) return n8nFolder;
	mkdirSync(cacheRoot, { recursive: true });
	const retries = { forever: true, minTimeout: 1000, maxTimeout: 1000 };
	const release = await lockfile.lock(n8nFolder, { realpath: false, stale: 60_000, retries });
	try {
		if (!isInstalled()) await install();
	} finally {
		await release();
	}
	return n8nFolder;
}

// Run alone it prints the folder and nothing else on standard output, for other programs to read.
if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await installN8n());
