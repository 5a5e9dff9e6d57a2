import type { IExecuteFunctions } from 'n8n-workflow';
import nock from 'nock';
import { interceptHttp } from '../support/engineHttp';
import { stubNodeType } from '../support/engineStubs';
import { runTool, runToolByAgent, runToolByEngine } from '../support/engineTools';
import { credentials, credentialTypes, HOST, nodeTypes, thingsNode } from './thingsNode';

interceptHttp();

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
