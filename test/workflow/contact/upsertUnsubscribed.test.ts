import type { IDataObject } from 'n8n-workflow';
import { DEFAULT_NEWSLETTER_ID } from '../../service';
import { beforeEachRequest } from '../../support/betweenRequests';
import {
	errorOf,
	jsonOf,
	linksOf,
	SECOND_NEWSLETTER_ID,
	sorted,
	useNewsletter,
} from '../newsletter';
import { useNoWaits } from '../waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const newsletter = useNewsletter({
	resource: 'contact',
	operation: 'upsert',
	dataToSend: 'autoMapInputData',
	options: { keepUnsubscribed: true },
});
useNoWaits();

const asItems = (contacts: IDataObject[]) => contacts.map((json) => ({ json }));
const lookups = () =>
	newsletter.asked.filter(({ method }) => method === 'GET').map(({ query }) => query);
const sent = () =>
	newsletter.asked
		.filter(({ method }) => method === 'POST')
		.flatMap(({ body }) => (body as { contacts: IDataObject[] }).contacts);
const failLookups = () =>
	newsletter.service.behaviour.faults.push({
		kind: 'status',
		status: 500,
		match: { method: 'GET' },
		times: null,
	});
const stored = (email: string, subscribed: boolean) =>
	newsletter.service.contacts.add({ email, subscribed, createdAt: '2025-01-01T00:00:00Z' });
const gone = (email: string) => stored(email, false);
const there = (email: string) => stored(email, true);

it('nobody who has unsubscribed is subscribed again: 3 contacts are looked up by email', async () => {
	gone('gone@example.com');
	there('there@example.com');
	const run = await newsletter.run({
		input: asItems([
			{ email: 'GONE@example.com', subscribed: true, name: 'Gone' },
			{ email: 'there@example.com', subscribed: true },
			{ email: 'new@example.com' },
		]),
	});
	expect(errorOf(run)).toBeUndefined();
	expect(sorted(lookups().map(({ email }) => email))).toEqual([
		'GONE@example.com',
		'new@example.com',
		'there@example.com',
	]);
	expect(sent()).toEqual([
		{ email: 'GONE@example.com', subscribed: false, name: 'Gone' },
		{ email: 'there@example.com', subscribed: true },
		{ email: 'new@example.com' },
	]);
});

it('8 contacts are looked up by reading the unsubscribed list once', async () => {
	newsletter.service.contacts.add(150);
	const unsubscribed = Array.from({ length: 130 }, (_, index) => gone(`gone${index}@example.com`));
	const emails = [...unsubscribed.slice(60, 67).map(({ email }) => email), 'new@example.com'];
	await newsletter.run({ input: asItems(emails.map((email) => ({ email, subscribed: true }))) });
	expect(lookups().map(({ subscribed, email, page }) => ({ subscribed, email, page }))).toEqual([
		{ subscribed: 'false', page: '1' },
		{ subscribed: 'false', page: '2' },
	]);
	expect(sent().map(({ subscribed }) => subscribed)).toEqual([...Array(7).fill(false), true]);
});

it.each([0, 7])(
	'nobody is subscribed again for a character that nobody sees, beside %i others',
	async (count) => {
		gone('gone@example.com');
		newsletter.service.contacts.add(150);
		const others = Array.from({ length: count }, (_, index) => `${index}@example.com`);
		const emails = ['\u2060gone@example.com\u200b', ...others];
		await newsletter.run({ input: asItems(emails.map((email) => ({ email, subscribed: true }))) });
		expect(sent()[0]).toEqual({ email: 'gone@example.com', subscribed: false });
	},
);

it('nobody is subscribed again whom the service stored with such a character', async () => {
	gone('gone@example.com\u200b');
	const emails = ['gone@example.com', ...[...'abcdefg'].map((name) => `${name}@example.com`)];
	await newsletter.run({ input: asItems(emails.map((email) => ({ email }))) });
	expect(sent()[0]).toEqual({ email: 'gone@example.com', subscribed: false });
});

