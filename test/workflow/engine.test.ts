import type { ICredentialType, IExecuteFunctions, INodeType } from 'n8n-workflow';
import nock from 'nock';
import { runWorkflow } from '../support/engine';
import { interceptHttp } from '../support/engineHttp';
import { stubNodeType } from '../support/engineStubs';
import { runTool, runToolByAgent, runToolByEngine } from '../support/engineTools';
import { makePoll } from '../support/poll';

const HOST = 'http://things.invalid';

const genericType: ICredentialType = {
	name: 'thingsApi',
	displayName: 'Things API',
	properties: [
		{ displayName: 'URL', name: 'url', type: 'string', default: HOST },
		{ displayName: 'Key', name: 'key', type: 'string', default: '' },
	],
	authenticate: {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.key}}' } },
	},
};
const functionType: ICredentialType = {
	...genericType,
	authenticate: async ({ key }, request) => ({
		...request,
		headers: { ...request.headers, 'X-Key': String(key) },
	}),
};

function thingsNode(customOperations?: INodeType['customOperations']): INodeType {
	return stubNodeType(
		{
			name: 'things',
			description: 'Handles things',
			usableAsTool: true,
			credentials: [{ name: 'thingsApi', required: true }],
			requestDefaults: { baseURL: '={{$credentials.url}}' },
			properties: [
				{
					displayName: 'Resource',
					name: 'resource',
					type: 'options',
					noDataExpression: true,
					options: [{ name: 'Thing', value: 'thing' }],
					default: 'thing',
				},
				{
					displayName: 'Operation',
					name: 'operation',
					type: 'options',
					noDataExpression: true,
					options: [
						{
							name: 'Get',
							value: 'get',
							routing: { request: { method: 'GET', url: '=/things/{{$parameter.thingId}}' } },
						},
					],
					default: 'get',
				},
				{ displayName: 'Thing ID', name: 'thingId', type: 'string', default: 'default' },
			],
		},
		customOperations && { customOperations },
	);
}

const credentials = { thingsApi: { key: 'secret' } };
const credentialTypes = { thingsApi: genericType };
const nodeTypes = () => ({ 'test.things': thingsNode() });
const things = (node: object = {}) => ({
	nodes: [
		{ name: 'Start', type: 'test.start' },
		{
			name: 'Things',
			type: 'test.things',
			parameters: { thingId: '={{ $json.id }}' },
			...node,
		},
	],
});
const twoItems = [{ json: { id: 'a' } }, { json: { id: 'b' } }];

interceptHttp();

