import type { Call } from '../../../nodes/Newsletter/transport/call';
import { creation, failed, LimitedService, ok, update } from './limitedService';

describe('a success without a body', () => {
	it.each<[what: string, call: Call, isDone: boolean]>([
		['a call that says so', { ...update('con_1'), mayBeEmpty: true }, true],
		['any other update', update('con_1'), false],
		['a list', { ...update(''), method: 'GET', url: '/contacts' }, false],
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
	['http://user:pass@127.0.0.1/v1', 'key', 'noBaseUrl'],
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
