import { endChildrenOnSignals, runShown } from './child.mjs';
import { exitWithSentence } from './installFailure.mjs';
import { installProject, projectNode } from './installProject.mjs';
import { projectRoot } from './places.mjs';

endChildrenOnSignals();

const [name, ...args] = process.argv.slice(2);
await exitWithSentence(installProject);
process.exitCode = await runShown(
	projectNode,
	['--import', 'tsx', `test/bench/${name}.ts`, ...args],
	{ cwd: projectRoot },
);
