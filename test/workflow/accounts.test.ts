import { startService, type Service } from '../service';
import { useNewsletter } from './newsletter';

const newsletter = useNewsletter();

const credential = { baseUrl: '={{ $json.url }}', apiKey: '={{ $json.apiKey }}' };
const rowOf = ({ url, apiKey }: Service) => ({ json: { url, apiKey } });

/** Another service, which knows the same newsletter ID. */
let other: Service;
beforeAll(async () => {
	other = await startService({ apiKey: 'key-of-another-account' });
});
afterAll(async () => await other.stop());

it('an issue of another account is sent, too, if it has the same ID', async () => {
	for (const { behaviour } of [newsletter.service, other]) {
		behaviour.faults.push({ kind: 'json', json: { subscribers: 5, status: 'sending' } });
	}
	await newsletter.run({
		parameters: { resource: 'send', operation: 'send', sendId: '17' },
		credential,
		input: [newsletter.service, other, other].map(rowOf),
	});
	expect([newsletter.service.requests.length, other.requests.length]).toEqual([1, 1]);
});

it('an issue is sent once, also by items whose credentials have other keys and newsletters', async () => {
	const { url, apiKey } = newsletter.service;
	const sent = { kind: 'json', json: { subscribers: 5, status: 'sending' }, times: null } as const;
	newsletter.service.behaviour.faults.push(sent);
	const rows = [apiKey, 'a-new-key'].map((key, index) => ({ url, apiKey: key, newsletter: index }));
	await newsletter.run({
		parameters: { resource: 'send', operation: 'send', sendId: '17' },
		credential: { ...credential, newsletterId: '=wks_newsletter{{ $json.newsletter }}0000000000' },
		input: rows.map((json) => ({ json })),
	});
	expect(newsletter.service.requests).toHaveLength(1);
});

it('contacts of another account are deleted, too, if its newsletter has the same ID', async () => {
	other.contacts.add([{ subscribed: false }]);
	await newsletter.run({
		parameters: { resource: 'contact', operation: 'deleteMany' },
		credential,
		input: [newsletter.service, other].map(rowOf),
	});
	expect(other.contacts.size).toBe(0);
});
