/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from './faults';
import { startService, type Service } from './index';
import { call } from './testClient';

let service: Service;

beforeAll(async () => {
	service = await startService({ contacts: 3 });
});
beforeEach(() => service.reset());
afterAll(async () => await service.stop());

const get = async (page = 1) =>
	await call(service, 'GET', '/contacts', { query: { newsletter_id: service.newsletterId, page } });

const add = async (email: string, signal?: AbortSignal) =>
	await call(service, 'POST', '/contacts', {
		body: { newsletter_id: service.newsletterId, contacts: [{ email }] },
		signal,
	});

const inject = (...faults: FaultRule[]) => service.behaviour.faults.push(...faults);

describe('an answer in place of the normal one', () => {
	it.each<[string, FaultRule, number, unknown, string]>([
		[
			'status',
			{ kind: 'status', status: 500 },
			500,
			{ message: 'Failed with 500' },
			'application/json',
		],
		[
			'status with a body',
			{ kind: 'status', status: 418, body: { a: 1 } },
			418,
			{ a: 1 },
			'application/json',
		],
		[
			'status with a text',
			{ kind: 'status', status: 502, body: 'Bad gateway' },
			502,
			undefined,
			'text/plain',
		],
		[
			'status without a body',
			{ kind: 'status', status: 502, body: '' },
			502,
			undefined,
			'text/plain',
		],
		['html', { kind: 'html' }, 200, undefined, 'text/html'],
		[
			'html with a status',
			{ kind: 'html', status: 404, html: '<p>no</p>' },
			404,
			undefined,
			'text/html',
		],
		['json', { kind: 'json', json: [1] }, 200, [1], 'application/json'],
	])('%s', async (_name, fault, status, body, type) => {
		inject(fault);
		const answered = await get();
		expect([answered.status, answered.body]).toEqual([status, body]);
		expect(answered.headers.get('content-type')).toMatch(type);
		expect(answered.text).toMatch(
			{ 'text/html': /^<!DOCTYPE html>|^<p>no<\/p>$/, 'text/plain': /^(Bad gateway)?$/ }[type] ??
				/./,
		);
	});

	it.each([{ a: 1 }, 'a text'])('has the headers of the rule beside %j', async (body) => {
		inject({ kind: 'status', status: 503, body, headers: { 'retry-after': '7' } });
		expect((await get()).headers.get('retry-after')).toBe('7');
	});

	it('has the error shape of the operation', async () => {
		inject({ kind: 'status', status: 503 });
		expect((await call(service, 'POST', '/sends/x/send')).body).toEqual({
			error: 503,
			message: 'Failed with 503',
		});
	});

	it.each([
		[3, /^3$/],
		[undefined, /^$/],
	])('of a rate limit asks to wait %s s', async (retryAfter, expected) => {
		inject({ kind: 'rateLimit', retryAfter });
		const { status, headers, body } = await get();
		expect([status, body]).toEqual([429, { message: 'Too many requests' }]);
		expect(headers.get('retry-after') ?? '').toMatch(expected);
	});

	it('of a rate limit can ask by a date, not earlier than it says', async () => {
		inject({ kind: 'rateLimit', retryAfter: 'date:20' });
		const askedMs = Date.now();
		const date = (await get()).headers.get('retry-after')!;
		expect(date).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
		const waitMs = Date.parse(date) - askedMs;
		expect(waitMs).toBeGreaterThanOrEqual(20_000);
		expect(waitMs).toBeLessThan(60_000);
	});

	it.each([301, 302, 307, 308] as const)('of a redirect is %s', async (status) => {
		inject({ kind: 'redirect', status, location: 'https://elsewhere.example/v1' });
		const answered = await get();
		expect(answered.status).toBe(status);
		expect(answered.headers.get('location')).toBe('https://elsewhere.example/v1');
	});

	it('is also given on a path that there is not', async () => {
		inject({ kind: 'html' });
		const base = service.url.replace('/v1', '');
		expect((await call(service, 'GET', '/contacts', { base })).text).toMatch(/^<!DOCTYPE/);
	});

	it.each([
		['before', false],
		['after', true],
	] as const)('%s the work leaves it applied: %s', async (when, applied) => {
		inject({ kind: 'status', status: 504, when });
		expect((await add('new@example.com')).status).toBe(504);
		expect(service.contacts.byEmail('new@example.com') !== undefined).toBe(applied);
		expect(service.requests).toMatchObject([{ status: 504, applied }]);
	});
});