it.each([
	['ada@xn--mller-kva.de', 'ada@m\u00fcller.de'],
	['ada@m\u00fcller.de', 'ada@XN--Mller-kva.de'],
])('nobody is subscribed again whose host is written in another form: %s', async (old, email) => {
	gone(old);
	await newsletter.run({ input: asItems([{ email, subscribed: true }]) });
	expect(sent()).toEqual([{ email, subscribed: false }]);
});

it('nobody is sent where the unsubscribed list changes each time it is read', async () => {
	const leaving = Array.from({ length: 130 }, (_, index) => gone(`gone${index}@example.com`));
	const moving = beforeEachRequest(newsletter.service, () => {
		newsletter.service.contacts.remove(leaving.pop()!.id);
	});
	const emails = leaving.slice(0, 8).map(({ email }) => email);
	const run = await newsletter.run({
		input: asItems(emails.map((email) => ({ email, subscribed: true }))),
		node: { onError: 'continueRegularOutput' },
	});
	moving.stop();
	expect(sent()).toEqual([]);
	const error = expect.stringMatching(/This contact was not sent\. Run the node again\.$/);
	expect(jsonOf(run)).toEqual(Array(8).fill({ error }));
});

it.each<{ what: string; body: IDataObject }>([
	{ what: 'ends before its total', body: { message: 'No contacts found' } },
	{ what: 'cannot be read', body: { error: 'Wrong page' } },
])('nobody is sent where the unsubscribed list $what', async ({ body }) => {
	for (let index = 0; index < 130; index += 1) gone(`gone${index}@example.com`);
	there('there@example.com');
	const match = { method: 'GET', page: 2 };
	newsletter.service.behaviour.faults.push({
		kind: 'status',
		status: 404,
		body,
		match,
		times: null,
	});
	const run = await newsletter.run({
		input: asItems(
			Array.from({ length: 8 }, (_, index) => ({ email: `gone${index}@example.com` })),
		),
	});
	expect(errorOf(run)?.message).toContain('0 contacts were synced');
	expect(sent()).toEqual([]);
});

it('a list that is cut off says that nobody was sent', async () => {
	for (let index = 0; index < 130; index += 1) gone(`gone${index}@example.com`);
	there('there@example.com');
	newsletter.service.behaviour.faults.push({
		kind: 'status',
		status: 404,
		body: { message: 'No contacts found' },
		match: { page: 2 },
		times: null,
	});
	const emails = Array.from({ length: 8 }, (_, index) => `gone${index}@example.com`);
	const run = await newsletter.run({
		input: asItems(emails.map((email) => ({ email }))),
		node: { onError: 'continueRegularOutput' },
	});
	const error = expect.stringMatching(/hold only 100\. .*support.*\. This contact was not sent\.$/);
	expect(jsonOf(run)).toEqual(Array(8).fill({ error }));
});

it('an email that is a part of another is not taken for it', async () => {
	newsletter.service.behaviour.emailSearch = 'contains';
	gone('joanna@example.com');
	there('anna@example.com');
	await newsletter.run({ input: asItems([{ email: 'anna@example.com', subscribed: true }]) });
	expect(sent()).toEqual([{ email: 'anna@example.com', subscribed: true }]);
});

it('a contact that is named by its ID is known under its stored email', async () => {
	const { id } = gone('old@example.com');
	await newsletter.run({ input: asItems([{ id, email: 'new@example.com', subscribed: true }]) });
	expect(sent()).toEqual([{ id, email: 'new@example.com', subscribed: false }]);
});

it('a contact that gets another email by its ID is known under it in later items', async () => {
	const { id } = gone('old@example.com');
	await newsletter.run({
		input: asItems([
			{ id, email: 'new@example.com', subscribed: true },
			{ email: 'NEW@example.com', subscribed: true },
		]),
	});
	expect(sent().map(({ subscribed }) => subscribed)).toEqual([false, false]);
	expect(newsletter.service.contacts.byId(id)?.subscribed).toBe(false);
});

