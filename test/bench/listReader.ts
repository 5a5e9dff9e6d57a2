/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs outside n8n */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Reading } from './listProcess';

export interface Read {
	ms: number;
	/** How many different ones were read. */
	contacts: number;
	/** How far the process grew at most above what it had at the start. */
	peakBytes: number;
}

/** Gives `work` a process of its own that reads lists, so that memory and sockets are those of its readings. */
export async function withReader<T>(
	work: (read: (reading: Reading) => Promise<Read>) => Promise<T>,
): Promise<T> {
	const child = fork(join(__dirname, 'listProcess.ts'), {
		execArgv: [...process.execArgv, '--expose-gc'],
	});
	const exited = once(child, 'exit');
	try {
		return await work(async (reading) => {
			const gone = exited.then(([code]) => {
				throw new Error(`Reading the list ended with ${code}`);
			});
			child.send(reading);
			const [read] = (await Promise.race([once(child, 'message'), gone])) as [Read];
			return read;
		});
	} finally {
		if (child.connected) child.disconnect();
		await exited;
	}
}
