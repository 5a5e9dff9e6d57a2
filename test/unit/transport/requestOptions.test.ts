import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { readRequestOptions } from '../../../nodes/Newsletter/transport/requestOptions';
import { node } from '../node';

const contextWith = (requestOptions?: IDataObject) =>
	({
		getNode: () => node,
		getNodeParameter: (_name: string, _index: number, fallback: IDataObject) =>
			requestOptions ?? fallback,
	}) as unknown as IExecuteFunctions;

const none = { defaults: {}, timeoutMs: undefined, batching: { size: 1, pauseMs: 0 } };

describe('readRequestOptions', () => {
	it('adds nothing where nothing is set', () => {
		expect(readRequestOptions(contextWith())).toEqual(none);
		expect(readRequestOptions(contextWith({ proxy: ' ' }))).toEqual(none);
	});

	it.each<[option: string, options: IDataObject, change: object]>([
		['Timeout', { timeout: 5_000 }, { timeoutMs: 5_000 }],
		['no Timeout of 0', { timeout: 0 }, {}],
		[
			'Ignore SSL Issues',
			{ allowUnauthorizedCerts: true },
			{ defaults: { skipSslCertificateValidation: true } },
		],
		[
			'Batching',
			{ batching: { batch: { batchSize: 3, batchInterval: 250 } } },
			{ batching: { size: 3, pauseMs: 250 } },
		],
		[
			'Batching with -1 items, which is one request after the other',
			{ batching: { batch: { batchSize: -1, batchInterval: 250 } } },
			{ batching: { size: 1, pauseMs: 250 } },
		],
		[
			'a Proxy with a port',
			{ proxy: 'http://proxy.example.com:3128' },
			{ defaults: { proxy: { host: 'proxy.example.com', port: 3128, protocol: 'http' } } },
		],
		[
			'a Proxy with the port of its protocol',
			{ proxy: 'https://proxy.example.com' },
			{ defaults: { proxy: { host: 'proxy.example.com', port: 443, protocol: 'https' } } },
		],
		[
			'a Proxy with a login, in escapes as n8n takes it',
			{ proxy: 'http://ada:p%40ss@proxy.example.com' },
			{
				defaults: {
					proxy: {
						host: 'proxy.example.com',
						port: 80,
						protocol: 'http',
						auth: { username: 'ada', password: 'p%40ss' },
					},
				},
			},
		],
	])('%s', (...[, options, change]) => {
		expect(readRequestOptions(contextWith(options))).toEqual({ ...none, ...change });
	});

	it.each([
		['proxy.example.com'],
		['localhost:8080'],
		['ftp://proxy.example.com'],
		['http://'],
		['no proxy'],
	])('throws where Proxy is "%s", which is not an address', (proxy) => {
		const read = () => readRequestOptions(contextWith({ proxy }));
		expect(read).toThrow(NodeOperationError);
		expect(read).toThrow('Proxy must be an address with http:// or https://');
	});
});
