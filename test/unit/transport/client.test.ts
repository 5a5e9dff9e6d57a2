import {
	requestOptionsOf,
	withoutEmpty,
	type Call,
} from '../../../nodes/Newsletter/transport/call';
import { creation, failed, LimitedService, ok, update } from './limitedService';

const connection = {
	baseUrl: 'https://api.example.com/v1',
	apiKey: 'key',
	newsletterId: 'wks_1a2B3c4D5e6F7g8H9i0Jk',
};
const get: Pick<Call, 'method' | 'url'> = { method: 'GET', url: '/contacts' };

it('empty texts, null and undefined are not sent, and nothing else is left out', () => {
	const values = { a: '', b: null, c: undefined, d: 0, e: false, f: ' ', g: [], h: {} };
	expect(withoutEmpty(values)).toEqual({ d: 0, e: false, f: ' ', g: [], h: {} });
});

describe('a request', () => {
	it('asks for JSON at the base URL, with no body of its own', () => {
		expect(requestOptionsOf({ ...get, qs: { limit: 1, email: '' } }, {}, connection)).toEqual({
			baseURL: 'https://api.example.com/v1',
			method: 'GET',
			url: '/contacts',
			qs: { limit: 1 },
			body: undefined,
			headers: { Accept: 'application/json' },
		});
	});

	it.each<[body: Call['body'], sent: string | undefined]>([
		[{ page_id: '1', css: '' }, '{"page_id":"1"}'],
		[{ senderId: '' }, undefined],
		[{}, undefined],
		[undefined, undefined],
	])('sends the body %j as the text %s', (given, sent) => {
		const call = { method: 'POST', url: '/sends', body: given } as const;
		const { body, headers } = requestOptionsOf(call, {}, connection);
		expect(body).toBe(sent);
		expect(headers?.['Content-Type']).toBe(sent && 'application/json');
	});

	it("keeps n8n's defaults, and its own part above them", () => {
		const proxy = { host: 'proxy.example.com', port: 3128, protocol: 'http' };
		const defaults = { proxy, baseURL: 'https://other.example.com', headers: { Accept: '*/*' } };
		expect(requestOptionsOf(get, defaults, connection)).toMatchObject({
			proxy,
			baseURL: 'https://api.example.com/v1',
			headers: { Accept: 'application/json' },
		});
	});
});

describe('a success without a body', () => {
	const post = { ...update('con_1'), method: 'POST' } as const;

	it.each<[what: string, call: Call, isDone: boolean]>([
		['an update', update('con_1'), true],
		['a deletion', { ...update(''), method: 'DELETE', url: '/contacts' }, true],
		['an update by POST that says so', { ...post, mayBeEmpty: true }, true],
		['any other POST', post, false],
		['a list', { ...update(''), ...get }, false],
		['the creation of an issue', creation, false],
	])('is one for %s: %s', async (...[, call, isDone]) => {
		for (const statusCode of [200, 202, 204]) {
			const service = new LimitedService(() => ({ ...ok(''), statusCode }), 0);
			const client = await service.client('key');
			const result = await client.ask({ ...call, isAnswer: () => false });
			expect(result.ok).toBe(isDone);
			if (result.ok) expect(result.body).toEqual({});
			expect(service.seen).toHaveLength(1);
		}
	});
});

it.each([
	['http://user:pass@127.0.0.1/v1', 'key', 'noAddress'],
	['https://api.example.com/v1', 'two words', 'noKey'],
])('nothing is sent to %s with the key %s: %s', async (baseUrl, apiKey, kind) => {
	const service = new LimitedService(() => ok(), 0);
	const client = await service.client(apiKey, { baseUrl });
	expect(await client.ask(update('con_1'))).toEqual({ ok: false, failure: { kind } });
	expect(service.seen).toEqual([]);
});

it('a failure is thrown by request, with the item that asked', async () => {
	const service = new LimitedService(() => failed(400), 0);
	const client = await service.client('key');
	await expect(client.request({ ...update('con_1'), itemIndex: 3 })).rejects.toMatchObject({
		httpCode: '400',
		description: 'no',
		context: { itemIndex: 3 },
	});
});

it('no failure holds a part of the key that the service repeats, whether it was sent or waited', async () => {
	const long = 'x'.repeat(996);
	const limit = { ...failed(429, 3600), body: { message: `${long}secret-key is too fast` } };
	const client = await new LimitedService(() => limit, 0).client('secret-key');
	const ids = Array.from({ length: 10 }, (_, index) => `con_${index}`);
	const results = await Promise.all(ids.map(async (id) => await client.ask(update(id))));
	const details = results.map((result) => !result.ok && result.failure.detail);
	expect(details).toEqual(ids.map(() => `${long}*** `));
});
