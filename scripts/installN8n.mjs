import { cpSync, mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endChildrenOnSignals, runQuietly } from './child.mjs';
import { exitWithSentence, explainInstallFailure } from './installFailure.mjs';
import { withLock } from './installLock.mjs';
import { installProject, projectNode } from './installProject.mjs';
import {
	adopt,
	isWhole,
	manifestFolder,
	markWhole,
	n8nFolder,
	n8nVersion,
	nodeIn,
	selfTest,
} from './n8nCache.mjs';
import { nodeHeadersFolder } from './nodeHeaders.mjs';
import { cacheRoot, projectRoot } from './places.mjs';

const NEEDED_BYTES = 3e9;
const SQLITE_ADVICE =
	'SQLite could be neither downloaded ready-made nor compiled. Compiling needs Python 3, make and a C++ compiler: ' +
	'install them, or reach the internet, then run the command again.';

const storeIn = (stage) => join(stage, 'store');

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
	// A store of its own inside the stage leaves nothing outside the cache folder when it is removed.
	const storeArgs = ['--store-dir', storeIn(stage), '--config.update-notifier=false'];
	await runQuietly(label, projectNode, [pnpm, ...args, ...storeArgs], {
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
	const build = async (what, env) => {
		await runPnpm(what, stage, ['rebuild', 'sqlite3'], env);
		await selfTest(stage);
	};
	try {
		await build(label);
	} catch (error) {
		const headers = nodeHeadersFolder();
		if (!headers) throw Object.assign(error, { advice: SQLITE_ADVICE });
		await build(`${label}, with the headers in ${headers}`, { npm_config_nodedir: headers }).catch(
			(secondError) => {
				throw Object.assign(secondError, { advice: SQLITE_ADVICE });
			},
		);
	}
}

async function installInto(stage) {
	rmSync(stage, { recursive: true, force: true });
	mkdirSync(stage, { recursive: true });
	assertRoom();
	for (const file of ['package.json', 'pnpm-lock.yaml']) {
		cpSync(join(manifestFolder, file), join(stage, file));
	}
	await runPnpm('Downloading n8n', stage, [
		'install',
		'--frozen-lockfile',
		'--ignore-scripts',
		'--reporter=append-only',
	]);
	await runPnpm('Fetching Node 24 for n8n', stage, ['rebuild', 'node']);
	await buildSqlite(stage);
	rmSync(storeIn(stage), { recursive: true, force: true });
	markWhole(stage);
}

/** Installs n8n once for all checkouts, and gives the folder that holds it. */
export async function installN8n() {
	if (isWhole()) return n8nFolder;
	await installProject();
	mkdirSync(cacheRoot, { recursive: true });
	await withLock(`${n8nFolder}.lock`, `installing n8n ${n8nVersion}`, async () => {
		if (isWhole() || (await adopt())) return;
		console.error(`Installing n8n ${n8nVersion} into ${n8nFolder} (once; 2 GB, 3 to 6 minutes)`);
		const stage = `${n8nFolder}.stage`;
		try {
			await installInto(stage);
		} catch (error) {
			throw explainInstallFailure(error, cacheRoot);
		}
		rmSync(n8nFolder, { recursive: true, force: true });
		renameSync(stage, n8nFolder);
	});
	return n8nFolder;
}

// Run alone it prints nothing but the folder on standard output, so that other programs can ask for it.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
	endChildrenOnSignals();
	console.log(await exitWithSentence(installN8n));
}
