import { delimiter, dirname } from 'node:path';

// Inside `npm run`, PATH leads to the Node of node_modules, which an install replaces; npm says which Node runs it.
const machineNode = process.env.npm_node_execpath ?? process.execPath;

/** How to call npm on the machine's own Node: command, arguments, options for a child process. */
export function npm(args) {
	const env = {
		...process.env,
		PATH: [dirname(machineNode), process.env.PATH].join(delimiter),
	};
	const script = process.env.npm_execpath;
	if (script?.endsWith('.js')) return [machineNode, [script, ...args], { env }];
	return ['npm', args, { env, shell: process.platform === 'win32' }];
}
