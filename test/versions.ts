/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs outside n8n */
// Runs the tests of a real n8n in several versions of n8n, and prints a table:
// npm run test:versions -- [version] ...
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from './support/n8nInstall';

const OLDER = ['1.123.81', '2.0.3'];
/** Names of tests that need what the older versions do not have: durable cursors, and version 1.1 of the Data table node. */
const NEWER = ['durable cursors', 'recipe crm-sync', 'recipe issue-from-notion'];
const PARTS = ['credential', 'operations', 'trigger', 'recipes'];

interface JestReport {
	testResults: Array<{ name: string; assertionResults: Array<{ status: string }> }>;
}

const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;

const pinned = readJson<{ dependencies: { n8n: string } }>(
	join(projectRoot, 'scripts/n8n/package.json'),
).dependencies.n8n;

const folder = mkdtempSync(join(tmpdir(), 'newsletter-versions-'));

/** Installs the version where it is missing, and runs the tests in it. */
const reportOf = (version: string): JestReport | undefined => {
	const report = join(folder, `${version}.json`);
	const options = ['-c', 'test/jest.config.js', '--selectProjects', 'e2e'];
	if (version !== pinned) options.push('--testNamePattern', `^(?!.*(${NEWER.join('|')}))`);
	const files = PARTS.map((part) => `test/e2e/${part}`);
	spawnSync('npx', ['jest', ...options, '--json', '--outputFile', report, '--', ...files], {
		cwd: projectRoot,
		stdio: ['ignore', 'ignore', 'inherit'],
		env: { ...process.env, NEWSLETTER_N8N_VERSION: version },
	});
	return existsSync(report) ? readJson<JestReport>(report) : undefined;
};

const cellOf = (report: JestReport | undefined, part: string): string => {
	const tests = (report?.testResults ?? [])
		.filter(({ name }) => name.includes(`/e2e/${part}`))
		.flatMap(({ assertionResults }) => assertionResults);
	const count = (status: string) => tests.filter((test) => test.status === status).length;
	if (count('failed') > 0) return `${count('failed')} failed`;
	return count('passed') > 0 ? `${count('passed')} passed` : 'did not run';
};

const chosen = process.argv.slice(2);
const rows = (chosen.length > 0 ? chosen : [...OLDER, pinned]).map((version) => {
	const report = reportOf(version);
	return [version, ...PARTS.map((part) => cellOf(report, part))];
});
for (const row of [['n8n', ...PARTS], ...rows]) {
	process.stdout.write(`${row.map((cell) => cell.padEnd(12)).join('')}\n`);
}
rmSync(folder, { recursive: true });
process.exitCode = rows.flat().some((cell) => /failed|did not run/.test(cell)) ? 1 : 0;
