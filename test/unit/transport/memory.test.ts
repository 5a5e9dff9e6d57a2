import { NodeApiError, type IDataObject, type IExecutePaginationFunctions } from 'n8n-workflow';
import type { Call, Client, Result } from '../../../nodes/Newsletter/transport/client';
import { toNodeApiError } from '../../../nodes/Newsletter/transport/errors';
import { keyOfBody, requestOnce } from '../../../nodes/Newsletter/transport/memory';
import { node } from '../node';

describe('keyOfBody', () => {
	it('is short, the same for the same body, and another for another body', () => {
		const long = { page_id: '1', css: 'a'.repeat(100_000) };
		expect(keyOfBody(long)).toHaveLength(64);
		expect(keyOfBody(long)).toBe(keyOfBody({ ...long }));
		expect(keyOfBody(long)).not.toBe(keyOfBody({ ...long, page_id: '2' }));
	});

	it.each([
		[{ a: 1 }, { a: '1' }],
		[{ a: null }, {}],
		[{ a: [] }, { a: {} }],
		[{ a: 'b","c":"d' }, { a: 'b', c: 'd' }],
	])('tells %j from %j', (one, other) => {
		expect(keyOfBody(one)).not.toBe(keyOfBody(other));
	});
});

describe('requestOnce', () => {
	const texts = { refused: 'Refused.', unclear: 'It may already be on its way.' };
	const call: Call = { method: 'POST', url: '/sends/1/send', texts, itemIndex: 3 };

	/** One execution, whose requests are answered one by one as listed. */
	function execution(...results: Result[]) {
		const kept: IDataObject = {};
		const context = {
			getContext: () => kept,
			getNode: () => node,
		} as unknown as IExecutePaginationFunctions;
		let asked = 0;
		const client = {
			ask: async () => {
				asked += 1;
				return results.shift() as Result;
			},
			errorOf: (failure: never) => toNodeApiError(node, failure, { texts, apiKey: '' }),
		} as unknown as Client;
		return {
			send: async (key = 'send 1') => await requestOnce(context, client, call, key),
			asked: () => asked,
		};
	}

	const ok: Result = { ok: true, body: { status: 'sending' }, headers: {} };
	const failing = (kind: 'lost' | 'refused'): Result => ({ ok: false, failure: { kind } });

	it('answers what succeeded before from memory', async () => {
		const { send, asked } = execution(ok);
		expect(await send()).toEqual({ status: 'sending' });
		expect(await send()).toEqual({ status: 'sending' });
		expect(asked()).toBe(1);
	});

	it('hands out a copy, so that nobody changes what is remembered', async () => {
		const { send } = execution(ok);
		(await send()).status = 'changed';
		expect(await send()).toEqual({ status: 'sending' });
	});

	it('makes one request for two items that ask at once', async () => {
		const { send, asked } = execution(ok);
		expect(await Promise.all([send(), send()])).toEqual([
			{ status: 'sending' },
			{ status: 'sending' },
		]);
		expect(asked()).toBe(1);
	});

	it('asks for each key on its own', async () => {
		const { send, asked } = execution(ok, ok);
		await send('send 1');
		await send('send 2');
		expect(asked()).toBe(2);
	});

	it('refuses to repeat what nobody knows the outcome of, with the same sentence', async () => {
		const { send, asked } = execution(failing('lost'), ok);
		await expect(send()).rejects.toThrow(texts.unclear);
		const again = send();
		await expect(again).rejects.toThrow(texts.unclear);
		await expect(again).rejects.toBeInstanceOf(NodeApiError);
		expect(asked()).toBe(1);
	});

	it('asks again after a refusal', async () => {
		const { send, asked } = execution(failing('refused'), ok);
		await expect(send()).rejects.toThrow(texts.refused);
		expect(await send()).toEqual({ status: 'sending' });
		expect(asked()).toBe(2);
	});
});
