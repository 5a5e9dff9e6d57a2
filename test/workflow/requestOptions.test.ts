/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import type { Proxy } from '../support/proxy';
import { startProxy } from '../support/proxy';
import { errorOf, jsonOf, useNewsletter } from './newsletter';
import { OPERATIONS, planned } from './operations';

const newsletter = useNewsletter();
let proxy: Proxy;
beforeAll(async () => {
	proxy = await startProxy();
});
afterEach(() => {
	proxy.requests.length = 0;
});
afterAll(async () => await proxy.stop());

const pauses = () => {
	const times = newsletter.service.requests.map(({ receivedAt }) => receivedAt);
	return times.slice(1).map((time, index) => time - times[index]!);
};
const many = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		json: { id: `con_${index}`, email: `c${index}@example.com` },
	}));
const GET_ALL = planned('contact', 'getAll');
const UPDATE = {
	resource: 'contact',
	operation: 'update',
	contactId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	updateFields: { name: 'N' },
};
const UPSERT = { resource: 'contact', operation: 'upsert', email: '={{ $json.email }}' };
const batching = (batchSize: number, batchInterval: number) => ({
	batching: { batch: { batchSize, batchInterval } },
});

describe.each(OPERATIONS)('$operation', ({ parameters, answer }) => {
	it('goes through the proxy of Request Options, with its user and password', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'json', json: answer });
		const address = proxy.url.replace('://', '://ada:s3cret@');
		const run = await newsletter.run({
			parameters: { ...parameters, requestOptions: { proxy: address } },
		});
		expect(errorOf(run)).toBeUndefined();
		expect(jsonOf(run)).toHaveLength(1);
		expect(proxy.requests).toEqual([
			{
				target: expect.stringContaining(new URL(newsletter.service.url).host),
				authorization: `Basic ${btoa('ada:s3cret')}`,
			},
		]);
	});

	it.each(['no proxy', 'proxy.example.com', 'localhost:8080'])(
		'with the proxy "%s" fails before any request, and says that it is the proxy',
		async (address) => {
			newsletter.service.behaviour.faults.push({ kind: 'json', json: answer, times: null });
			const run = await newsletter.run({
				parameters: { ...parameters, requestOptions: { proxy: address } },
			});
			expect(newsletter.asked).toEqual([]);
			expect(errorOf(run)?.message).toMatch(/proxy/i);
		},
	);
});

it('Timeout leaves a quicker answer alone', async () => {
	newsletter.service.contacts.add(1);
	newsletter.service.behaviour.latencyMs = 20;
	const run = await newsletter.run({
		parameters: { ...GET_ALL, requestOptions: { timeout: 5000 } },
	});
	expect(jsonOf(run)).toHaveLength(1);
});

it.each([-5, 'abc'])('a Timeout of %p is named before any request', async (timeout) => {
	const parameters = { ...GET_ALL, requestOptions: { timeout } };
	expect(errorOf(await newsletter.run({ parameters }))?.message).toMatch(/^Timeout must be/);
	expect(newsletter.asked).toEqual([]);
});

it('a proxy that cannot be reached is named beside Base URL', async () => {
	const run = await newsletter.run({
		parameters: { ...GET_ALL, requestOptions: { proxy: 'http://127.0.0.1:9' } },
	});
	expect(errorOf(run)?.message).toBe(
		'Could not connect to the service: the connection was refused. Check Base URL in the credential, and whether the service is up. If you use a proxy, check Proxy in Request Options, on the Settings tab.',
	);
});

it.each(['ada:50%25off', 'ada:p%40ss', 'ad%2Fa:s'])(
	"the proxy's user and password %s reach it as they are meant",
	async (user) => {
		newsletter.service.contacts.add(1);
		const address = proxy.url.replace('://', `://${user}@`);
		const run = await newsletter.run({
			parameters: { ...GET_ALL, requestOptions: { proxy: address } },
		});
		expect(errorOf(run)).toBeUndefined();
		const meant = user.replace('%25', '%').replace('%40', '@').replace('%2F', '/');
		expect(proxy.requests[0]?.authorization).toBe(`Basic ${btoa(meant)}`);
	},
);

it('a 407 says to check Proxy', async () => {
	newsletter.service.behaviour.faults.push({ kind: 'status', status: 407 });
	const run = await newsletter.run({
		parameters: { ...GET_ALL, requestOptions: { proxy: proxy.url } },
	});
	expect(errorOf(run)?.message).toMatch(/of Proxy in Request Options, on the Settings tab\.$/);
});

describe('Batching', () => {
	const PAUSE_MS = 251;
	let timers: jest.SpyInstance;
	beforeEach(() => {
		timers = jest.spyOn(globalThis, 'setTimeout');
	});
	afterEach(() => timers.mockRestore());

	/** How often the pause was asked for. */
	const pausesAsked = () => timers.mock.calls.filter(([, ms]) => ms === PAUSE_MS).length;

	it('spaces the requests of a declarative operation', async () => {
		newsletter.service.contacts.add(many(4).map(({ json }) => json));
		const run = await newsletter.run({
			parameters: { ...UPDATE, requestOptions: batching(2, PAUSE_MS) },
			input: many(4),
		});
		expect(errorOf(run)).toBeUndefined();
		expect(pausesAsked()).toBe(1);
		expect(pauses()).toHaveLength(3);
		// n8n starts counting before the requests before the pause are made.
		expect(pauses()[1]).toBeGreaterThanOrEqual(100);
	});

	it('holds for the others where the Request Options of the first item cannot be read', async () => {
		newsletter.service.contacts.add(many(3).map(({ json }) => json));
		const run = await newsletter.run({
			parameters: {
				...UPDATE,
				requestOptions: { ...batching(1, PAUSE_MS), timeout: '={{ $json.timeout }}' },
			},
			input: many(3).map(({ json }, index) => ({
				json: { ...json, timeout: index === 0 ? 'soon' : 5000 },
			})),
		});
		expect(errorOf(run)?.message).toContain('Timeout must be a number');
		expect(newsletter.service.requests).toHaveLength(2);
		expect(pausesAsked()).toBe(2);
	});

	it.each([
		{ what: 'two requests a batch', of: 2, options: { batchSize: 1 }, items: 4, asked: 1 },
		{ what: 'one request a batch', of: 1, options: { batchSize: 2 }, items: 6, asked: 2 },
		{ what: 'several newsletters', of: 1, options: {}, items: 4, asked: 3 },
	])('spaces the requests of the gathered upsert: $what', async (given) => {
		const ids = ['A', 'B', 'C', 'D'].map((letter) => `wks_${letter.repeat(21)}`);
		for (const id of ids) newsletter.service.addNewsletter(id);
		const to = (index: number) => ids[given.what === 'several newsletters' ? index : 0];
		const run = await newsletter.run({
			parameters: {
				...UPSERT,
				newsletterId: '={{ $json.to }}',
				options: given.options,
				requestOptions: batching(given.of, PAUSE_MS),
			},
			input: many(given.items).map(({ json }, index) => ({ json: { ...json, to: to(index) } })),
		});
		expect(errorOf(run)).toBeUndefined();
		expect(pausesAsked()).toBe(given.asked);
		expect(pauses().filter((pause) => pause >= PAUSE_MS - 10)).toHaveLength(given.asked);
	});
});
