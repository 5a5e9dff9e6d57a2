import { spawn } from 'node:child_process';
import { exitWithSentence } from './installFailure.mjs';
import { installProject, projectNode } from './installProject.mjs';
import { projectRoot } from './places.mjs';

await exitWithSentence(async () => await installProject());

const child = spawn(
	projectNode,
	['--import', 'tsx', 'test/service/main.ts', ...process.argv.slice(2)],
	{ cwd: projectRoot, stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
