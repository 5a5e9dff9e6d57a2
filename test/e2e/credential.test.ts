import { startService, type Behaviour, type Service } from '../service';
import { freePort } from '../support/freePorts';
import { startN8n, type N8n } from '../support/n8n';

jest.setTimeout(240_000);

let n8n: N8n;
let service: Service;

interface CredentialData {
	baseUrl: string;
	apiKey: string;
	newsletterId: string;
	[field: string]: string;
}

beforeAll(async () => {
	service = await startService({ contacts: 3 });
	n8n = await startN8n();
});

afterAll(async () => {
	await n8n?.stop();
	await service?.stop();
});

beforeEach(() => service.reset());

const test = async (changes: Partial<CredentialData> = {}) =>
	await n8n.testCredential({
		baseUrl: service.url,
		apiKey: service.apiKey,
		newsletterId: service.newsletterId,
		...changes,
	});

describe('a working connection', () => {
	it('is reported, after one request for one contact', async () => {
		expect(await test()).toMatchObject({ status: 'OK' });
		expect(service.requests).toHaveLength(1);
		expect(service.requests[0]).toMatchObject({
			method: 'GET',
			path: '/v1/contacts',
			query: { newsletter_id: service.newsletterId, limit: '1' },
			status: 200,
		});
	});

	it('may have blanks and slashes around its values', async () => {
		const { url, apiKey, newsletterId } = service;
		expect(
			await test({ baseUrl: ` ${url}// `, apiKey: ` ${apiKey}\n`, newsletterId }),
		).toMatchObject({ status: 'OK' });
	});

	it('may be to a newsletter without contacts', async () => {
		service.contacts.clear();
		expect(await test()).toMatchObject({ status: 'OK' });
		expect(service.requests[0]?.status).toBe(404);
	});
});

type Failure = {
	when: string;
	behaviour?: Partial<Behaviour>;
	change?: () => Partial<CredentialData> | Promise<Partial<CredentialData>>;
	says: RegExp;
};

const origin = () => new URL(service.url).origin;

const failures: Failure[] = [
	{ when: 'a wrong key (401)', change: () => ({ apiKey: 'wrong' }), says: /API Key/ },
	{
		when: 'a wrong key (403)',
		behaviour: { badKeyStatus: 403 },
		change: () => ({ apiKey: 'wrong' }),
		says: /API Key/,
	},
	{
		when: 'a newsletter that the service does not know (400)',
		change: () => ({ newsletterId: 'wks_nobodyHasThisOne00001' }),
		says: /Newsletter ID/,
	},
	{
		when: 'a malformed newsletter ID',
		change: () => ({ newsletterId: 'wks_short' }),
		says: /Newsletter ID/,
	},
	{
		when: 'a base URL without the version (a router’s 404)',
		change: () => ({ baseUrl: origin() }),
		says: /Base URL.*\/v1/s,
	},
	{
		when: 'a base URL that answers with a web page',
		behaviour: { faults: [{ kind: 'html' }] },
		says: /Base URL/,
	},
	{
		when: 'a base URL that answers with other JSON',
		behaviour: { faults: [{ kind: 'json', json: { hello: 'world' } }] },
		says: /Base URL/,
	},
	{
		when: 'a base URL that redirects',
		behaviour: { faults: [{ kind: 'redirect', location: 'https://api.example.com/v1/contacts' }] },
		says: /https:\/\/api\.example\.com\/v1.*Base URL/s,
	},
	{
		when: 'a base URL with an unknown host',
		change: () => ({ baseUrl: 'http://no-such-host.invalid/v1' }),
		says: /Base URL/,
	},
	{
		when: 'a base URL where nothing listens',
		change: async () => ({ baseUrl: `http://127.0.0.1:${await freePort()}/v1` }),
		says: /Base URL/,
	},
	{
		when: 'a base URL that is none',
		change: () => ({ baseUrl: 'api.example.com/v1' }),
		says: /Base URL/,
	},
	{
		when: 'a service that fails (500)',
		behaviour: { faults: [{ kind: 'status', status: 500, times: null }] },
		says: /service.*(500|unavailable|again|failed)/is,
	},
	{
		when: 'a service that is down (503)',
		behaviour: { faults: [{ kind: 'status', status: 503, times: null }] },
		says: /service.*(503|unavailable|again|failed)/is,
	},
];

describe('a connection that does not work', () => {
	it.each(failures)('says what to look at: $when', async ({ behaviour, change, says }) => {
		Object.assign(service.behaviour, behaviour);
		const changes = await change?.();
		const result = await test(changes);
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(says);
		expect(result.message).not.toContain(changes?.apiKey ?? service.apiKey);
	});
});