describe('runWorkflow', () => {
	it('makes one request an item, with the generic authentication of the credential', async () => {
		nock(HOST, { reqheaders: { authorization: 'Bearer secret' } })
			.get('/things/a')
			.reply(200, { thing: 'A' })
			.get('/things/b')
			.reply(200, { thing: 'B' });
		const { output, error } = await runWorkflow({
			workflow: things(),
			credentials,
			credentialTypes,
			nodeTypes: nodeTypes(),
			input: twoItems,
		});
		expect(error('Things')).toBeUndefined();
		expect(output('Things').map(({ json }) => json)).toEqual([{ thing: 'A' }, { thing: 'B' }]);
	});

	it('applies a credential that authenticates by a function', async () => {
		nock(HOST, { reqheaders: { 'x-key': 'secret' } })
			.get('/things/a')
			.reply(200, {});
		const { error } = await runWorkflow({
			workflow: things(),
			credentials,
			credentialTypes: { thingsApi: functionType },
			nodeTypes: nodeTypes(),
			input: [{ json: { id: 'a' } }],
		});
		expect(error('Things')).toBeUndefined();
	});

	it('fills the defaults of parameters that the workflow does not name', async () => {
		nock(HOST).get('/things/default').reply(200, {});
		const { error } = await runWorkflow({
			workflow: things({ parameters: {} }),
			credentials,
			credentialTypes,
			nodeTypes: nodeTypes(),
		});
		expect(error('Things')).toBeUndefined();
	});

	it('gives the error of a node that fails', async () => {
		nock(HOST).get('/things/a').reply(404, { message: 'No such thing' });
		const { run, output, error } = await runWorkflow({
			workflow: things(),
			credentials,
			credentialTypes,
			nodeTypes: nodeTypes(),
			input: [{ json: { id: 'a' } }],
		});
		expect(run.status).toBe('error');
		expect(error('Things')).toMatchObject({
			name: 'NodeApiError',
			httpCode: '404',
			description: 'No such thing',
		});
		expect(output('Things')).toEqual([]);
	});

	it('sends a failed item to the error output of a node that continues there', async () => {
		nock(HOST)
			.get('/things/a')
			.reply(404, { message: 'No such thing' })
			.get('/things/b')
			.reply(200, { thing: 'B' });
		const { output } = await runWorkflow({
			workflow: things({ onError: 'continueErrorOutput' }),
			credentials,
			credentialTypes,
			nodeTypes: nodeTypes(),
			input: twoItems,
		});
		expect(output('Things', 0).map(({ json }) => json)).toEqual([{ thing: 'B' }]);
		expect(output('Things', 1).map(({ json }) => json)).toEqual([
			{ error: 'The resource you are requesting could not be found' },
		]);
	});

	it('runs a node again that has Retry On Fail', async () => {
		nock(HOST).get('/things/a').reply(500).get('/things/a').reply(200, { thing: 'A' });
		const { output } = await runWorkflow({
			workflow: things({ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }),
			credentials,
			credentialTypes,
			nodeTypes: nodeTypes(),
			input: [{ json: { id: 'a' } }],
		});
		expect(output('Things').map(({ json }) => json)).toEqual([{ thing: 'A' }]);
	});

	it('keeps what a node remembers through its tries, and what it hints', async () => {
		async function execute(this: IExecuteFunctions) {
			const context = this.getContext('node');
			context.tries = Number(context.tries ?? 0) + 1;
			if (context.tries === 1) throw new Error('The first try failed');
			this.addExecutionHints({ message: 'Tried again' });
			return [[{ json: { tries: context.tries } }]];
		}
		const { output, hints } = await runWorkflow({
			workflow: {
				nodes: [
					{
						name: 'Trying',
						type: 'test.trying',
						retryOnFail: true,
						maxTries: 2,
						waitBetweenTries: 1,
					},
				],
			},
			nodeTypes: { 'test.trying': stubNodeType({ name: 'trying' }, { execute }) },
		});
		expect(output('Trying').map(({ json }) => json)).toEqual([{ tries: 2 }]);
		expect(hints('Trying')).toEqual([{ message: 'Tried again' }]);
	});

	it("keeps n8n's own Request Options, which no node declares", async () => {
		nock(HOST).get('/things/a').delay(200).reply(200, {});
		const { error } = await runWorkflow({
			workflow: things({
				parameters: { thingId: 'a', requestOptions: { timeout: 20 } },
			}),
			credentials,
			credentialTypes,
			nodeTypes: nodeTypes(),
		});
		expect(error('Things')?.message).toMatch(/timeout|aborted/);
	});

	it('runs a custom operation instead of the routing', async () => {
		async function get(this: IExecuteFunctions) {
			return [[{ json: { items: this.getInputData().length } }]];
		}
		const { output } = await runWorkflow({
			workflow: things(),
			credentials,
			credentialTypes,
			nodeTypes: { 'test.things': thingsNode({ thing: { get } }) },
			input: twoItems,
		});
		expect(output('Things').map(({ json }) => json)).toEqual([{ items: 2 }]);
	});

	it('cancels an execution in time, and the node sees the signal', async () => {
		let wasAborted = false;
		async function wait(this: IExecuteFunctions) {
			const signal = this.getExecutionCancelSignal() as AbortSignal;
			await new Promise((resolve) => signal.addEventListener('abort', resolve));
			wasAborted = true;
			return [[]];
		}
		const { run } = await runWorkflow({
			workflow: { nodes: [{ name: 'Waiting', type: 'test.waiting' }] },
			nodeTypes: { 'test.waiting': stubNodeType({ name: 'waiting' }, { execute: wait }) },
			abortAfterMs: 10,
		});
		expect(wasAborted).toBe(true);
		expect(run.status).toBe('canceled');
	});
});

