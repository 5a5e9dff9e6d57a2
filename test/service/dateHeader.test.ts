/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { FaultRule } from './faults';
import { DEFAULT_NEWSLETTER_ID, startService, type Service } from './index';
import { call, type Asked } from './testClient';

const START_MS = Date.parse('2031-05-04T03:02:01.987Z');
const START_DATE = 'Sun, 04 May 2031 03:02:01 GMT';

let service: Service;
let nowMs: number;

beforeAll(async () => {
	service = await startService({ contacts: 3, clock: () => nowMs });
});
beforeEach(() => {
	nowMs = START_MS;
	service.reset();
});
afterAll(async () => await service.stop());

const pageOf = (page: number): Asked => ({
	query: { newsletter_id: DEFAULT_NEWSLETTER_ID, page },
});

const get = async (asked: Asked = {}, path = '/contacts') =>
	await call(service, 'GET', path, { ...pageOf(1), ...asked });

/** The headers alone, also of an answer that breaks off. */
const headersOf = async (path: string) => {
	const asked = request(service.url + path, {
		headers: { accept: 'application/json', authorization: `Bearer ${service.apiKey}` },
	});
	asked.on('error', () => undefined).end();
	const [answer] = (await once(asked, 'response')) as [IncomingMessage];
	answer.on('error', () => undefined).resume();
	return answer.headers;
};

describe("the Date of an answer is that of the service's clock", () => {
	it('in whole seconds, and goes on with it', async () => {
		expect((await get()).headers.get('date')).toBe(START_DATE);
		nowMs += 13;
		expect((await get()).headers.get('date')).toBe('Sun, 04 May 2031 03:02:02 GMT');
		nowMs -= 60_000;
		expect((await get()).headers.get('date')).toBe('Sun, 04 May 2031 03:01:02 GMT');
	});

	it('at the time of the answer, not of the request', async () => {
		service.behaviour.latencyMs = 50;
		const answering = get();
		while (service.requests.length === 0) await new Promise(setImmediate);
		nowMs += 5_000;
		expect((await answering).headers.get('date')).toBe('Sun, 04 May 2031 03:02:06 GMT');
	});

	it.each<[answer: string, path: string, asked: Asked, status: number]>([
		['a page without contacts', '/contacts', pageOf(9), 404],
		['a request that breaks the contract', '/contacts', { query: {} }, 400],
		['a wrong key', '/contacts', { headers: { authorization: 'Bearer wrong' } }, 401],
		['a path that there is not', '/nothing', {}, 404],
		['a path that cannot be decoded', '/contacts/%zz', {}, 400],
	])('of %s', async (_answer, path, asked, status) => {
		const answered = await get(asked, path);
		expect([answered.status, answered.headers.get('date')]).toEqual([status, START_DATE]);
	});

	it.each<[fault: string, rule: FaultRule]>([
		['a failure', { kind: 'status', status: 500 }],
		['a text', { kind: 'status', status: 502, body: 'Bad gateway' }],
		['a rate limit', { kind: 'rateLimit', retryAfter: 3 }],
		['a web page', { kind: 'html' }],
		['a redirect', { kind: 'redirect', location: 'https://elsewhere.example/v1' }],
		['half an answer', { kind: 'truncate' }],
		['an answer that breaks off', { kind: 'truncateSocket' }],
	])('of %s', async (_fault, rule) => {
		service.behaviour.faults.push(rule);
		const path = `/contacts?newsletter_id=${DEFAULT_NEWSLETTER_ID}`;
		expect(await headersOf(path)).toMatchObject({ date: START_DATE });
		expect(service.requests[0]!.fault).toBe(rule.kind);
	});

	it('and is what a Retry-After date counts from', async () => {
		service.behaviour.faults.push({ kind: 'rateLimit', retryAfter: 'date:20' });
		expect((await get()).headers.get('retry-after')).toBe('Sun, 04 May 2031 03:02:22 GMT');
	});

	it('unless a fault rule has a Date of its own', async () => {
		const date = 'Thu, 01 Jan 2026 12:00:00 GMT';
		service.behaviour.faults.push({ kind: 'status', status: 503, headers: { date } });
		expect((await get()).headers.get('date')).toBe(date);
	});
});
