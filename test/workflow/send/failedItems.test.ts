import type { INodeParameters } from 'n8n-workflow';
import { errorOf, jsonOf, linksOf, useNewsletter } from '../newsletter';
import { useNoWaits } from '../waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const newsletter = useNewsletter({ resource: 'send' });
useNoWaits();

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const SEND = { operation: 'send', sendId: '={{ $json.id }}' };
const CREATE = { operation: 'create', pageId: byId('={{ $json.page }}') };
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const timesSent = () => newsletter.service.sends.all().map((send) => send.timesSent);

describe('a run that fails names the items that failed and those that were done', () => {
	it('Send, of which one item failed', async () => {
		const input = [{ json: { id: '' } }];
		for (let count = 0; count < 2; count += 1) {
			input.push({ json: { id: (await newsletter.draft()).id } });
		}
		const run = await newsletter.run({ parameters: SEND, input });
		expect(timesSent()).toEqual([1, 1]);
		expect(errorOf(run)).toMatchObject({
			message: 'Send ID is empty: fill it in. [item 0]',
			description: 'Done: items 1–2. Leave them out when you run the node again.',
			context: { itemIndex: 0 },
		});
	});

	it('Create, of which items failed for several reasons', async () => {
		const run = await newsletter.run({
			parameters: CREATE,
			input: ['a', '', 'c', 'd e', ''].map((page) => ({ json: { page } })),
		});
		expect(newsletter.service.sends.all()).toHaveLength(2);
		expect(errorOf(run)?.description?.split('\n')).toEqual([
			'Items 1, 4: Page is empty: fill in its URL or its ID.',
			'Item 3: Page must be an ID without spaces, /, ? or #.',
			'Done: items 0, 2. Leave them out when you run the node again.',
		]);
	});

	it('of which none was done for certain says all that may have been', async () => {
		const { id } = await newsletter.draft();
		newsletter.service.behaviour.faults.push({ kind: 'drop', when: 'after', times: null });
		const run = await newsletter.run({
			parameters: SEND,
			input: [{ json: { id: '' } }, { json: { id } }],
		});
		expect(timesSent()).toEqual([1]);
		expect(errorOf(run)?.message).toBe('Send ID is empty: fill it in. [item 0]');
		expect(errorOf(run)?.description).toMatch(/Item 1: The issue may already be on its way/);
	});
});

/** Fails to evaluate for the item that says so. */
const failing = (expression: string) =>
	`={{ $json.fails ? $('Nowhere').item.json.x : ${expression} }}`;
const OPERATIONS: Array<{ operation: string; parameters: INodeParameters }> = [
	{ operation: 'Create', parameters: { ...CREATE, pageId: byId(failing('$json.page')) } },
	{ operation: 'Send', parameters: { ...SEND, sendId: failing('$json.id') } },
];

describe.each(OPERATIONS)('an expression that fails for one item of $operation', (given) => {
	const { parameters } = given;
	const run = async (node = {}) => {
		const input = [];
		for (const page of ['p', 'q', 'r']) {
			const { id } = await newsletter.draft();
			input.push({ json: { id, page, fails: page === 'q' } });
		}
		newsletter.service.resetRequests();
		return await newsletter.run({ parameters, input, node });
	};

	it.each([{}, RETRY])('keeps no other item from its request, made once: %j', async (node) => {
		expect(errorOf(await run(node))?.context.itemIndex).toBe(1);
		expect(newsletter.service.requests.map(({ status }) => status)).toEqual([200, 200]);
	});

	it('becomes an error item of its own input where the node continues', async () => {
		const result = await run({ onError: 'continueRegularOutput' });
		expect(linksOf(result)).toEqual([[0], [1], [2]]);
		expect(jsonOf(result)[1]).toEqual({ error: expect.any(String) });
	});

	it('goes to the error output with its input', async () => {
		const result = await run({ onError: 'continueErrorOutput' });
		expect([linksOf(result), linksOf(result, 1)]).toEqual([[[0], [2]], [[1]]]);
	});
});
