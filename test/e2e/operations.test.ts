import type { INodeParameters } from 'n8n-workflow';
import { exampleWorkflow } from '../support/n8nExamples';
import type { Execution } from '../support/n8nWorkflows';
import { useStage } from './stage';
import { byId, chain } from './workflows';

jest.setTimeout(240_000);

const on = useStage({ contacts: 3 });

const jsonOf = (execution: Execution, node: string) =>
	execution.items(node).map(({ json }) => json);

it('one workflow creates, finds, updates and deletes contacts', async () => {
	const people = [
		{ email: 'ada@example.org', firstName: 'Ada', plan: 'pro', seats: 3 },
		{ email: 'gone@example.org', subscribed: false },
	];
	const create = { dataToSend: 'autoMapInputData', options: { unmappedFields: 'customFields' } };
	const update = {
		contactId: byId('={{ $json.id }}'),
		updateFields: { lastName: 'Lovelace', subscribed: true },
	};
	const execution = await on.run(
		chain(people, [
			['Create', { resource: 'contact', operation: 'upsert', ...create }],
			['Find', { resource: 'contact', operation: 'getAll', filters: { email: people[0]!.email } }],
			['Update', { resource: 'contact', operation: 'update', ...update }],
			['Delete', { resource: 'contact', operation: 'deleteMany' }],
		]),
	);
	const { id, ...ada } = on.service.contacts.byEmail('ada@example.org')!;
	expect(execution.status).toBe('success');
	const calls = on.service.requests.map(({ method, path, body }) => [method, path, body]);
	expect(calls).toEqual([
		[
			'POST',
			'/v1/contacts',
			{
				newsletter_id: on.service.newsletterId,
				contacts: [
					{ email: ada.email, first_name: 'Ada', custom_fields: { plan: 'pro', seats: 3 } },
					people[1],
				],
			},
		],
		['GET', '/v1/contacts', undefined],
		['PUT', `/v1/contacts/${id}`, { last_name: 'Lovelace', subscribed: true }],
		['DELETE', '/v1/contacts', undefined],
	]);
	expect(jsonOf(execution, 'Create')).toEqual([{ synced: 2, contacts: 2 }]);
	expect(jsonOf(execution, 'Find')).toMatchObject([{ id, email: ada.email }]);
	expect(jsonOf(execution, 'Update')).toMatchObject([{ id, last_name: 'Lovelace' }]);
	expect(jsonOf(execution, 'Delete')).toEqual([{ deleted: true, contacts_removed: 1 }]);
	expect(on.service.contacts.size).toBe(4);
});

it.each<{ operation: string; parameters: INodeParameters }>([
	{ operation: 'upsert', parameters: { email: '={{ $json.email }}' } },
	{
		operation: 'update',
		parameters: {
			contactId: byId('={{ $json.id }}'),
			updateFields: { email: '={{ $json.email }}' },
		},
	},
])('an item that fails in $operation reaches the error output with its input', async (given) => {
	const rows = on.service.contacts.all().map(({ id, email }) => ({ id, email, row: `of ${id}` }));
	const match = { bodyContains: rows[1]!.email };
	const body = { message: 'No such person' };
	on.service.behaviour.faults.push({ kind: 'status', status: 400, body, match, times: null });
	const parameters = { resource: 'contact', ...given, ...given.parameters };
	const settings = { onError: 'continueErrorOutput' as const };
	const execution = await on.run(chain(rows, [['Node', parameters]], settings));
	const error = expect.stringContaining('No such person');
	const [main] = execution.runData.Node!.map(({ data }) => data!.main);
	expect(main![1]).toEqual([{ json: { ...rows[1], error }, pairedItem: { item: 1 } }]);
});

describe('an execution that the user retries', () => {
	const retried = async ({ id }: Execution): Promise<Execution> => {
		const path = `/executions/${id}/retry`;
		const retry = await on.n8n.client.rest<{ id: string }>('POST', path, { loadWorkflow: false });
		return await on.n8n.workflows.execution(retry.id);
	};
	const create = { resource: 'send', operation: 'create', pageId: byId('={{ $json.page }}') };
	const draftsOf = async (...pages: string[]) => {
		const items = pages.map((page) => ({ page }));
		const execution = await on.run(chain(items, [['Create', create]]));
		return jsonOf(execution, 'Create').map(({ id }) => String(id));
	};
	const send = async (ids: string[]) => {
		const parameters = { resource: 'send', operation: 'send', sendId: '={{ $json.id }}' };
		const items = ids.map((id) => ({ id }));
		return await on.run(chain(items, [['Send', parameters]]));
	};
	const timesSent = (ids: string[]) =>
		ids.map((id) => on.service.sends.all().find((issue) => issue.id === id)?.timesSent);

	it('sends the issue that was refused, and never again the one that was sent', async () => {
		const ids = await draftsOf('page-a', 'page-b');
		on.service.behaviour.faults.push({ kind: 'status', status: 400, match: { path: ids[1]! } });
		const failed = await send(ids);
		expect(failed.status).toBe('error');
		expect(timesSent(ids)).toEqual([1, 0]);
		const retry = await retried(failed);
		expect(retry.status).toBe('success');
		expect(jsonOf(retry, 'Send')).toMatchObject(ids.map((id) => ({ id, status: 'sending' })));
		expect(timesSent(ids)).toEqual([1, 1]);
	});

	it('sends the issue of which it was unclear, since the user was told to look first', async () => {
		const ids = await draftsOf('page-a');
		on.service.behaviour.faults.push({ kind: 'drop' });
		const failed = await send(ids);
		expect(failed.error?.message).toMatch(/may already be on its way/);
		expect((await retried(failed)).status).toBe('success');
		expect(timesSent(ids)).toEqual([1]);
	});
});

it('the example contact-sync stores each person of its list', async () => {
	const execution = await on.run(exampleWorkflow('contact-sync'));
	expect(execution.status).toBe('success');
	expect(on.service.contacts.size).toBe(7);
	expect(on.service.contacts.byEmail('emeka.okafor@example.com')).toMatchObject({
		name: 'Emeka Okafor',
		first_name: 'Emeka',
		last_name: 'Okafor',
		subscribed_from: 'Customer list',
		custom_fields: { plan: 'pro', seats: 12 },
	});
});

it('the example create-and-send sends the page of its address once', async () => {
	const execution = await on.run(exampleWorkflow('create-and-send'));
	expect(execution.status).toBe('success');
	const page_id = '5f3a8d2c71b94e06a8c4d5e6f7089123';
	expect(on.service.sends.all()).toMatchObject([{ page_id, timesSent: 1 }]);
	expect(jsonOf(execution, 'Send the Issue')).toMatchObject([{ subscribers: 3 }]);
});
