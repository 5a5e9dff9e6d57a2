/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { parseArgs } from 'node:util';
import { runOnce } from './once';
import { setStage, type Stage } from './stage';
import { welcome } from './welcome';

const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => stopping.abort());
}

const stopped = new Promise<void>((resolve) => {
	stopping.signal.addEventListener('abort', () => resolve());
});

const show = async (stage: Stage): Promise<number> => {
	if (values.once) return await runOnce(stage);
	process.stdout.write(welcome(stage));
	await stopped;
	return 0;
};

const main = async (): Promise<number> => {
	process.stderr.write('Starting the stand-in service and n8n …\n');
	const stage = await setStage(stopping.signal);
	try {
		return await Promise.race([show(stage), stopped.then(() => (values.once ? 130 : 0))]);
	} finally {
		process.stderr.write('\nStopping …\n');
		await stage.close();
	}
};

main().then(
	(exitCode) => process.exit(exitCode),
	(error: unknown) => {
		if (stopping.signal.aborted) process.exit(130);
		process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
		process.exit(1);
	},
);
