import { startService, type RecordedRequest, type Service } from '../service';
import { startN8n, type N8n } from '../support/n8n';
import { exampleWorkflow, withCredential } from '../support/n8nExamples';
import type { Execution, WorkflowJson } from '../support/n8nWorkflows';
import { chain } from './chain';

jest.setTimeout(240_000);

const PAGE_ID = '5f3a8d2c71b94e06a8c4d5e6f7089123';

let n8n: N8n;
let service: Service;
let credential: { id: string; name: string };

beforeAll(async () => {
	service = await startService({ contacts: 3 });
	n8n = await startN8n();
	const { url: baseUrl, apiKey, newsletterId } = service;
	credential = await n8n.createCredential({ baseUrl, apiKey, newsletterId });
});

afterAll(async () => {
	await n8n?.stop();
	await service?.stop();
});

beforeEach(() => service.reset());

const run = async (workflow: WorkflowJson): Promise<Execution> => {
	const id = await n8n.workflows.create(withCredential(workflow, credential));
	return await n8n.workflows.run(id, 'Start');
};

const calls = () => service.requests.map(({ method, path, status }) => [method, path, status]);

const request = (method: string): RecordedRequest =>
	service.requests.find((candidate) => candidate.method === method)!;

const jsonOf = (execution: Execution, node: string) =>
	execution.items(node).map(({ json }) => json);

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

describe('a workflow over contacts', () => {
	it('creates, finds, updates and deletes them', async () => {
		const execution = await run(
			chain(
				[
					{ email: 'ada@example.org', firstName: 'Ada', plan: 'pro', seats: 3 },
					{ email: 'gone@example.org', subscribed: false },
				],
				[
					[
						'Create',
						{
							resource: 'contact',
							operation: 'upsert',
							dataToSend: 'autoMapInputData',
							options: { unmappedFields: 'customFields' },
						},
					],
					[
						'Find',
						{ resource: 'contact', operation: 'getAll', filters: { email: 'ADA@example.org' } },
					],
					[
						'Update',
						{
							resource: 'contact',
							operation: 'update',
							contactId: byId('={{ $json.id }}'),
							updateFields: { lastName: 'Lovelace', subscribed: true },
						},
					],
					['Delete', { resource: 'contact', operation: 'deleteMany' }],
				],
			),
		);

		const ada = service.contacts.byEmail('ada@example.org')!;
		expect(execution.status).toBe('success');
		expect(calls()).toEqual([
			['POST', '/v1/contacts', 200],
			['GET', '/v1/contacts', 200],
			['PUT', `/v1/contacts/${ada.id}`, 200],
			['DELETE', '/v1/contacts', 200],
		]);
		expect(request('POST').body).toEqual({
			newsletter_id: service.newsletterId,
			contacts: [
				{
					email: 'ada@example.org',
					first_name: 'Ada',
					custom_fields: { plan: 'pro', seats: 3 },
				},
				{ email: 'gone@example.org', subscribed: false },
			],
		});
		expect(request('GET').query).toMatchObject({
			newsletter_id: service.newsletterId,
			email: 'ADA@example.org',
		});
		expect(request('PUT').body).toEqual({ last_name: 'Lovelace', subscribed: true });
		expect(request('DELETE').query).toEqual({ newsletter_id: service.newsletterId });
		for (const { headers } of service.requests) {
			expect(headers).toMatchObject({ accept: 'application/json', authorization: true });
		}

		expect(jsonOf(execution, 'Create')).toEqual([{ synced: 2, contacts: 2 }]);
		expect(jsonOf(execution, 'Find')).toMatchObject([{ id: ada.id, email: 'ada@example.org' }]);
		expect(jsonOf(execution, 'Update')).toMatchObject([{ id: ada.id, last_name: 'Lovelace' }]);
		expect(jsonOf(execution, 'Delete')).toEqual([{ deleted: true, contacts_removed: 1 }]);
		expect(ada).toMatchObject({
			first_name: 'Ada',
			last_name: 'Lovelace',
			custom_fields: { plan: 'pro', seats: 3 },
		});
		expect(service.contacts.byEmail('gone@example.org')).toBeUndefined();
		expect(service.contacts.size).toBe(4);
	});

	it('ends with the service’s own words when a contact is unknown', async () => {
		const parameters = {
			resource: 'contact',
			operation: 'update',
			contactId: byId('con_nobody'),
			updateFields: { name: 'Nobody' },
		};
		const execution = await run(chain([{}], [['Update', parameters]]));
		expect(execution.status).toBe('error');
		expect(execution.error).toMatchObject({
			message: expect.stringMatching(/contact/i),
			description: expect.stringMatching(/con_nobody|not found/),
			httpCode: '404',
		});
	});

	it('goes on after an item that fails, where the node is told to', async () => {
		const workflow = chain(
			[{ to: 'con_nobody' }, { to: service.contacts.all()[0]!.id }],
			[
				[
					'Update',
					{
						resource: 'contact',
						operation: 'update',
						contactId: byId('={{ $json.to }}'),
						updateFields: { name: 'Somebody' },
					},
				],
			],
			{ onError: 'continueRegularOutput' },
		);
		const execution = await run(workflow);
		expect(execution.status).toBe('success');
		expect(execution.items('Update').map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
		]);
		expect(jsonOf(execution, 'Update')).toEqual([
			{ error: expect.stringMatching(/contact/i) },
			expect.objectContaining({ name: 'Somebody' }),
		]);
	});
});

