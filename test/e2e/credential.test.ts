import type { Behaviour } from '../service';
import { useStage } from './stage';

jest.setTimeout(240_000);

const on = useStage({ contacts: 3 });

const test = async (changes: Record<string, string> = {}) => {
	const { url: baseUrl, apiKey, newsletterId } = on.service;
	return await on.n8n.testCredential({ baseUrl, apiKey, newsletterId, ...changes });
};

describe('the test of a credential that works', () => {
	it('passes after one request for one contact', async () => {
		expect(await test()).toMatchObject({ status: 'OK' });
		expect(on.service.requests).toMatchObject([
			{
				method: 'GET',
				path: '/v1/contacts',
				query: { newsletter_id: on.service.newsletterId, limit: '1' },
			},
		]);
	});

	it('passes with blanks and slashes around its values', async () => {
		const { url, apiKey } = on.service;
		const changes = { baseUrl: ` ${url}// `, apiKey: ` ${apiKey}\n` };
		expect(await test(changes)).toMatchObject({ status: 'OK' });
	});

	it('passes for a newsletter without contacts', async () => {
		on.service.contacts.clear();
		expect(await test()).toMatchObject({ status: 'OK' });
		expect(on.service.requests[0]?.status).toBe(404);
	});
});

type Failure = {
	when: string;
	behaviour?: Partial<Behaviour>;
	changes?: Record<string, string>;
	says: RegExp;
};

/** One for each way in which n8n itself judges an answer; the rest is told by the same function. */
const FAILURES: Failure[] = [
	{ when: 'the key is wrong', changes: { apiKey: 'wrong' }, says: /API Key/ },
	{
		when: 'the newsletter is unknown',
		changes: { newsletterId: 'wks_nobodyHasThisOne00001' },
		says: /Newsletter ID/,
	},
	{
		when: 'the base URL leads to a web page',
		behaviour: { faults: [{ kind: 'html' }] },
		says: /Base URL/,
	},
	{
		when: 'the base URL redirects',
		behaviour: { faults: [{ kind: 'redirect', location: 'https://api.example.com/v1/contacts' }] },
		says: /Base URL.*https:\/\/api\.example\.com\/v1/s,
	},
	{
		when: 'the host is unknown',
		changes: { baseUrl: 'http://no-such-host.invalid/v1' },
		says: /Base URL/,
	},
	{
		when: 'the service fails',
		behaviour: { faults: [{ kind: 'status', status: 500, times: null }] },
		says: /service.*(500|unavailable|again|failed)/is,
	},
];

it.each(FAILURES)('the test of a credential says what to look at when $when', async (failure) => {
	const { behaviour, changes, says } = failure;
	Object.assign(on.service.behaviour, behaviour);
	const { status, message } = await test(changes);
	expect(status).toBe('Error');
	expect(message).toMatch(says);
	expect(message).not.toContain(changes?.apiKey ?? on.service.apiKey);
});