describe.each([
	{ way: 'by an MCP server', call: runTool, seesCustomOperation: false },
	{ way: 'by an older agent', call: runToolByAgent, seesCustomOperation: false },
	{ way: 'by an engine request', call: runToolByEngine, seesCustomOperation: true },
])('a tool called $way', ({ call, seesCustomOperation }) => {
	const tool = {
		credentials,
		credentialTypes,
		node: { type: 'test.thingsTool' },
		parameters: { thingId: "={{ $fromAI('thing', 'Which thing', 'string') }}" },
		args: { thing: 'a' },
	};

	it('makes its request with what the model passes', async () => {
		nock(HOST, { reqheaders: { authorization: 'Bearer secret' } })
			.get('/things/a')
			.reply(200, { thing: 'A' });
		const { text, error } = await call({ ...tool, nodeTypes: nodeTypes() });
		expect(error).toBeUndefined();
		expect(text).toBe('[{"thing":"A"}]');
	});

	it('gives the error of a failed request', async () => {
		nock(HOST).get('/things/a').reply(404, { message: 'No such thing' });
		const { error } = await call({ ...tool, nodeTypes: nodeTypes() });
		expect(error).toMatchObject({ description: 'No such thing' });
	});

	it(`${seesCustomOperation ? 'runs' : 'does not run'} a custom operation`, async () => {
		const input: unknown[] = [];
		async function get(this: IExecuteFunctions) {
			input.push(...this.getInputData().map(({ json }) => json));
			return [[{ json: { id: this.getNodeParameter('thingId', 0) } }]];
		}
		if (!seesCustomOperation) nock(HOST).get('/things/a').reply(200, {});
		const { text } = await call({
			...tool,
			nodeTypes: { 'test.things': thingsNode({ thing: { get } }) },
			input: [{ json: { asked: 'by a user' } }],
		});
		expect(text).toBe(seesCustomOperation ? '[{"id":"a"}]' : '[{}]');
		expect(input).toEqual(
			seesCustomOperation ? [{ asked: 'by a user', thing: 'a', toolCallId: 'call-1' }] : [],
		);
	});
});

it('a tool called by an MCP server has no execution, and so no context to remember in', async () => {
	async function execute(this: IExecuteFunctions) {
		ids.push(this.getExecutionId());
		return [[{ json: this.getContext('node') }]];
	}
	const ids: Array<string | undefined> = [];
	const thing = stubNodeType({ name: 'thing', usableAsTool: true }, { execute });
	const tool = {
		parameters: {},
		node: { type: 'test.thingTool' },
		nodeTypes: { 'test.thing': thing },
	};
	expect((await runTool(tool)).error?.message).toContain('`executionData` is not initialized');
	expect((await runToolByAgent(tool)).text).toBe('[{}]');
	expect(ids).toEqual([undefined, expect.any(String)]);
});

it('a tool is offered under its node name with the keys that the model fills', async () => {
	nock(HOST).get('/things/a').reply(200, {});
	const { offer } = await runTool({
		credentials,
		credentialTypes,
		nodeTypes: nodeTypes(),
		node: { type: 'test.thingsTool' },
		parameters: {
			descriptionType: 'manual',
			toolDescription: 'Finds a thing',
			thingId: "={{ $fromAI('thing', 'Which thing', 'string') }}",
		},
		args: { thing: 'a' },
	});
	expect(offer).toEqual({ name: 'Tool', description: 'Finds a thing', keys: ['thing'] });
});

describe('makePoll', () => {
	function counter(onPoll: (stored: { count?: number }) => void = () => {}) {
		return stubNodeType(
			{ name: 'counter', group: ['trigger'], inputs: [] },
			{
				async poll() {
					const stored = this.getWorkflowStaticData('node') as { count?: number };
					stored.count = (stored.count ?? 0) + 1;
					onPoll(stored);
					return [[{ json: { count: stored.count, budgetMs: this.getPollBudgetMs?.() ?? null } }]];
				},
			},
		);
	}

	it('keeps one static data object through all polls and counts its writes', async () => {
		const trigger = await makePoll({
			type: 'test.counter',
			nodeTypes: { 'test.counter': counter() },
			staticData: { count: 5 },
			budgetMs: 1000,
		});
		await trigger.poll();
		expect(await trigger.poll()).toEqual([[{ json: { count: 7, budgetMs: 1000 } }]]);
		expect(trigger.staticData()).toEqual({ count: 7 });
		expect(trigger.writes()).toBe(2);
	});

	it('has no poll budget where it is absent', async () => {
		const trigger = await makePoll({
			type: 'test.counter',
			nodeTypes: { 'test.counter': counter() },
			budgetMs: 'absent',
		});
		expect(await trigger.poll()).toEqual([[{ json: { count: 1, budgetMs: null } }]]);
	});

	it.each([
		{ cursor: 'in memory, keeps', durable: false, stored: { count: 1 } },
		{ cursor: 'that is durable, drops', durable: true, stored: {} },
	])('with a cursor $cursor what a failed poll wrote', async ({ durable, stored }) => {
		const fail = () => {
			throw new Error('The poll failed');
		};
		const trigger = await makePoll({
			type: 'test.counter',
			nodeTypes: { 'test.counter': counter(fail) },
			durable,
		});
		await expect(trigger.poll()).rejects.toThrow('The poll failed');
		expect(trigger.staticData()).toEqual(stored);
	});
});
