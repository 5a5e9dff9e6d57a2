// Starts the n8n of the tests with the package that `npm run dev -- --external-n8n` links and rebuilds.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { install } from './install.mjs';
import { projectNode } from './places.mjs';
import { run } from './run.mjs';

const n8nFolder = await install();

const n8n = join(n8nFolder, 'node_modules/n8n/bin/n8n');
process.exitCode = await run(projectNode, [n8n, ...process.argv.slice(2)], {
	stdio: 'inherit',
	env: {
		...process.env,
		N8N_DEV_RELOAD: 'true',
		N8N_USER_FOLDER: process.env.N8N_USER_FOLDER ?? join(homedir(), '.n8n-node-cli'),
	},
});
