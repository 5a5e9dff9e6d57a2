/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs outside n8n */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { n8nInstall, projectRoot } from '../support/n8nInstall';
import { nodesBase } from './nodesBase';
import { count, progress, table, type Part } from './report';
import { inRounds, median } from './rounds';

const ROUNDS = 41;

interface Load {
	requireMs: number;
	createMs: number;
	files: number;
}

/** As n8n starts: n8n-workflow is there already, each node is required, and one object made of it. */
const LOAD = `
	const { createRequire } = require('node:module');
	const files = process.argv.slice(1);
	createRequire(files[0])('n8n-workflow');
	const before = Object.keys(require.cache).length;
	const beganMs = performance.now();
	const modules = files.map((file) => require(file));
	const requiredMs = performance.now();
	for (const exported of modules) {
		const [Node] = Object.values(exported);
		new Node();
	}
	const createdMs = performance.now();
	console.log(JSON.stringify({
		requireMs: requiredMs - beganMs,
		createMs: createdMs - requiredMs,
		files: Object.keys(require.cache).length - before,
	}));
`;

const loaded = (node: string, files: string[]) => async (): Promise<Load> =>
	JSON.parse(execFileSync(node, ['-e', LOAD, ...files], { encoding: 'utf8' })) as Load;

async function loading(): Promise<string> {
	const { node } = n8nInstall();
	const mailerLite = join(nodesBase(), 'dist/nodes/MailerLite');
	const ours = join(projectRoot, 'dist/nodes/Newsletter');
	const loads = await inRounds(ROUNDS, {
		mailerLite: loaded(node, [
			join(mailerLite, 'MailerLite.node.js'),
			join(mailerLite, 'MailerLiteTrigger.node.js'),
		]),
		ours: loaded(node, [join(ours, 'Newsletter.node.js'), join(ours, 'NewsletterTrigger.node.js')]),
	});
	const figuresOf = (name: keyof typeof loads) => ({
		required: median(loads[name].map(({ requireMs }) => requireMs)),
		ready: median(loads[name].map(({ requireMs, createMs }) => requireMs + createMs)),
		files: loads[name][0]?.files ?? NaN,
	});
	const [mailer, newsletter] = [figuresOf('mailerLite'), figuresOf('ours')];
	const row = (name: string, { required, ready, files }: typeof mailer) => [
		name,
		count(files),
		...[required, ready].map((ms) => `${ms.toFixed(2)} ms`),
		(ready / mailer.ready).toFixed(2),
	];
	return [
		`Both nodes in a new process in which n8n-workflow is loaded, medians of ${ROUNDS} runs each.`,
		'',
		table(
			['', 'Files', 'Required', 'Required and created', "Times n8n's own"],
			[
				row("n8n's own MailerLite and its trigger", mailer),
				row('Newsletter and its trigger', newsletter),
			],
		),
	].join('\n');
}

function size(): string {
	const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
	const [packed] = JSON.parse(
		execFileSync('npm', args, {
			cwd: projectRoot,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}),
	) as Array<{ size: number; unpackedSize: number; entryCount: number }>;
	const { size: bytes, unpackedSize, entryCount } = packed!;
	return [
		'The package.',
		'',
		table(['Packed', 'Unpacked', 'Files'], [[bytes, unpackedSize, entryCount].map(count)]),
	].join('\n');
}

/** What installing the package and starting n8n with it cost. */
export const loadAndSize: Part = async () => {
	progress('The package …');
	return `${size()}\n\n${await loading()}`;
};
