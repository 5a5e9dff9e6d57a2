// Runs before anything is installed, so it uses nothing but Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectNode, projectRoot } from './places.mjs';

const lockFile = join(projectRoot, '.installing');

function isInstalled() {
	const packagesOf = (file) => JSON.parse(readFileSync(join(projectRoot, file), 'utf8')).packages;
	// npm writes this record last, so an interrupted install has none.
	const record = 'node_modules/.package-lock.json';
	if (!existsSync(join(projectRoot, record)) || !existsSync(projectNode)) return false;
	const installed = packagesOf(record);
	// Packages for other platforms are optional and not installed.
	return Object.entries(packagesOf('package-lock.json')).every(
		([path, { version, optional }]) =>
			path === '' || (installed[path] ? installed[path].version === version : optional),
	);
}

function npm(...args) {
	const { status } = spawnSync('npm', args, { cwd: projectRoot, stdio: ['ignore', 2, 2] });
	if (status === 0) return;
	throw new Error(
		`\`npm ${args[0]}\` failed, see above. It needs the npm registry and 1.5 GB of free disk space.`,
	);
}

function isRunning(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return error.code === 'EPERM';
	}
}

/** Waits while another run installs this checkout. A file left behind by a run that was killed does not count. */
async function takeLock() {
	for (;;) {
		try {
			return writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
		} catch (error) {
			if (error.code !== 'EEXIST') throw error;
		}
		const holder = Number(existsSync(lockFile) && readFileSync(lockFile, 'utf8'));
		if (holder > 0 && !isRunning(holder)) rmSync(lockFile, { force: true });
		else await sleep(500);
	}
}

/** Installs the development dependencies, unless node_modules already matches package-lock.json. */
export async function installProject() {
	if (isInstalled()) return;
	await takeLock();
	try {
		if (isInstalled()) return;
		console.error('Installing the project (1 GB, 2 to 4 minutes) ...');
		npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
		// The one package whose install script is needed: it brings Node 24.
		npm('rebuild', 'node', '--loglevel=error');
	} finally {
		rmSync(lockFile, { force: true });
	}
}
