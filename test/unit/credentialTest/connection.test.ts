import type { ICredentialTestFunctions } from 'n8n-workflow';
import { testConnection } from '../../../nodes/Newsletter/credentialTest/connection';
import { NEWSLETTER } from '../node';

const data = {
	baseUrl: ' https://api.example.com/v1/ ',
	apiKey: ' the-key\n',
	newsletterId: NEWSLETTER,
};

type Response = [statusCode: number, body: unknown, headers?: Record<string, string>];

/** @param ofAnother the answer of another newsletter; default: the documented one */
async function testWith(
	ofNewsletter: Response | Error,
	changed: object = {},
	ofAnother: Response | Error = [400, { message: 'Invalid newsletter ID' }],
) {
	const requests: object[] = [];
	const request = async (options: { qs: { newsletter_id: string } }) => {
		requests.push(options);
		const response = options.qs.newsletter_id === NEWSLETTER ? ofNewsletter : ofAnother;
		if (response instanceof Error) throw response;
		const [statusCode, body, headers = {}] = response;
		return { statusCode, body, headers };
	};
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const result = await testConnection.call(context, {
		id: '1',
		name: 'Newsletter',
		type: 'newsletterApi',
		data: { ...data, ...changed },
	});
	return { ...result, requests };
}

describe('the test of a credential', () => {
	it('asks for one contact of the newsletter, and follows no redirect', async () => {
		const { requests } = await testWith([200, { data: [] }]);
		expect(requests).toEqual([
			expect.objectContaining({
				method: 'GET',
				uri: 'https://api.example.com/v1/contacts',
				qs: { newsletter_id: NEWSLETTER, limit: 1 },
				headers: { Accept: 'application/json', Authorization: 'Bearer the-key' },
				followRedirect: false,
				followAllRedirects: false,
			}),
		]);
	});

	it.each<[answer: string, response: Response]>([
		['a list', [200, { data: [{ id: 'con_1' }], total: 1 }]],
		['an empty list', [200, { data: [] }]],
		['an empty newsletter', [404, { message: 'No contacts found' }]],
	])('passes on %s', async (...[, response]) => {
		expect(await testWith(response)).toMatchObject({ status: 'OK' });
	});

	it.each<[answer: string, response: Response | Error, words: string[]]>([
		['a refused key', [401, { message: 'Invalid key' }], ['API Key', 'Invalid key']],
		['a forbidden newsletter', [403, { error: 'No access' }], ['API Key', 'No access']],
		[
			'a refused newsletter',
			[400, { message: 'Unknown newsletter' }],
			['Newsletter ID', 'Unknown'],
		],
		['an unknown route', [404, { statusCode: 404, message: 'Not Found' }], ['Base URL', '/v1']],
		['a web page of its own', [404, '<html>'], ['Base URL', '/v1']],
		['a web page', [200, '<!doctype html>'], ['Base URL', '/v1']],
		['an answer without a list', [200, { ok: true }], ['Base URL']],
		[
			'a redirect',
			[301, '', { location: 'https://new.example.com/v2/contacts?limit=1' }],
			['set Base URL in the credential to https://new.example.com/v2'],
		],
		['a service that is down', [503, {}], ['not available', '503']],
		['a service that fails', [500, {}], ['failed', '500']],
		['a service that limits requests', [429, {}, { 'retry-after': '30' }], ['30 s']],
		[
			'an unknown host',
			Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
			['Base URL', 'its host was not found'],
		],
	])(
		'that fails on %s names the field to check, or says when to try again',
		async (...[, response, words]) => {
			const { status, message } = await testWith(response);
			expect(status).toBe('Error');
			for (const word of words) expect(message).toContain(word);
		},
	);

	it.each<[answer: string, ofAnother: Response | Error]>([
		['with the same 404', [404, { message: 'No contacts found' }]],
		['with contacts', [200, { data: [{ id: 'con_1' }] }]],
		['not at all', new Error('socket hang up')],
	])('says what is unclear where another newsletter is answered %s', async (...[, ofAnother]) => {
		const { status, message } = await testWith(
			[404, { message: 'No contacts found' }],
			{},
			ofAnother,
		);
		expect(status).toBe('Error');
		expect(message).toMatch(/empty newsletter or a wrong Base URL.*says: No contacts found$/);
	});

	it.each<[status: number]>([[401], [403], [429], [502]])(
		'blames no field where a web page is answered with %i',
		async (httpCode) => {
			const { status, message } = await testWith([httpCode, '<html>']);
			expect(status).toBe('Error');
			expect(message).toContain(`in front of the service`);
			expect(message).toContain(`(${httpCode})`);
			expect(message).not.toMatch(/API Key|Base URL/);
		},
	);

	it('names both ways out where the certificate is not trusted', async () => {
		const error = Object.assign(new Error('no'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
		const { message } = await testWith(error);
		expect(message).toMatch(/certificate.*NODE_EXTRA_CA_CERTS.*Ignore SSL Issues.*Settings/);
	});

	it.each<[field: string, changed: object, words: string]>([
		['Base URL', { baseUrl: 'api.example.com' }, 'Base URL in the credential must be a whole URL'],
		['Base URL', { baseUrl: 'http://ada:pw@example.com' }, 'a whole URL without a login'],
		['API Key', { apiKey: ' \n' }, 'API Key in the credential is empty'],
		['Newsletter ID', { newsletterId: 'wks_short' }, 'Newsletter ID must be wks_'],
		['Newsletter ID', { newsletterId: '' }, 'Newsletter ID must be wks_'],
	])('refuses a malformed %s before any request', async (...[, changed, words]) => {
		const { status, message, requests } = await testWith([200, { data: [] }], changed);
		expect([status, requests]).toEqual(['Error', []]);
		expect(message).toContain(words);
	});

	it.each<[where: string, response: Response, shown: string]>([
		['its words', [401, { message: 'the-key is wrong' }], '*** is wrong'],
		[
			'a redirect',
			[302, '', { location: 'https://new.example.com/the-key/contacts' }],
			'to https://new.example.com/***',
		],
	])('never shows the key where the service repeats it in %s', async (...[, response, shown]) => {
		const { message } = await testWith(response);
		expect(message).toContain(shown);
		expect(message).not.toContain('the-key');
	});

	it('names no option of a node where the service limits requests', async () => {
		const { message } = await testWith([429, {}]);
		expect(message).toBe('The service is limiting requests. Try again later.');
	});
});
