/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, list, OTHER_NEWSLETTER, useService } from './testClient';
import { startService } from './index';

const on = useService({ contacts: 3 });

it('a request is recorded whole, with its key replaced by whether it was right', async () => {
	const fromMs = Date.now();
	const rawBody = `{ "newsletter_id": "${on.service.newsletterId}", "contacts": [{ "email": "\u00f6+1@example.com" }] }`;
	await call(on.service, 'POST', '/contacts', { rawBody });
	const [recorded] = on.service.requests;
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
	});
	expect(recorded!.receivedAt).toBeGreaterThanOrEqual(fromMs);
	expect(recorded!.receivedAt).toBeLessThanOrEqual(Date.now());
});

it('requests in flight are counted, those without an answer until they end', async () => {
	on.service.behaviour.faults = [{ kind: 'hang', times: 3 }];
	const ending = new AbortController();
	const ask = async () => await call(on.service, 'POST', '/sends/x/send', ending);
	const hanging = [ask(), ask(), ask()].map(async (asked) => await asked.catch(() => 'ended'));
	while (on.service.requests.length < 3) await sleep(5);
	expect(on.service.maxInFlight).toBe(3);
	ending.abort();
	expect(await Promise.all(hanging)).toEqual(['ended', 'ended', 'ended']);
	do {
		await sleep(5);
		on.service.resetRequests();
		await list(on.service);
	} while (on.service.maxInFlight > 1);
});

it('a reset puts back what the service was started with, in the same objects', async () => {
	const { behaviour, contacts, requests } = on.service;
	const started = contacts.all().map(({ email }) => email);
	behaviour.order = 'oldest';
	behaviour.faults.push({ kind: 'hang', match: { method: 'PUT' } });
	contacts.add(2);
	contacts.remove(contacts.all()[0]!.id);
	on.service.addNewsletter(OTHER_NEWSLETTER);
	await call(on.service, 'POST', '/sends', {
		body: { workspace_id: on.service.newsletterId, page_id: 'p' },
	});
	on.service.reset();
	expect(behaviour).toMatchObject({ order: 'newest', faults: [] });
	expect(contacts.all().map(({ email }) => email)).toEqual(started);
	expect(requests).toEqual([]);
	expect(on.service.sends.all()).toEqual([]);
	expect(() => on.service.newsletter(OTHER_NEWSLETTER)).toThrow('Invalid newsletter ID');
});

it('a stop ends at once, with connections open, hanging and delayed', async () => {
	const faults = [{ kind: 'hang' as const }, { kind: 'delay' as const, ms: 60_000 }];
	const service = await startService({ behaviour: { faults } });
	const idle = connect(Number(new URL(service.url).port), '127.0.0.1');
	await once(idle, 'connect');
	const closed = once(idle, 'close');
	const open = [list(service), list(service)].map(async (asked) => {
		return await asked.catch(() => 'ended');
	});
	while (service.requests.length < 2) await sleep(5);
	await service.stop();
	expect(await Promise.all(open)).toEqual(['ended', 'ended']);
	await closed;
});