it('each newsletter is asked for its own contacts', async () => {
	newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID);
	gone('ada@example.com');
	await newsletter.run({
		parameters: { newsletterId: '={{ $json.to }}' },
		input: asItems([
			{ email: 'ada@example.com', subscribed: true, to: SECOND_NEWSLETTER_ID },
			{ email: 'ada@example.com', subscribed: true, to: DEFAULT_NEWSLETTER_ID },
		]),
	});
	const bySubscribed = newsletter.asked.filter(({ method }) => method === 'POST');
	expect(bySubscribed.map(({ body }) => body)).toEqual([
		{
			newsletter_id: SECOND_NEWSLETTER_ID,
			contacts: [{ email: 'ada@example.com', subscribed: true }],
		},
		{
			newsletter_id: newsletter.service.newsletterId,
			contacts: [{ email: 'ada@example.com', subscribed: false }],
		},
	]);
});

it.each([1, 6])('only the items that ask for it are kept unsubscribed: %i', async (count) => {
	const contacts = Array.from({ length: count + 1 }, (_, index) => ({
		email: `c${index}@example.com`,
		subscribed: true,
		keep: index < count,
	}));
	for (const { email } of contacts) gone(email);
	await newsletter.run({
		parameters: { options: { keepUnsubscribed: '={{ $json.keep }}' } },
		input: asItems(contacts),
	});
	const asked = lookups().map(({ email }) => email);
	expect(asked).toEqual(count === 1 ? ['c0@example.com'] : [undefined]);
	expect(sent().map(({ subscribed }) => subscribed)).toEqual([...Array(count).fill(false), true]);
});

describe.each([2, 7])('where %i contacts cannot be looked up, and others need not be', (count) => {
	const contacts = Array.from({ length: 8 }, (_, index) => ({
		email: `c${index}@example.com`,
		keep: index < count,
	}));
	const others = contacts.slice(count);
	const options = {
		parameters: { options: { keepUnsubscribed: '={{ $json.keep }}', output: 'contacts' } },
		input: asItems(contacts),
	};
	beforeEach(failLookups);

	it('the others are written, and each of these has an error of its own', async () => {
		const run = await newsletter.run({ ...options, node: { onError: 'continueRegularOutput' } });
		expect(sent().map(({ email }) => email)).toEqual(others.map(({ email }) => email));
		expect(linksOf(run)).toEqual(contacts.map((_, index) => [index]));
		const errors = jsonOf(run).slice(0, count);
		expect(errors).toEqual(Array(count).fill({ error: expect.stringContaining('500') }));
	});

	it('the others are written before the run fails', async () => {
		const run = await newsletter.run(options);
		expect(sent().map(({ email }) => email)).toEqual(others.map(({ email }) => email));
		expect(errorOf(run)?.message).toContain(`(items 0–${count - 1});`);
		expect(errorOf(run)).toMatchObject({
			httpCode: '500',
			failure: { cause: 'temporarily-unavailable' },
			context: { itemIndex: 0 },
		});
	});
});

it('the contacts of the output are as they were sent', async () => {
	gone('ada@example.com');
	const run = await newsletter.run({
		parameters: { options: { keepUnsubscribed: true, output: 'contacts' } },
		input: asItems([{ email: 'ada@example.com', subscribed: true }]),
	});
	expect(jsonOf(run)).toEqual([{ email: 'ada@example.com', subscribed: false, synced: true }]);
});

it('Timeout of Request Options holds for the question, too', async () => {
	newsletter.service.behaviour.faults.push({ kind: 'hang', times: null });
	const run = await newsletter.run({
		parameters: { requestOptions: { timeout: 250 } },
		input: asItems([{ email: 'ada@example.com' }]),
	});
	expect(errorOf(run)?.message).toContain('did not answer in time');
	expect(newsletter.asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
});
