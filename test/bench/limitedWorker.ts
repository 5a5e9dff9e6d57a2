/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import '../support/setup';
import { makePoll } from '../support/poll';
import type { Credential } from './bare';
import { runNewsletter } from './measuredNode';
import { progress } from './report';

export interface Task {
	kind: 'updates' | 'list' | 'poll';
	credential: Credential;
	/** The contacts to update. */
	ids: string[];
	pageSize: number;
}

const DURABLE_BUDGET_MS = 36_000;

/** @returns how many contacts came out */
const work: Record<Task['kind'], (task: Task) => Promise<number>> = {
	async updates({ credential, ids }) {
		const parameters = {
			resource: 'contact',
			operation: 'update',
			contactId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			updateFields: { name: 'New' },
		};
		const input = ids.map((id) => ({ json: { id } }));
		return (await runNewsletter(credential, parameters, input)).length;
	},
	async list({ credential, pageSize }) {
		const options = { pageSize };
		const parameters = { resource: 'contact', operation: 'getAll', returnAll: true, options };
		return (await runNewsletter(credential, parameters)).length;
	},
	async poll({ credential, pageSize }) {
		const { poll } = await makePoll({
			parameters: { options: { pageSize, startFrom: 'beginning' } },
			credentials: { newsletterApi: credential },
			budgetMs: DURABLE_BUDGET_MS,
		});
		return (await poll())?.flat().length ?? 0;
	},
};

process.on('message', async ({ number, task }: { number: number; task: Task }) => {
	const done = await work[task.kind](task).catch((error: unknown) => {
		progress(String(error));
		return 0;
	});
	process.send?.({ number, done });
});
process.once('disconnect', () => process.exit());
