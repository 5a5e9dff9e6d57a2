import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecutePaginationFunctions,
} from 'n8n-workflow';
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

	it('has one for no body at all', () => {
		expect(keyOfBody(undefined)).toHaveLength(64);
	});
});

describe('requestOnce', () => {
	const texts = { refused: 'Refused.', unclear: 'It may already be on its way.' };
	const call: Call = { method: 'POST', url: '/sends/1/send', texts, itemIndex: 3 };

	const OTHERWISE = 'It was sent with another sender.';

	/** One execution, whose requests are answered one by one as listed. */
	function execution(...results: Result[]) {
		const kept: IDataObject = {};
		let executionId = 'first';
		const context = {
			getContext: () => kept,
			getExecutionId: () => executionId,
			getNode: () => node,
		} as unknown as IExecutePaginationFunctions;
		const asked: unknown[] = [];
		const client = {
			ask: async ({ body }: Call) => {
				asked.push(body);
				return results.shift() as Result;
			},
			errorOf: (failure: never, { itemIndex }: Call) =>
				toNodeApiError(node, failure, { texts, apiKey: '', itemIndex }),
		} as unknown as Client;
		const options = { doneOtherwise: OTHERWISE };
		return {
			send: async (key = 'send 1') => await requestOnce(context, client, call, { key, ...options }),
			sendAs: async (senderId: string, itemIndex = 0) =>
				await requestOnce(
					context,
					client,
					{ ...call, body: { senderId }, itemIndex },
					{ key: 'send 1', ...options },
				),
			create: async (body: string, place = 'run 0, item 0') =>
				await requestOnce(
					context,
					client,
					{ ...call, body: { body } },
					{ key: place, unclearKey: body },
				),
			retriedByHand: () => {
				executionId = 'second';
			},
			asked: () => asked.length,
			bodies: () => asked,
		};
	}

	const ok: Result = { ok: true, body: { status: 'sending' }, headers: {} };
	const failing = (kind: 'lost' | 'refused' | 'redirected'): Result => ({
		ok: false,
		failure: { kind },
	});

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

	it('repeats nothing that a redirect answered, which may follow what was done', async () => {
		const { send, asked } = execution(failing('redirected'), ok);
		await expect(send()).rejects.toThrow(/another address/);
		await expect(send()).rejects.toThrow(/another address/);
		expect(asked()).toBe(1);
	});

	describe('where the user retries the whole execution', () => {
		it('answers what succeeded from memory', async () => {
			const { send, asked, retriedByHand } = execution(ok);
			await send();
			retriedByHand();
			expect(await send()).toEqual({ status: 'sending' });
			expect(asked()).toBe(1);
		});

		it('makes what was unclear again, since the user was told to look first', async () => {
			const { send, asked, retriedByHand } = execution(failing('lost'), ok);
			await expect(send()).rejects.toThrow(texts.unclear);
			retriedByHand();
			expect(await send()).toEqual({ status: 'sending' });
			expect(asked()).toBe(2);
		});
	});

	describe('for two items that ask for the same with other values', () => {
		const alike = { status: 'sending' };

		it('makes the first request and refuses the second', async () => {
			const { sendAs, bodies } = execution(ok);
			const both = [sendAs('a', 0), sendAs('b', 1)] as const;
			expect(await both[0]).toEqual(alike);
			await expect(both[1]).rejects.toBeInstanceOf(NodeOperationError);
			await expect(both[1]).rejects.toMatchObject({
				message: OTHERWISE,
				context: { itemIndex: 1 },
			});
			expect(bodies()).toEqual([{ senderId: 'a' }]);
		});

		it('refuses the second also later', async () => {
			const { sendAs, bodies } = execution(ok);
			await sendAs('a');
			await expect(sendAs('b')).rejects.toThrow(OTHERWISE);
			expect(await sendAs('a')).toEqual(alike);
			expect(bodies()).toHaveLength(1);
		});

		it('makes the second where the first was refused', async () => {
			const { sendAs, bodies } = execution(failing('refused'), ok);
			const both = [sendAs('a', 0), sendAs('b', 1), sendAs('a', 2)] as const;
			await expect(both[0]).rejects.toMatchObject({ context: { itemIndex: 0 } });
			expect(await both[1]).toEqual(alike);
			await expect(both[2]).rejects.toMatchObject({
				message: texts.refused,
				context: { itemIndex: 2 },
			});
			expect(bodies()).toEqual([{ senderId: 'a' }, { senderId: 'b' }]);
		});

		it('makes neither again where the first is unclear', async () => {
			const { sendAs, bodies } = execution(failing('lost'), ok);
			const both = [sendAs('a'), sendAs('b')] as const;
			await expect(both[0]).rejects.toThrow(texts.unclear);
			await expect(both[1]).rejects.toThrow(texts.unclear);
			expect(bodies()).toHaveLength(1);
		});
	});

	describe('for one that is known by its place', () => {
		it('answers from memory whatever the body is by now', async () => {
			const { create, bodies } = execution(ok);
			await create('at noon');
			expect(await create('a minute later')).toEqual({ status: 'sending' });
			expect(bodies()).toEqual([{ body: 'at noon' }]);
		});

		it('refuses to repeat what was unclear whatever the body is by now', async () => {
			const { create, asked } = execution(failing('lost'), ok);
			await expect(create('at noon')).rejects.toThrow(texts.unclear);
			await expect(create('a minute later')).rejects.toThrow(texts.unclear);
			expect(asked()).toBe(1);
		});

		it('refuses to repeat what was unclear for the same body in another place', async () => {
			const { create, asked } = execution(failing('lost'), ok);
			await expect(create('at noon')).rejects.toThrow(texts.unclear);
			await expect(create('at noon', 'run 1, item 0')).rejects.toThrow(texts.unclear);
			expect(asked()).toBe(1);
		});

		it('asks for the same body in another place', async () => {
			const { create, asked } = execution(ok, ok);
			await create('at noon');
			await create('at noon', 'run 0, item 1');
			expect(asked()).toBe(2);
		});

		it('asks again with another body where the user retries the whole execution', async () => {
			const { create, bodies, retriedByHand } = execution(ok, ok);
			await create('as it was');
			retriedByHand();
			await create('as it was');
			await create('changed by the user');
			expect(bodies()).toEqual([{ body: 'as it was' }, { body: 'changed by the user' }]);
		});
	});
});
