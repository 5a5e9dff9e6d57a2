/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { setImmediate } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startService, type FaultRule, type Service } from '../../service';
import { runWorkflow } from '../../support/engine';
import { freePort } from '../../support/freePorts';
import { errorOf, jsonOf, useNewsletter } from '../newsletter';

const mockWait = jest.fn(async () => {});
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await mockWait(),
}));
beforeEach(() => {
	mockWait.mockReset();
});

const newsletter = useNewsletter({ resource: 'send' });

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const SEND = { operation: 'send', sendId: '={{ $json.id }}' };
const page = (value: string) => ({ __rl: true, mode: 'id', value });
const CREATE = { operation: 'create', pageId: page('={{ $json.page }}') };
// An expression that throws ends n8n's loop over the items while the first are under way.
const ID_OR_THROW = "={{ $json.id ?? $('Nobody').first().json.id }}";
const PAGES = ['p', 'q', 'p'].map((name) => ({ json: { page: name } }));
const created = () => newsletter.service.sends.all().map(({ page_id }) => page_id);
const timesSent = () => newsletter.service.sends.all().map((send) => send.timesSent);
/** The run is over before the request under way has come to the service. */
const allAnswered = async () => {
	const { requests } = newsletter.service;
	while (!requests.some(({ status }) => status !== null)) await setImmediate();
	// What was asked besides it comes before this.
	await newsletter.draft();
	while (requests.some(({ status }) => status === null)) await setImmediate();
};
const fail = (...faults: FaultRule[]) => newsletter.service.behaviour.faults.push(...faults);

describe('Retry On Fail', () => {
	it('gives each of two items with one page an issue of its own, created once', async () => {
		fail({ kind: 'status', status: 400, match: { bodyContains: '"q"' } });
		const run = await newsletter.run({ parameters: CREATE, input: PAGES, node: RETRY });
		expect(errorOf(run)).toBeUndefined();
		expect(created().sort()).toEqual(['p', 'p', 'q']);
		expect(jsonOf(run).map(({ page_id }) => page_id)).toEqual(['p', 'q', 'p']);
		expect(new Set(jsonOf(run).map(({ id }) => id)).size).toBe(3);
	});

	it('creates one that was refused with the values of the new try', async () => {
		fail({ kind: 'status', status: 400 });
		const subject = "={{ 'Issue ' + Math.random() }}";
		const run = await newsletter.run({
			parameters: { ...CREATE, additionalFields: { subject } },
			input: PAGES.slice(0, 1),
			node: RETRY,
		});
		const subjects = newsletter.service.requests.map(({ body }) => (body as IDataObject).subject);
		expect(new Set(subjects).size).toBe(2);
		expect(jsonOf(run)[0]?.subject).toBe(subjects[1]);
	});

	it.each([
		{ kind: 'sends', parameters: { ...SEND, sendId: ID_OR_THROW } },
		{ kind: 'creates', parameters: { ...CREATE, pageId: page(ID_OR_THROW) } },
	])(
		'$kind once what is still under way when another item ends the try',
		async ({ parameters }) => {
			const { id } = await newsletter.draft();
			const run = await newsletter.run({
				parameters,
				input: [{ json: { id } }, { json: {} }],
				node: RETRY,
			});
			expect(errorOf(run)?.message).toBe("Referenced node doesn't exist");
			await allAnswered();
			expect(newsletter.service.requests).toHaveLength(1);
		},
	);
});

describe('a service that nobody finds at first', () => {
	let late: Service | undefined;
	afterEach(async () => await late?.stop());

	it('creates each issue once when it is there in a later try', async () => {
		const port = await freePort();
		let opening: Promise<Service> | undefined;
		mockWait.mockImplementation(async () => {
			// Three items wait twice in the first try.
			if (mockWait.mock.calls.length > 6) late = await (opening ??= startService({ port }));
		});
		const run = await newsletter.run({
			parameters: CREATE,
			credential: { baseUrl: `http://127.0.0.1:${port}/v1` },
			input: PAGES,
			node: RETRY,
		});
		expect(errorOf(run)).toBeUndefined();
		expect(
			late?.sends
				.all()
				.map(({ page_id }) => page_id)
				.sort(),
		).toEqual(['p', 'p', 'q']);
		expect(late?.requests).toHaveLength(3);
		expect(jsonOf(run).map(({ page_id }) => page_id)).toEqual(['p', 'q', 'p']);
	});
});

describe('a new execution', () => {
	it('asks again for what was unclear before, since the user was told to look first', async () => {
		const { id } = await newsletter.draft();
		fail({ kind: 'drop' });
		const input = [{ json: { id } }];
		const first = await newsletter.run({ parameters: SEND, input });
		expect(errorOf(first)?.message).toMatch(/may already/);
		const second = await newsletter.run({ parameters: SEND, input });
		expect(jsonOf(second)).toEqual([{ id, subscribers: 0, status: 'sending' }]);
		expect(timesSent()).toEqual([1]);
	});

	it('sends and creates again what the user asks for again', async () => {
		const input = [{ json: { page: 'p', id: (await newsletter.draft()).id } }];
		for (const parameters of [SEND, SEND, CREATE, CREATE]) {
			await newsletter.run({ parameters, input });
		}
		expect(timesSent()).toEqual([2, 0, 0]);
	});
});

describe('two nodes of one workflow', () => {
	const both = async (first: INodeParameters, second: INodeParameters, json = {}) =>
		await runWorkflow({
			credentials: newsletter.credentials(),
			input: [{ json }],
			workflow: {
				nodes: [
					{ name: 'Start', type: 'test.start' },
					...[first, second].map((parameters, index) => ({
						name: index === 0 ? 'First' : 'Newsletter',
						type: 'n8n-nodes-newsletter.newsletter',
						parameters: { resource: 'send', ...parameters },
						...RETRY,
					})),
				],
			},
		});

	it('each create an issue of their own from one page', async () => {
		const creating = { ...CREATE, pageId: page('p') };
		const run = await both(creating, creating);
		expect(created()).toEqual(['p', 'p']);
		expect(run.output('First')[0]?.json.id).not.toBe(run.output('Newsletter')[0]?.json.id);
	});

	it('create an issue and send it, each once', async () => {
		fail(
			{ kind: 'status', status: 400 },
			{ kind: 'status', status: 400, match: { path: '/send$' } },
		);
		const run = await both({ ...CREATE, pageId: page('p') }, SEND);
		expect(errorOf(run)).toBeUndefined();
		expect(timesSent()).toEqual([1]);
		expect(newsletter.service.requests).toHaveLength(4);
	});

	it('each ask to send one issue, and the service decides', async () => {
		newsletter.service.behaviour.sendTwice = 'refuse';
		const { id } = await newsletter.draft();
		const run = await both(SEND, SEND, { id });
		expect(run.output('First').map(({ json }) => json.status)).toEqual(['sending']);
		expect(errorOf(run)?.message).toMatch(/has been sent before/);
		expect(timesSent()).toEqual([1]);
	});
});
