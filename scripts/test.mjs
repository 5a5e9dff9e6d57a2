import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChildrenOnSignals, runShown } from './child.mjs';
import { exitWithSentence } from './installFailure.mjs';
import { installN8n } from './installN8n.mjs';
import { installProject, projectNode } from './installProject.mjs';
import { npm } from './npm.mjs';
import { projectRoot } from './places.mjs';

endChildrenOnSignals();

const results = mkdtempSync(join(tmpdir(), 'newsletter-tests-'));
process.once('exit', () => rmSync(results, { recursive: true, force: true }));

const script = (name) => npm(['run', '--silent', name]);
const jest = (resultFile, ...args) => [
	projectNode,
	[
		'node_modules/jest/bin/jest.js',
		...['--config', 'test/jest.config.js', '--json', '--outputFile', join(results, resultFile)],
		...args,
	],
];

const steps = [
	['Lint', script('lint')],
	['Type check', script('typecheck')],
	['Build', script('build')],
	['Tests', jest('tests', '--selectProjects', 'unit', 'service', 'workflow', 'trigger')],
	['Tests in a real n8n', jest('e2e', '--selectProjects', 'e2e', '--runInBand')],
];

// A step that did not run has no file, and adds nothing.
function readResult(file) {
	try {
		return JSON.parse(readFileSync(join(results, file), 'utf8'));
	} catch {
		return undefined;
	}
}

function totals() {
	const sum = { passed: 0, failed: 0, skipped: 0 };
	for (const result of [readResult('tests'), readResult('e2e')]) {
		if (!result) continue;
		sum.passed += result.numPassedTests;
		// A file that could not be run has no tests to count, and is a failure all the same.
		sum.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
		sum.skipped += result.numPendingTests + result.numTodoTests;
	}
	return sum;
}

async function runSteps() {
	const times = [];
	for (const [name, [command, args, options]] of steps) {
		console.log(`\n── ${name}`);
		const startedAt = Date.now();
		const exitCode = await runShown(command, args, { ...options, cwd: projectRoot });
		const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
		times.push(
			`${name}: ${exitCode === 0 ? 'done' : `failed with ${exitCode}`} after ${seconds} s`,
		);
		if (exitCode !== 0) return { times, exitCode };
	}
	return { times, exitCode: 0 };
}

await exitWithSentence(async () => {
	await installProject();
	await installN8n();
});
const { times, exitCode } = await runSteps();
const { passed, failed, skipped } = totals();
console.log(`\n${times.join('\n')}\n`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = exitCode;
