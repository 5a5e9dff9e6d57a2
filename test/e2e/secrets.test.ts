/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../service';
import type { Execution } from '../support/n8nWorkflows';
import { redactedByN8n } from './redaction';
import { useStage } from './stage';
import { byId, chain, single, type Step } from './workflows';

jest.setTimeout(240_000);

const SENTINEL = 'words-that-must-stay-inside-4711';
const MARK = 'mark-that-is-no-secret';

const on = useStage({ apiKey: SENTINEL });

let added = 0;

/** Contacts that no other test of this n8n has: their tokens must be nowhere yet. */
beforeEach(() => {
	const ids = [1, 2, 3].map((number) => `con_ofSecrets${(added += 1)}x${number}`);
	on.service.contacts.add(ids.map((id) => ({ id, email: `${id}@example.org` })));
});

/** Every file that n8n keeps, its database and what is not yet merged into it among them. */
const filesWith = (text: string): string[] => {
	const { userFolder } = on.n8n;
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
	on.n8n
		.logs()
		.split('\n')
		.filter((line) => line.includes(text));

/** What the editor and the public interface show of an execution and of its workflow. */
const viewsOf = async (workflowId: string, { id }: Execution, query = '') => ({
	editor: await on.n8n.client.rest('GET', `/executions/${id}?${query}`),
	lists: await on.n8n.client.api(
		'GET',
		`/executions?workflowId=${workflowId}&includeData=true&${query}`,
	),
	one: await on.n8n.client.api('GET', `/executions/${id}?includeData=true&${query}`),
	workflow: await on.n8n.client.rest('GET', `/workflows/${workflowId}`),
	exported: await on.n8n.client.api('GET', `/workflows/${workflowId}`),
});

const run = async (steps: Step[], settings: Partial<INode> = {}, account = on.credential) => {
	const workflow = chain([{ email: `${MARK}@example.org` }], steps, settings);
	const id = await on.create(workflow, account);
	return { id, execution: await on.n8n.workflows.run(id, 'Start') };
};

const to = (resource: string, operation: string, rest: INodeParameters = {}): INodeParameters => ({
	...{ resource, operation, requestOptions: { timeout: 500 } },
	...rest,
});

const EVERY_OPERATION: Step[] = [
	['Upsert', to('contact', 'upsert', { email: `${MARK}@example.org` })],
	['Get Many', to('contact', 'getAll', { simplify: false })],
	[
		'Update',
		to('contact', 'update', {
			contactId: byId('={{ $json.id ?? "con_nobody" }}'),
			updateFields: { name: MARK },
		}),
	],
	['Delete', to('contact', 'deleteMany')],
	['Create', to('send', 'create', { pageId: byId('page') })],
	['Send', to('send', 'send', { sendId: '={{ $json.id ?? "snd_nobody" }}' })],
];

/** The gathered one and one through the routing, where each failure takes its time. */
const TWO: Step[] = [EVERY_OPERATION[0]!, EVERY_OPERATION.at(-1)!];

const FAULTS: Array<{ what: string; fault?: FaultRule; baseUrl?: string; steps?: Step[] }> = [
	{ what: 'good answers' },
	{
		what: '400 that repeats the key',
		fault: { kind: 'status', status: 400, body: { message: `Bearer ${SENTINEL} may not` } },
	},
	{
		what: 'a redirect to an address with the key',
		fault: { kind: 'redirect', location: `https://other.example/${SENTINEL}?key=${SENTINEL}` },
	},
	{ what: 'a lost connection', fault: { kind: 'drop' }, steps: TWO },
	{ what: 'nobody who listens', baseUrl: 'http://127.0.0.1:9/v1', steps: TWO },
];

describe('the API key', () => {
	it.each(FAULTS)('is in nothing that n8n keeps or shows after $what', async (given) => {
		const { fault, baseUrl, steps = EVERY_OPERATION } = given;
		if (fault) on.service.behaviour.faults.push({ ...fault, times: null });
		const account = baseUrl ? await on.createCredential(baseUrl) : on.credential;
		const going = await run(steps, { onError: 'continueRegularOutput' }, account);
		const ending = await run(steps.slice(-1), {}, account);
		expect(going.execution.status).toBe('success');
		expect(Object.keys(going.execution.runData)).toEqual(
			expect.arrayContaining(steps.map(([name]) => name)),
		);
		expect(ending.execution.status).toBe('error');
		if (fault) expect(on.service.requests.length).toBeGreaterThan(steps.length);

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
		await run([['Upsert', to('contact', 'upsert', { email: `${MARK}@example.org` })]]);
		expect(filesWith(MARK).filter((path) => path.includes('database.sqlite'))).not.toEqual([]);
		expect(logged('Upsert')).not.toEqual([]);
	});
});

describe('the unsubscribe token', () => {
	const tokens = () => on.service.contacts.all().map(({ unsub_token }) => unsub_token);
	const seen = (value: unknown) =>
		tokens().filter((token) => JSON.stringify(value).includes(token));

	const getMany = async (parameters: INodeParameters) =>
		await run([['Contacts', to('contact', 'getAll', parameters)]]);

	const trigger = async (parameters: INodeParameters) => {
		const type = 'n8n-nodes-newsletter.newsletterTrigger';
		const id = await on.create(single('Contacts', type, parameters));
		return { id, execution: await on.n8n.workflows.run(id, 'Contacts') };
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
		const redacted = await redactedByN8n(on.n8n, type, items);
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
