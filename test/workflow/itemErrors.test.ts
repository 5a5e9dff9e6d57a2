import type { INodeParameters } from 'n8n-workflow';
import { errorOf, jsonOf, linksOf, useNewsletter } from './newsletter';
import { useNoWaits } from './waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('./waits')>('./waits').withoutWaits(),
);

const newsletter = useNewsletter();
useNoWaits();

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
/** Fails to evaluate for the item that says so. */
const failing = (expression: string) =>
	`={{ $json.fails ? $('Nowhere').item.json.x : ${expression} }}`;

const OPERATIONS: Array<{ operation: string; parameters: INodeParameters }> = [
	{
		operation: 'Get Many',
		parameters: {
			resource: 'contact',
			operation: 'getAll',
			filters: { email: failing('$json.email') },
		},
	},
	{
		operation: 'Update',
		parameters: {
			resource: 'contact',
			operation: 'update',
			contactId: byId(failing('$json.contact')),
			updateFields: { name: 'A' },
		},
	},
	{
		operation: 'Create',
		parameters: {
			resource: 'send',
			operation: 'create',
			pageId: byId('page'),
			additionalFields: { subject: failing('$json.email') },
		},
	},
	{
		operation: 'Send',
		parameters: { resource: 'send', operation: 'send', sendId: failing('$json.send') },
	},
];

/** Three items of which the middle one's expression fails; each of the others asks for one thing. */
const inputOf = async () => {
	const input = [];
	for (const name of ['ada', 'bob', 'cy']) {
		const email = `${name}@example.com`;
		const [contact] = newsletter.service.contacts.add([{ email }]);
		const { id: send } = await newsletter.draft();
		input.push({ json: { email, contact: contact!.id, send, fails: name === 'bob' } });
	}
	newsletter.service.resetRequests();
	return input;
};

describe.each(OPERATIONS)(
	'an expression that fails for one item of $operation',
	({ parameters }) => {
		it('keeps no other item from its request, and the node waits for these', async () => {
			const run = await newsletter.run({ parameters, input: await inputOf() });
			expect(errorOf(run)?.context.itemIndex).toBe(1);
			const { requests } = newsletter.service;
			expect(requests.map(({ status }) => status)).toEqual([200, 200]);
		});

		it('becomes an error item of its own input where the node continues', async () => {
			const run = await newsletter.run({
				parameters,
				input: await inputOf(),
				node: { onError: 'continueRegularOutput' },
			});
			expect(linksOf(run)).toEqual([[0], [1], [2]]);
			expect(jsonOf(run)[1]).toEqual({ error: expect.any(String) });
		});

		it('goes to the error output with its input', async () => {
			const run = await newsletter.run({
				parameters,
				input: await inputOf(),
				node: { onError: 'continueErrorOutput' },
			});
			expect([linksOf(run), linksOf(run, 1)]).toEqual([[[0], [2]], [[1]]]);
		});
	},
);

it('an issue is sent once by all tries of a node one item of which fails', async () => {
	const input = await inputOf();
	const run = await newsletter.run({
		parameters: OPERATIONS[3]!.parameters,
		input,
		node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
	});
	expect(errorOf(run)).toBeDefined();
	expect(newsletter.service.sends.all().map(({ timesSent }) => timesSent)).toEqual([1, 0, 1]);
	expect(newsletter.service.requests).toHaveLength(2);
});
