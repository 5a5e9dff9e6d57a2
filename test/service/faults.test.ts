/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from './faults';
import { call, list, OTHER_NEWSLETTER, useService } from './testClient';

const on = useService({ contacts: 3 });

const DATE = 'Sun, 01 Mar 2026 12:00:00 GMT';

const get = async (page = 1) => await list(on.service, { page });
const inject = (...faults: FaultRule[]) => on.service.behaviour.faults.push(...faults);

const add = async (email: string, signal?: AbortSignal) =>
	await call(on.service, 'POST', '/contacts', {
		body: { newsletter_id: on.service.newsletterId, contacts: [{ email }] },
		signal,
	});

const arrived = async (count: number) => {
	while (on.service.requests.length < count) await sleep(5);
};

type Row = [fault: FaultRule, status: number, text: string | RegExp, headers: object];

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8', date: DATE };

it.each<Row>([
	[{ kind: 'status', status: 500 }, 500, '{"message":"Failed with 500"}', JSON_TYPE],
	[{ kind: 'status', status: 418, body: { a: 1 } }, 418, '{"a":1}', JSON_TYPE],
	[{ kind: 'status', status: 502, body: 'Bad' }, 502, 'Bad', { 'content-type': 'text/plain' }],
	[
		{ kind: 'status', status: 503, headers: { 'retry-after': '7' } },
		503,
		/./,
		{ 'retry-after': '7' },
	],
	[{ kind: 'status', status: 503, headers: { date: 'then' } }, 503, /./, { date: 'then' }],
	[{ kind: 'rateLimit' }, 429, '{"message":"Too many requests"}', JSON_TYPE],
	[{ kind: 'rateLimit', retryAfter: 3 }, 429, /./, { 'retry-after': '3' }],
	[
		{ kind: 'rateLimit', retryAfter: 'date:20' },
		429,
		/./,
		{ 'retry-after': 'Sun, 01 Mar 2026 12:00:21 GMT' },
	],
	[
		{ kind: 'html' },
		200,
		/^<!DOCTYPE html>/,
		{ 'content-type': 'text/html; charset=utf-8', date: DATE },
	],
	[{ kind: 'html', status: 404, html: '<p>no</p>' }, 404, '<p>no</p>', {}],
	[{ kind: 'json', json: [1] }, 200, '[1]', JSON_TYPE],
	[
		{ kind: 'redirect', location: 'https://a.example/v1' },
		302,
		'',
		{ location: 'https://a.example/v1', date: DATE },
	],
])('a fault %j stands in for the answer', async (fault, status, text, headers) => {
	inject(fault);
	const answered = await get();
	expect(answered.status).toBe(status);
	expect(answered.text).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
	expect(Object.fromEntries(answered.headers)).toMatchObject(headers);
	expect(on.service.requests[0]).toMatchObject({ status, fault: fault.kind });
});

it('a fault has the error shape of the operation, and holds on a path that there is not', async () => {
	inject({ kind: 'status', status: 503 }, { kind: 'html' });
	const { body } = await call(on.service, 'POST', '/sends/x/send');
	expect(body).toEqual({ error: 503, message: 'Failed with 503' });
	const base = on.service.url.replace('/v1', '');
	expect((await call(on.service, 'GET', '/contacts', { base })).text).toMatch(/^<!DOCTYPE/);
});

describe.each([
	['before', false],
	['after', true],
] as const)('%s the work, which is then done: %s,', (when, isDone) => {
	it.each<[FaultRule, number | null]>([
		[{ kind: 'status', status: 504 }, 504],
		[{ kind: 'drop' }, null],
		[{ kind: 'hang' }, null],
	])('comes %j', async (fault, status) => {
		inject({ ...fault, when });
		await add('new@example.com', AbortSignal.timeout(200)).catch(() => undefined);
		expect(on.service.contacts.byEmail('new@example.com') !== undefined).toBe(isDone);
		expect(on.service.requests).toMatchObject([{ status, fault: fault.kind }]);
	});

	it('comes a delay of this one request', async () => {
		inject({ kind: 'delay', ms: 400, when });
		const delayed = add('new@example.com');
		await arrived(1);
		expect((await get()).text.includes('new@example.com')).toBe(isDone);
		expect((await delayed).body).toEqual({ synced: 1 });
	});
});

it('half an answer is declared as that long, or as whole before the connection ends', async () => {
	const { text: whole } = await get();
	inject({ kind: 'truncate' }, { kind: 'truncateSocket' });
	const { text, headers } = await get();
	expect(text).toBe(whole.slice(0, whole.length >> 1));
	expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
	await expect(get()).rejects.toThrow('terminated');
});

it("the Date of every answer is that of the service's clock when it answers", async () => {
	expect((await get()).headers.get('date')).toBe(DATE);
	on.service.behaviour.latencyMs = 50;
	const refused = call(on.service, 'GET', '/nothing');
	await arrived(2);
	on.nowMs += 5000;
	expect((await refused).headers.get('date')).toBe('Sun, 01 Mar 2026 12:00:05 GMT');
});

describe('a rule', () => {
	const statuses = async (...requests: Array<() => Promise<{ status: number }>>) => {
		const answered: number[] = [];
		for (const request of requests) answered.push((await request()).status);
		return answered;
	};

	it('is used as often as it says, by default once, null without end', async () => {
		inject({ kind: 'status', status: 503 }, { kind: 'status', status: 502, times: 2 });
		expect(await statuses(get, get, get, get)).toEqual([503, 502, 502, 200]);
		inject({ kind: 'status', status: 501, times: null });
		expect(await statuses(get, get, get)).toEqual([501, 501, 501]);
	});

	it('lets matching requests pass first, and leaves them to the next rule', async () => {
		inject({ kind: 'status', status: 503, skip: 2 }, { kind: 'status', status: 500, skip: 1 });
		expect(await statuses(get, get, get, get)).toEqual([200, 500, 503, 200]);
	});

	it.each<[string, FaultRule['match']]>([
		['method', { method: 'post' }],
		['path expression', { path: '^/contacts/[^/]+$' }],
		['text in the body', { bodyContains: 'Zo\u00eb' }],
	])('matches by %s', async (_by, match) => {
		inject({ kind: 'status', status: 503, match, times: null });
		const body = { newsletter_id: on.service.newsletterId, name: 'Zo\u00eb' };
		const path = `/contacts/${on.service.contacts.all()[0]!.id}`;
		const update = async () => await call(on.service, 'POST', path, { body });
		expect(await statuses(get, update)).toEqual([200, 503]);
	});

	it('matches by a value of the query, and by the page, which is 1 where none is asked', async () => {
		inject({ kind: 'status', status: 503, match: { query: { newsletter_id: OTHER_NEWSLETTER } } });
		inject({ kind: 'status', status: 502, match: { page: 2 } });
		inject({ kind: 'status', status: 501, match: { page: 1 } });
		const other = async () => await list(on.service, { newsletter_id: OTHER_NEWSLETTER, page: 3 });
		const first = async () => await list(on.service);
		expect(await statuses(other, async () => await get(2), first)).toEqual([503, 502, 501]);
	});
});
