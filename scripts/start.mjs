import { spawn } from 'node:child_process';
import { endChildrenOnSignals, runQuietly, tail } from './child.mjs';
import { exitWithSentence } from './installFailure.mjs';
import { installN8n } from './installN8n.mjs';
import { installProject, projectNode } from './installProject.mjs';
import { projectRoot } from './places.mjs';

const leaveSignalsAlone = endChildrenOnSignals();

await exitWithSentence(async () => {
	await installProject();
	await installN8n();
	try {
		await runQuietly('Building the package', projectNode, ['scripts/build.mjs'], {
			cwd: projectRoot,
		});
	} catch (error) {
		throw new Error(`${tail(error.output)}\n\n${error.message}.`);
	}
});

leaveSignalsAlone();

// The channel tells the demonstration when this process is gone, however it ended.
const demonstration = spawn(
	projectNode,
	['--import', 'tsx', 'scripts/demo/main.ts', ...process.argv.slice(2)],
	{ cwd: projectRoot, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
	process.on(signal, () => demonstration.kill(signal));
}
demonstration.once('exit', (code) => {
	process.exitCode = code ?? 1;
});