describe('no answer', () => {
	it.each([
		['before', false],
		['after', true],
	] as const)(
		'by a dropped connection %s the work leaves it applied: %s',
		async (when, applied) => {
			inject({ kind: 'drop', when });
			await expect(add('new@example.com')).rejects.toThrow('fetch failed');
			expect(service.contacts.byEmail('new@example.com') !== undefined).toBe(applied);
			expect(service.requests).toMatchObject([{ status: null, applied, fault: 'drop' }]);
		},
	);

	it.each([
		['before', false],
		['after', true],
	] as const)('by hanging %s the work leaves it applied: %s', async (when, applied) => {
		inject({ kind: 'hang', when });
		await expect(add('new@example.com', AbortSignal.timeout(100))).rejects.toThrow('timeout');
		expect(service.contacts.byEmail('new@example.com') !== undefined).toBe(applied);
		expect(service.requests).toMatchObject([{ status: null, applied, fault: 'hang' }]);
	});

	it('comes from a delay that the client does not wait for, the work being done', async () => {
		inject({ kind: 'delay', ms: 500 });
		const leaving = new AbortController();
		const left = add('new@example.com', leaving.signal);
		while (service.requests.length < 1) await sleep(5);
		leaving.abort();
		await expect(left).rejects.toThrow('aborted');
		await sleep(600);
		expect(service.requests).toMatchObject([{ status: null, applied: true }]);
	});
});

describe('half an answer', () => {
	it('truncated is declared as that long', async () => {
		const { text: whole } = await get();
		inject({ kind: 'truncate' });
		const { status, text, headers } = await get();
		expect(status).toBe(200);
		expect(text).toBe(whole.slice(0, whole.length >> 1));
		expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
	});

	it('with a cut connection is declared as whole', async () => {
		inject({ kind: 'truncateSocket' });
		const response = await fetch(`${service.url}/contacts?newsletter_id=${service.newsletterId}`, {
			headers: { accept: 'application/json', authorization: `Bearer ${service.apiKey}` },
		});
		expect(response.status).toBe(200);
		expect(Number(response.headers.get('content-length'))).toBeGreaterThan(500);
		await expect(response.text()).rejects.toThrow('terminated');
	});
});

describe('lateness', () => {
	const lasted = async (request: () => Promise<unknown>) => {
		const startMs = performance.now();
		await request();
		return performance.now() - startMs;
	};

	it('a delay is for one request, and the answer is the normal one', async () => {
		inject({ kind: 'delay', ms: 400 });
		expect(await lasted(async () => expect((await get()).status).toBe(200))).toBeGreaterThan(390);
		inject({ kind: 'delay', ms: 60_000 });
		const delayed = new AbortController();
		const late = add('late@example.com', delayed.signal);
		while (service.requests.length < 2) await sleep(5);
		expect((await get()).status).toBe(200);
		delayed.abort();
		await expect(late).rejects.toThrow('aborted');
	});

	it.each([
		['before', true],
		['after', false],
	] as const)(
		'a delay %s the work sees what was stored in the meantime: %s',
		async (when, sees) => {
			inject({ kind: 'delay', ms: 1000, when });
			const delayed = get();
			while (service.requests.length < 1) await sleep(5);
			await sleep(50);
			service.contacts.add({ email: 'meantime@example.com' });
			expect((await delayed).text.includes('meantime@example.com')).toBe(sees);
		},
	);

	it('latencyMs is for every request, and for refusals', async () => {
		service.behaviour.latencyMs = 120;
		expect(await lasted(get)).toBeGreaterThan(110);
		expect(await lasted(async () => await call(service, 'POST', '/sends/x/send'))).toBeGreaterThan(
			110,
		);
	});
});
