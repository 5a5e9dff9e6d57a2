import type { IDataObject } from 'n8n-workflow';
import { startService, type Service } from '../../service';
import { errorOf, jsonOf, linksOf, SECOND_NEWSLETTER_ID, useNewsletter } from '../newsletter';

const newsletter = useNewsletter({
	resource: 'contact',
	operation: 'upsert',
	email: '={{ $json.email }}',
	options: { output: 'contacts' },
});

const rowsOf = (values: IDataObject[]) =>
	values.map((value, index) => ({ json: { email: `c${index}@example.com`, ...value } }));
const emailsIn = (contacts: Service['contacts']) => contacts.all().map(({ email }) => email);

let other: Service;
beforeAll(async () => {
	other = await startService({ apiKey: 'key_of_another_account' });
});
afterEach(() => other.reset());
afterAll(async () => await other.stop());

it('each contact goes into the newsletter of its own credential', async () => {
	const second = newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID);
	const { newsletterId } = newsletter.service;
	const run = await newsletter.run({
		credential: { newsletterId: '={{ $json.to }}' },
		input: rowsOf([{ to: newsletterId }, { to: SECOND_NEWSLETTER_ID }, { to: newsletterId }]),
	});
	expect(errorOf(run)).toBeUndefined();
	expect(emailsIn(newsletter.service.contacts)).toEqual(['c0@example.com', 'c2@example.com']);
	expect(second.all().map(({ email }) => email)).toEqual(['c1@example.com']);
	expect(newsletter.service.requests).toHaveLength(2);
});

it('each contact goes to the service and with the key of its own credential', async () => {
	const accounts = [newsletter.service, other, newsletter.service];
	const run = await newsletter.run({
		credential: { baseUrl: '={{ $json.url }}', apiKey: '={{ $json.key }}' },
		input: rowsOf(accounts.map(({ url, apiKey }) => ({ url, key: apiKey }))),
	});
	expect(errorOf(run)).toBeUndefined();
	expect(emailsIn(newsletter.service.contacts)).toEqual(['c0@example.com', 'c2@example.com']);
	expect(emailsIn(other.contacts)).toEqual(['c1@example.com']);
	expect(linksOf(run)).toEqual([[0], [1], [2]]);
});

it('an item without a key in its credential fails alone', async () => {
	const { apiKey } = newsletter.service;
	const run = await newsletter.run({
		credential: { apiKey: '={{ $json.key }}' },
		input: rowsOf([{ key: '' }, { key: apiKey }]),
		node: { onError: 'continueRegularOutput' },
	});
	expect(jsonOf(run)).toEqual([
		{ error: expect.stringMatching(/^API Key in the credential is empty/) },
		{ email: 'c1@example.com', synced: true },
	]);
});
