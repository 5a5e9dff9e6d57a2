import { endChildrenOnSignals } from './child.mjs';
import { exitWithSentence } from './installFailure.mjs';
import { installN8n } from './installN8n.mjs';
import { installProject } from './installProject.mjs';

endChildrenOnSignals();
await exitWithSentence(async () => {
	await installProject();
	console.error(`n8n is in ${await installN8n()}`);
});