describe('a workflow over issues', () => {
	it('creates one with every field and sends it', async () => {
		const execution = await run(
			chain(
				[{}],
				[
					[
						'Create',
						{
							resource: 'send',
							operation: 'create',
							pageId: byId(PAGE_ID),
							additionalFields: {
								subject: 'Spring news',
								preheader: 'What is new',
								segmentId: 'seg_spring',
								font: 'Georgia',
								css: 'p { margin: 0 }',
								linkColor: '#0B6E4F',
								dividerColor: '#111111',
								dividerSize: 2,
								showCover: false,
								trackOpens: false,
								trackLinks: false,
							},
						},
					],
					[
						'Send',
						{
							resource: 'send',
							operation: 'send',
							sendId: '={{ $json.id }}',
							options: { senderId: 'snd_first' },
						},
					],
				],
			),
		);
		const [send, ...others] = service.sends.all();
		expect(execution.status).toBe('success');
		expect(others).toEqual([]);
		expect(calls()).toEqual([
			['POST', '/v1/sends', 200],
			['POST', `/v1/sends/${send!.id}/send`, 200],
		]);
		expect(service.requests[0]?.body).toEqual({
			workspace_id: service.newsletterId,
			page_id: PAGE_ID,
			subject: 'Spring news',
			preheader: 'What is new',
			segment_id: 'seg_spring',
			font: 'Georgia',
			css: 'p { margin: 0 }',
			linkColor: '#0B6E4F',
			dividerColor: '#111111',
			dividerSize: 2,
			showCover: false,
			trackOpens: false,
			trackLinks: false,
		});
		expect(send).toMatchObject({ timesSent: 1, senderIds: ['snd_first'] });
		expect(jsonOf(execution, 'Create')).toMatchObject([{ id: send!.id, status: 'draft' }]);
		expect(jsonOf(execution, 'Send')).toEqual([
			{ id: send!.id, subscribers: 3, status: 'sending' },
		]);
	});
});

describe('an execution that the user retries', () => {
	const retried = async ({ id }: Execution): Promise<Execution> => {
		const { id: retryId } = await n8n.client.rest<{ id: string }>(
			'POST',
			`/executions/${id}/retry`,
			{ loadWorkflow: false },
		);
		return await n8n.workflows.execution(retryId);
	};
	const draftsOf = async (...pages: string[]) =>
		jsonOf(
			await run(
				chain(
					pages.map((page) => ({ page })),
					[
						[
							'Create',
							{ resource: 'send', operation: 'create', pageId: byId('={{ $json.page }}') },
						],
					],
				),
			),
			'Create',
		).map(({ id }) => String(id));
	const send = (ids: string[]) =>
		run(
			chain(
				ids.map((id) => ({ id })),
				[['Send', { resource: 'send', operation: 'send', sendId: '={{ $json.id }}' }]],
			),
		);
	const timesSent = (ids: string[]) =>
		ids.map((id) => service.sends.all().find((issue) => issue.id === id)?.timesSent);

	it('sends what was refused, and not again what was sent', async () => {
		const ids = await draftsOf('page-a', 'page-b');
		service.behaviour.faults.push({ kind: 'status', status: 400, match: { path: ids[1]! } });
		const failed = await send(ids);
		expect(failed.status).toBe('error');
		expect(timesSent(ids)).toEqual([1, 0]);
		const retry = await retried(failed);
		expect(retry.status).toBe('success');
		expect(jsonOf(retry, 'Send').map(({ id, status }) => [id, status])).toEqual(
			ids.map((id) => [id, 'sending']),
		);
		expect(timesSent(ids)).toEqual([1, 1]);
	});

	it('sends what was unclear, since the user was told to look first', async () => {
		const ids = await draftsOf('page-a');
		service.behaviour.faults.push({ kind: 'drop' });
		const failed = await send(ids);
		expect(failed.error?.message).toMatch(/may already be on its way/);
		const retry = await retried(failed);
		expect(retry.status).toBe('success');
		expect(timesSent(ids)).toEqual([1]);
	});
});

describe('the example workflows', () => {
	it('contact-sync stores each person of its list', async () => {
		const execution = await run(exampleWorkflow('contact-sync'));
		expect(execution.status).toBe('success');
		expect(service.contacts.size).toBe(7);
		expect(service.contacts.byEmail('emeka.okafor@example.com')).toMatchObject({
			name: 'Emeka Okafor',
			first_name: 'Emeka',
			last_name: 'Okafor',
			subscribed_from: 'Customer list',
			custom_fields: { plan: 'pro', seats: 12 },
		});
	});

	it('create-and-send sends the page of its address once', async () => {
		const execution = await run(exampleWorkflow('create-and-send'));
		expect(execution.status).toBe('success');
		expect(service.sends.all()).toMatchObject([{ page_id: PAGE_ID, timesSent: 1 }]);
		expect(jsonOf(execution, 'Send the Issue')).toMatchObject([{ subscribers: 3 }]);
	});
});
