/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { startService, type FaultRule, type Service } from '../service';
import { startN8n, type N8n } from '../support/n8n';
import { withCredential } from '../support/n8nExamples';
import type { Execution } from '../support/n8nWorkflows';
import { chain, type Step } from './chain';
import { redactedByN8n } from './redaction';

jest.setTimeout(240_000);

const SENTINEL = 'words-that-must-stay-inside-4711';
const MARK = 'mark-that-is-no-secret';

let n8n: N8n;
let service: Service;
let credential: { id: string; name: string };

beforeAll(async () => {
	service = await startService({ contacts: 3, apiKey: SENTINEL });
	n8n = await startN8n({ env: { N8N_LOG_LEVEL: 'debug' } });
	const { url: baseUrl, apiKey, newsletterId } = service;
	credential = await n8n.createCredential({ baseUrl, apiKey, newsletterId });
});

afterAll(async () => {
	await n8n?.stop();
	await service?.stop();
});

beforeEach(() => service.reset());

/** Every file that n8n keeps, its database and what is not yet merged into it among them. */
const filesWith = (text: string): string[] => {
	const { userFolder } = n8n;
	const needles = [text, Buffer.from(text).toString('base64'), encodeURIComponent(text)];
	return readdirSync(userFolder, { recursive: true, encoding: 'utf8' })
		.map((name) => join(userFolder, name))
		.filter((path) => statSync(path).isFile())
		.filter((path) => {
			const bytes = readFileSync(path);
			return needles.some((needle) => bytes.includes(needle));
		})
		.map((path) => relative(userFolder, path));
};

const logged = (text: string) =>
	n8n
		.logs()
		.split('\n')
		.filter((line) => line.includes(text));

/** What the editor and the public interface show of an execution and of its workflow. */
const viewsOf = async (workflowId: string, { id }: Execution, query = '') => ({
	editor: await n8n.client.rest('GET', `/executions/${id}?${query}`),
	lists: await n8n.client.api(
		'GET',
		`/executions?workflowId=${workflowId}&includeData=true&${query}`,
	),
	one: await n8n.client.api('GET', `/executions/${id}?includeData=true&${query}`),
	workflow: await n8n.client.rest('GET', `/workflows/${workflowId}`),
	exported: await n8n.client.api('GET', `/workflows/${workflowId}`),
});

const run = async (steps: Step[], settings: Partial<INode> = {}, account = credential) => {
	const workflow = chain([{ email: `${MARK}@example.org` }], steps, settings);
	const id = await n8n.workflows.create(withCredential(workflow, account));
	const execution = await n8n.workflows.run(id, 'Start');
	return { id, execution };
};

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const on = (resource: string, operation: string, rest: INodeParameters = {}): INodeParameters => ({
	...{ resource, operation, requestOptions: { timeout: 500 } },
	...rest,
});

const EVERY_OPERATION: Step[] = [
	['Upsert', on('contact', 'upsert', { email: `${MARK}@example.org` })],
	['Get Many', on('contact', 'getAll', { simplify: false })],
	[
		'Update',
		on('contact', 'update', {
			contactId: byId('={{ $json.id ?? "con_nobody" }}'),
			updateFields: { name: MARK },
		}),
	],
	['Delete', on('contact', 'deleteMany')],
	['Create', on('send', 'create', { pageId: byId('page') })],
	['Send', on('send', 'send', { sendId: '={{ $json.id ?? "snd_nobody" }}' })],
];

/** The gathered one and one through the routing, where each failure takes its time. */
const TWO: Step[] = [EVERY_OPERATION[0]!, EVERY_OPERATION[5]!];

const FAULTS: Array<{ what: string; fault?: FaultRule; baseUrl?: string; steps?: Step[] }> = [
	{ what: 'good answers' },
	{ what: '401', fault: { kind: 'status', status: 401 } },
	{
		what: '400 that repeats the key',
		fault: { kind: 'status', status: 400, body: { message: `Bearer ${SENTINEL} may not` } },
	},
	{
		what: 'a redirect to an address with the key',
		fault: { kind: 'redirect', location: `https://other.example/${SENTINEL}?key=${SENTINEL}` },
	},
	{ what: 'a web page', fault: { kind: 'html' } },
	{ what: 'half of the JSON', fault: { kind: 'truncate' } },
	{ what: 'a lost connection', fault: { kind: 'drop' }, steps: TWO },
	{ what: 'no answer in time', fault: { kind: 'hang' }, steps: TWO },
	{ what: 'nobody who listens', baseUrl: 'http://127.0.0.1:9/v1', steps: TWO },
];

