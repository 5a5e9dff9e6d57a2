/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { runInThisContext } from 'node:vm';
import { errorOf, useNewsletter } from './newsletter';

const newsletter = useNewsletter();

/** Jest's own stands in its place where a test runs. */
const outerProcess = runInThisContext('process') as NodeJS.Process;

it('an item that fails while others wait for Batching leaves no promise unhandled', async () => {
	const unhandled: unknown[] = [];
	const note = (reason: unknown) => unhandled.push(reason);
	const listeners = outerProcess.listeners('unhandledRejection');
	outerProcess.removeAllListeners('unhandledRejection');
	outerProcess.on('unhandledRejection', note);
	try {
		newsletter.service.contacts.add([{ id: 'con_1' }]);
		const run = await newsletter.run({
			parameters: {
				resource: 'contact',
				operation: 'update',
				contactId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				updateFields: { name: 'N' },
				requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 50 } } },
			},
			input: ['bad', 'con_1'].map((id) => ({ json: { id } })),
		});
		expect(errorOf(run)?.message).toContain('[item 0]');
		expect(newsletter.service.requests).toHaveLength(1);
		expect(unhandled).toEqual([]);
	} finally {
		outerProcess.off('unhandledRejection', note);
		for (const listener of listeners) outerProcess.on('unhandledRejection', listener);
	}
});
