import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { runQuietly } from './child.mjs';
import { explainInstallFailure } from './installFailure.mjs';
import { withLock } from './installLock.mjs';
import { npm } from './npm.mjs';
import { cacheRoot, projectRoot } from './places.mjs';

export const projectNode = join(
	projectRoot,
	'node_modules/node/bin',
	process.platform === 'win32' ? 'node.exe' : 'node',
);

function packagesOf(lockFile) {
	return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

// npm writes its record of node_modules last, so an interrupted install has none. Packages for other platforms are
// optional and rightly absent.
function holdsWhatTheLockSays() {
	const record = join(projectRoot, 'node_modules/.package-lock.json');
	if (!existsSync(record)) return false;
	const installed = packagesOf(record);
	return Object.entries(packagesOf(join(projectRoot, 'package-lock.json'))).every(
		([path, wanted]) =>
			path === '' ||
			(installed[path] ? installed[path].version === wanted.version : wanted.optional === true),
	);
}

function projectNodeRuns() {
	const wanted = packagesOf(join(projectRoot, 'package-lock.json'))['node_modules/node'].version;
	try {
		return execFileSync(projectNode, ['--version'], { encoding: 'utf8' }).trim() === `v${wanted}`;
	} catch {
		return false;
	}
}

async function runNpm(label, args) {
	const [command, npmArgs, options] = npm(args);
	try {
		await runQuietly(label, command, npmArgs, { ...options, cwd: projectRoot });
	} catch (error) {
		throw explainInstallFailure(error, projectRoot);
	}
}

/** Installs the project's own dependencies where node_modules is not what package-lock.json says. */
export async function installProject() {
	if (holdsWhatTheLockSays() && projectNodeRuns()) return;
	const key = createHash('sha256').update(projectRoot).digest('hex').slice(0, 12);
	await withLock(join(cacheRoot, `project-${key}.lock`), 'installing this project', async () => {
		if (!holdsWhatTheLockSays()) {
			await runNpm('Installing the project (about 1 GB, 2 to 4 minutes)', [
				'ci',
				'--ignore-scripts',
				'--no-audit',
				'--no-fund',
			]);
		}
		if (!projectNodeRuns()) await runNpm('Fetching Node 24 for the project', ['rebuild', 'node']);
		if (!projectNodeRuns()) {
			throw new Error(
				`${projectNode} does not run. Remove node_modules and run the command again.`,
			);
		}
	});
}
