import type { IExecuteFunctions } from 'n8n-workflow';
import nock from 'nock';
import { runWorkflow } from '../support/engine';
import { interceptHttp } from '../support/engineHttp';
import { stubNodeType } from '../support/engineStubs';
import {
	credentials,
	credentialTypes,
	functionType,
	HOST,
	nodeTypes,
	things,
	thingsNode,
	twoItems,
} from './thingsNode';

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
		let isWaiting = false;
		let wasAborted = false;
		async function wait(this: IExecuteFunctions) {
			const signal = this.getExecutionCancelSignal() as AbortSignal;
			isWaiting = true;
			await new Promise((resolve) => signal.addEventListener('abort', resolve));
			wasAborted = true;
			return [[]];
		}
		const { run } = await runWorkflow({
			workflow: { nodes: [{ name: 'Waiting', type: 'test.waiting' }] },
			nodeTypes: { 'test.waiting': stubNodeType({ name: 'waiting' }, { execute: wait }) },
			abortWhen: () => isWaiting,
		});
		expect(wasAborted).toBe(true);
		expect(run.status).toBe('canceled');
	});
});
