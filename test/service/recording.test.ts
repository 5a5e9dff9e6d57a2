/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService, type Service } from './index';
import { call } from './testClient';

let service: Service;

beforeEach(async () => {
	service = await startService({ contacts: 3 });
});
afterEach(async () => await service.stop());

const get = async (query = {}) =>
	await call(service, 'GET', '/contacts', {
		query: { newsletter_id: service.newsletterId, ...query },
	});

it('a request is recorded whole, with its key replaced by whether it was right', async () => {
	const fromMs = Date.now();
	const rawBody = `{ "newsletter_id": "${service.newsletterId}", "contacts": [{ "email": "ö+1@example.com" }] }`;
	await call(service, 'POST', '/contacts', { rawBody });
	const [recorded] = service.requests;
	expect(recorded).toEqual({
		method: 'POST',
		path: '/v1/contacts',
		query: {},
		headers: expect.objectContaining({
			accept: 'application/json',
			'content-type': 'application/json',
			authorization: true,
		}),
		body: JSON.parse(rawBody),
		rawBody,
		receivedAt: expect.any(Number),
		status: 200,
		applied: true,
		inFlight: 1,
		socket: 1,
	});
	expect(recorded!.receivedAt).toBeGreaterThanOrEqual(fromMs);
	expect(recorded!.receivedAt).toBeLessThanOrEqual(Date.now());
});

it('a path is recorded as it was encoded, a query decoded', async () => {
	await call(service, 'GET', '/contacts/a%2Fb?email=a%2Bb%40c+d');
	expect(service.requests).toMatchObject([
		{ path: '/v1/contacts/a%2Fb', query: { email: 'a+b@c d' }, body: undefined, rawBody: '' },
	]);
});

/** A plain request, as it was recorded. */
const list = async () => {
	await get();
	return service.requests.at(-1)!;
};

it('requests in flight are counted, themselves included, and those without an answer until they end', async () => {
	const hang = () => {
		service.behaviour.faults.push({ kind: 'hang' });
		const ending = new AbortController();
		const ended = call(service, 'POST', '/sends/x/send', { signal: ending.signal });
		return { ending, ended };
	};
	const hanging = [hang(), hang(), hang()];
	while (service.requests.length < 3) await sleep(5);
	expect(service.requests.map(({ inFlight }) => inFlight)).toEqual([1, 2, 3]);
	expect(service.maxInFlight).toBe(3);
	hanging[0]!.ending.abort();
	await expect(hanging[0]!.ended).rejects.toThrow('aborted');
	while ((await list()).inFlight > 3) await sleep(5);
	expect((await list()).inFlight).toBe(3);
	for (const { ending, ended } of hanging.slice(1)) {
		ending.abort();
		await expect(ended).rejects.toThrow('aborted');
	}
	while ((await list()).inFlight > 1) await sleep(5);
	expect(service.maxInFlight).toBeLessThanOrEqual(4);
});

it('connections are told apart, and counted once', async () => {
	const { port } = new URL(service.url);
	const ask = async (times: number) => {
		const socket = connect(Number(port), '127.0.0.1');
		for (let turn = 0; turn < times; turn++) {
			socket.write('GET /v1/contacts HTTP/1.1\r\nHost: service\r\n\r\n');
			await once(socket, 'data');
		}
		socket.destroy();
	};
	await ask(2);
	await ask(1);
	expect(service.requests.map(({ socket }) => socket)).toEqual([1, 1, 2]);
	expect(service.connectionsSeen).toBe(2);
});

it('resetRequests empties the same array and leaves the rest', async () => {
	const { requests } = service;
	await get();
	service.behaviour.order = 'email';
	service.resetRequests();
	expect(requests).toEqual([]);
	expect(service.maxInFlight).toBe(0);
	await get();
	expect(requests).toHaveLength(1);
	expect(service.behaviour.order).toBe('email');
});

it('reset puts back what the service was started with, in the same objects', async () => {
	const { behaviour, contacts, requests } = service;
	const started = contacts.all().map(({ email }) => email);
	behaviour.order = 'oldest';
	behaviour.badDomains.push('more.example');
	contacts.add(2);
	contacts.remove(contacts.all()[0]!.id);
	service.addNewsletter('wks_otherNewsletter000001');
	await call(service, 'POST', '/sends', {
		body: { workspace_id: service.newsletterId, page_id: 'p' },
	});
	service.reset();
	expect(behaviour).toMatchObject({ order: 'newest', badDomains: ['refused.example'] });
	expect(contacts.all().map(({ email }) => email)).toEqual(started);
	expect(requests).toEqual([]);
	expect(service.sends.all()).toEqual([]);
	expect(() => service.newsletter('wks_otherNewsletter000001')).toThrow('Invalid newsletter ID');
});

it('a newsletter is added once', () => {
	expect(() => service.addNewsletter(service.newsletterId)).toThrow('is there already');
});

it('stop ends at once, with connections open, hanging and delayed', async () => {
	service.behaviour.faults = [{ kind: 'hang' }, { kind: 'delay', ms: 60_000 }];
	const idle = connect(Number(new URL(service.url).port), '127.0.0.1');
	await once(idle, 'connect');
	const closed = once(idle, 'close');
	const open = [get(), get()].map(async (request) => await request.catch(() => 'ended'));
	while (service.requests.length < 2) await sleep(5);
	const startMs = performance.now();
	await service.stop();
	expect(performance.now() - startMs).toBeLessThan(20_000);
	expect(await Promise.all(open)).toEqual(['ended', 'ended']);
	await closed;
});
