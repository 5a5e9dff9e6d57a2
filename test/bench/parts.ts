/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { availableParallelism } from 'node:os';
import { print, progress, Reaches, time, type Part } from './report';

async function run(benchmark: string, parts: Record<string, Part>): Promise<void> {
	const asked = process.argv.slice(2);
	const unknown = asked.find((name) => !(name in parts));
	if (unknown !== undefined) {
		throw new Error(`There is no part ${unknown}; the parts are ${Object.keys(parts).join(', ')}.`);
	}
	const reaches = new Reaches();
	const command = [`npm run bench:${benchmark}`, ...(asked.length > 0 ? ['--', ...asked] : [])];
	const beganMs = performance.now();
	print(
		`Made by \`${command.join(' ')}\` on Node.js ${process.versions.node} and ${availableParallelism()} cores.`,
	);
	for (const [name, part] of Object.entries(parts)) {
		if (asked.length > 0 && !asked.includes(name)) continue;
		print(`\n${await part(reaches)}`);
	}
	progress(`\nDone in ${time(performance.now() - beganMs)}.`);
	if (reaches.missed.length === 0) return progress('Every figure is within its reach.');
	progress(`Out of reach:\n${reaches.missed.join('\n')}`);
	process.exitCode = 1;
}

/** Runs the parts that the command line names, or all; fails where a figure is out of reach. */
export const runParts = (benchmark: string, parts: Record<string, Part>): void => {
	run(benchmark, parts).catch((error: unknown) => {
		progress(String(error instanceof Error ? error.stack : error));
		process.exitCode = 1;
	});
};
