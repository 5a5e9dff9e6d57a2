import {
	requestOptionsOf,
	withoutEmpty,
	type Call,
} from '../../../nodes/Newsletter/transport/client';

const connection = {
	baseUrl: 'https://api.example.com/v1',
	apiKey: 'key',
	newsletterId: 'wks_1a2B3c4D5e6F7g8H9i0Jk',
};

describe('withoutEmpty', () => {
	it('leaves out empty texts, null and undefined, and nothing else', () => {
		const values = { a: '', b: null, c: undefined, d: 0, e: false, f: ' ', g: [], h: {} };
		expect(withoutEmpty(values)).toEqual({ d: 0, e: false, f: ' ', g: [], h: {} });
	});
});

describe('requestOptionsOf', () => {
	const get: Pick<Call, 'method' | 'url'> = { method: 'GET', url: '/contacts' };

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

	it('says that a body is JSON, and hands it over as text', () => {
		const call = { method: 'POST', url: '/sends', body: { page_id: '1', css: '' } } as const;
		const { body, headers } = requestOptionsOf(call, {}, connection);
		expect(body).toBe('{"page_id":"1"}');
		expect(headers).toEqual({ Accept: 'application/json', 'Content-Type': 'application/json' });
	});

	it.each<[body: Call['body']]>([[{}], [{ senderId: '' }], [undefined]])(
		'has neither body nor content type for %j',
		(given) => {
			const call = { method: 'POST', url: '/sends/1/send', body: given } as const;
			const { body, headers } = requestOptionsOf(call, {}, connection);
			expect(body).toBeUndefined();
			expect(headers).toEqual({ Accept: 'application/json' });
		},
	);

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
