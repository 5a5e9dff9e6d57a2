/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import '../support/setup';
import { availableParallelism } from 'node:os';
import { useMovableClock } from './clock';
import { print, progress, Reaches, time, type Part } from './report';
import { backlogs } from './triggerBacklog';
import { idlePolls } from './triggerIdle';
import { longList } from './triggerLongList';
import { stateSizes } from './triggerState';

const PARTS: Record<string, Part> = {
	idle: idlePolls,
	backlog: backlogs,
	state: stateSizes,
	long: longList,
};

const main = async (): Promise<void> => {
	const asked = process.argv.slice(2);
	const unknown = asked.find((name) => !(name in PARTS));
	if (unknown !== undefined) {
		throw new Error(`There is no part ${unknown}; the parts are ${Object.keys(PARTS).join(', ')}.`);
	}
	useMovableClock();
	const reaches = new Reaches();
	const command = ['npm run bench:trigger', ...(asked.length > 0 ? ['--', ...asked] : [])];
	const beganMs = performance.now();
	print(
		`Made by \`${command.join(' ')}\` on Node.js ${process.versions.node} and ${availableParallelism()} cores.`,
	);
	for (const [name, part] of Object.entries(PARTS)) {
		if (asked.length > 0 && !asked.includes(name)) continue;
		print(`\n${await part(reaches)}`);
	}
	progress(`\nDone in ${time(performance.now() - beganMs)}.`);
	if (reaches.missed.length === 0) return progress('Every figure is within its reach.');
	progress(`Out of reach:\n${reaches.missed.join('\n')}`);
	process.exitCode = 1;
};

main().catch((error: unknown) => {
	progress(String(error instanceof Error ? error.stack : error));
	process.exitCode = 1;
});