describe('the API key', () => {
	it.each(FAULTS)('is in nothing that n8n keeps or shows after $what', async (given) => {
		const { fault, baseUrl, steps = EVERY_OPERATION } = given;
		if (fault) service.behaviour.faults.push({ ...fault, times: null });
		const account = baseUrl
			? await n8n.createCredential({
					baseUrl,
					apiKey: SENTINEL,
					newsletterId: service.newsletterId,
				})
			: credential;
		const going = await run(steps, { onError: 'continueRegularOutput' }, account);
		const ending = await run(steps.slice(-1), {}, account);
		expect(going.execution.status).toBe('success');
		expect(Object.keys(going.execution.runData)).toEqual(
			expect.arrayContaining(steps.map(([name]) => name)),
		);
		expect(ending.execution.status).toBe('error');
		if (fault) expect(service.requests.length).toBeGreaterThan(steps.length);

		for (const { id, execution } of [going, ending]) {
			const views = Object.entries(await viewsOf(id, execution));
			const showing = (text: string) =>
				views.filter(([, view]) => JSON.stringify(view).includes(text)).map(([name]) => name);
			expect(showing(MARK)).toEqual(['editor', 'lists', 'one', 'workflow', 'exported']);
			expect(showing(SENTINEL)).toEqual([]);
		}
		expect(logged(SENTINEL)).toEqual([]);
		expect(filesWith(SENTINEL)).toEqual([]);
	});

	it('would have been found: what is no secret stands in the database and in the log', async () => {
		await run([['Upsert', on('contact', 'upsert', { email: `${MARK}@example.org` })]]);
		expect(filesWith(MARK).filter((path) => path.includes('database.sqlite'))).not.toEqual([]);
		expect(logged('Upsert')).not.toEqual([]);
	});
});

describe('the unsubscribe token', () => {
	const tokens = () => service.contacts.all().map(({ unsub_token }) => unsub_token);
	const seen = (value: unknown) =>
		tokens().filter((token) => JSON.stringify(value).includes(token));

	const getMany = async (parameters: INodeParameters) =>
		await run([['Contacts', on('contact', 'getAll', parameters)]]);

	const trigger = async (parameters: INodeParameters) => {
		const id = await n8n.workflows.create(
			withCredential(
				{
					name: 'Trigger',
					nodes: [
						{
							...{ id: 'trigger', name: 'Contacts', typeVersion: 1, parameters, position: [0, 0] },
							type: 'n8n-nodes-newsletter.newsletterTrigger',
						},
					],
					connections: {},
				},
				credential,
			),
		);
		return { id, execution: await n8n.workflows.run(id, 'Contacts') };
	};

	const NODES = [
		{ node: 'Get Many', type: 'n8n-nodes-newsletter.newsletter', show: getMany },
		{ node: 'the trigger', type: 'n8n-nodes-newsletter.newsletterTrigger', show: trigger },
	];

	it.each(NODES)('is kept nowhere after $node unless Simplify is off', async ({ show }) => {
		const { id, execution } = await show({});
		expect(execution.items('Contacts')).toHaveLength(3);
		expect(seen(await viewsOf(id, execution))).toEqual([]);
		expect(tokens().flatMap(filesWith)).toEqual([]);
	});

	it.each(NODES)('of $node is what n8n redacts of it, and nothing else', async ({ type, show }) => {
		const { execution } = await show({ simplify: false });
		const items = execution.items('Contacts');
		expect(seen(items)).toEqual(tokens());
		expect(tokens().map((token) => filesWith(token).length > 0)).toEqual([true, true, true]);
		const redacted = await redactedByN8n(n8n, type, items);
		const marker = { __redacted: true, reason: 'node_defined_field', canReveal: false };
		expect(redacted.map(({ json }) => json)).toEqual(
			items.map(({ json }) => ({ ...json, unsub_token: marker })),
		);
	});

	it.each(NODES)('is in no view of $node that is asked for redacted', async ({ show }) => {
		const { id, execution } = await show({ simplify: false });
		const views = await viewsOf(id, execution, 'redactExecutionData=true');
		expect(JSON.stringify(views)).toContain('"redacted');
		expect(seen(views)).toEqual([]);
	});
});
