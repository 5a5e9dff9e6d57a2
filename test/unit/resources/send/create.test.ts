import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { sendCreate } from '../../../../nodes/Newsletter/resources/send/create';
import type { Call, Client } from '../../../../nodes/Newsletter/transport/client';
import { node } from '../../node';

/** Creations of one run and one input item, and the pages that the service was asked for. */
async function asked(type: string, ...pages: string[]): Promise<unknown[]> {
	const kept: IDataObject = {};
	const context = {
		getContext: () => kept,
		getExecutionId: () => '1',
		getItemIndex: () => 0,
		getNode: () => ({ ...node, type }),
		evaluateExpression: () => 0,
	} as unknown as IExecutePaginationFunctions;
	const asked: unknown[] = [];
	const client = {
		ask: async ({ body }: Call) => {
			asked.push(body?.page_id);
			return { ok: true, body: { id: 'snd_1' }, headers: {} };
		},
	} as unknown as Client;
	for (const page of pages) {
		const call: Call = {
			method: 'POST',
			url: '/sends',
			body: { page_id: page },
			texts: { refused: '' },
			itemIndex: 0,
		};
		await sendCreate.perform!.call(context, client, call);
	}
	return asked;
}

describe('creations that n8n gives the same run and item', () => {
	it('are tries of one in a workflow, whatever they ask for', async () => {
		expect(await asked('newsletter', 'p', 'q')).toEqual(['p']);
	});

	it('are one for each thing that an AI agent asks for', async () => {
		expect(await asked('newsletterTool', 'p', 'q', 'p')).toEqual(['p', 'q']);
	});
});
