import type { IDataObject } from 'n8n-workflow';
import { DEFAULT_NEWSLETTER_ID } from '../../service';
import { errorOf, jsonOf, linksOf, SECOND_NEWSLETTER_ID, useNewsletter } from '../newsletter';
import { useNoWaits } from '../waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const newsletter = useNewsletter({
	resource: 'contact',
	operation: 'upsert',
	dataToSend: 'autoMapInputData',
});
useNoWaits();

const emails = (count: number) =>
	Array.from({ length: count }, (_, index) => `c${index}@example.com`);
const asItems = (contacts: IDataObject[]) => contacts.map((json) => ({ json }));
const itemsOf = (list: string[]) => asItems(list.map((email) => ({ email })));
const sentEmails = () =>
	newsletter.service.requests
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => (body as { contacts: IDataObject[] }).contacts.map(({ email }) => email));
const storedEmails = () => newsletter.service.contacts.all().map(({ email }) => email);

describe('requests', () => {
	it('hold up to 1,000 contacts: 10,000 are 10 requests in the order of the input, never two in flight', async () => {
		const all = emails(10_000);
		newsletter.service.behaviour.latencyMs = 5;
		const run = await newsletter.run({ input: itemsOf(all) });
		expect(errorOf(run)).toBeUndefined();
		expect(sentEmails().map(({ length }) => length)).toEqual(Array(10).fill(1000));
		expect(sentEmails().flat()).toEqual(all);
		expect(newsletter.service.maxInFlight).toBe(1);
		expect(jsonOf(run)).toEqual(Array(10).fill({ synced: 1000, contacts: 1000 }));
		expect(linksOf(run).flat()).toEqual(all.map((_, index) => index));
	});

	it.each([
		{ batchSize: 1, sizes: [1, 1, 1, 1, 1] },
		{ batchSize: 2, sizes: [2, 2, 1] },
		{ batchSize: '={{ 3 }}', sizes: [3, 2] },
		{ batchSize: 1000, sizes: [5] },
	])('Batch Size $batchSize makes requests of $sizes', async ({ batchSize, sizes }) => {
		const run = await newsletter.run({
			parameters: { options: { batchSize } },
			input: itemsOf(emails(5)),
		});
		expect(sentEmails().map(({ length }) => length)).toEqual(sizes);
		expect(linksOf(run).map(({ length }) => length)).toEqual(sizes);
		expect(linksOf(run).flat()).toEqual([0, 1, 2, 3, 4]);
	});

	it('the smallest Batch Size of the items holds for all of one newsletter', async () => {
		const contacts = emails(4).map((email, index) => ({ email, size: [3, 1000, 2, 1000][index]! }));
		await newsletter.run({
			parameters: { options: { batchSize: '={{ $json.size }}' } },
			input: asItems(contacts),
		});
		expect(sentEmails()).toEqual([emails(4).slice(0, 2), emails(4).slice(2)]);
	});

	it('two contacts with one email in any case go into two requests, and the later wins', async () => {
		const run = await newsletter.run({
			input: asItems([
				{ email: 'ada@example.com', name: 'First' },
				{ email: 'bob@example.com' },
				{ email: 'ADA@Example.com', name: 'Second' },
				{ email: 'ada@example.com', name: 'Third' },
			]),
		});
		expect(sentEmails()).toEqual([
			['ada@example.com', 'bob@example.com'],
			['ADA@Example.com'],
			['ada@example.com'],
		]);
		expect(newsletter.service.contacts.byEmail('ada@example.com')?.name).toBe('Third');
		expect(linksOf(run)).toEqual([[0, 1], [2], [3]]);
	});

	it('the later of two contacts with one email wins where they ask for other batch sizes', async () => {
		await newsletter.run({
			parameters: { options: { batchSize: '={{ $json.size }}' } },
			input: asItems([
				{ email: 'x@example.com', size: 10 },
				{ email: 'a@example.com', name: 'First', size: 20 },
				{ email: 'a@example.com', name: 'Second', size: 10 },
			]),
		});
		expect(newsletter.service.contacts.byEmail('a@example.com')?.name).toBe('Second');
	});

	it('two contacts with one ID go into two requests, and the later wins', async () => {
		const { id } = newsletter.service.contacts.add({ email: 'ada@example.com' });
		await newsletter.run({
			input: asItems([
				{ id, email: 'one@example.com' },
				{ id, email: 'two@example.com' },
			]),
		});
		expect(sentEmails()).toEqual([['one@example.com'], ['two@example.com']]);
		expect(newsletter.service.contacts.byId(id)?.email).toBe('two@example.com');
	});

	it('contacts of several newsletters go each to their own', async () => {
		const second = newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID);
		const run = await newsletter.run({
			parameters: { newsletterId: '={{ $json.to }}' },
			input: asItems([
				{ email: 'a@example.com', to: DEFAULT_NEWSLETTER_ID },
				{ email: 'b@example.com', to: SECOND_NEWSLETTER_ID },
				{ email: 'c@example.com', to: DEFAULT_NEWSLETTER_ID },
				{ email: 'a@example.com', to: SECOND_NEWSLETTER_ID },
			]),
		});
		expect(storedEmails()).toEqual(['a@example.com', 'c@example.com']);
		expect(second.all().map(({ email }) => email)).toEqual(['b@example.com', 'a@example.com']);
		expect(newsletter.service.requests).toHaveLength(2);
		expect(linksOf(run)).toEqual([
			[0, 2],
			[1, 3],
		]);
	});
});

describe('the output', () => {
	it('Contacts is one item an input item, the contact as sent, in the order of the input', async () => {
		const run = await newsletter.run({
			parameters: { options: { output: 'contacts', batchSize: 2 } },
			input: asItems([
				{ email: 'a@example.com', firstName: 'A' },
				{ email: 'A@example.com' },
				{ email: 'b@example.com', subscribed: false },
			]),
		});
		expect(jsonOf(run)).toEqual([
			{ email: 'a@example.com', first_name: 'A', synced: true },
			{ email: 'A@example.com', synced: true },
			{ email: 'b@example.com', subscribed: false, synced: true },
		]);
		expect(linksOf(run)).toEqual([[0], [1], [2]]);
		expect(run.hints('Newsletter')).toEqual([]);
	});

	it('Contacts claims none of a request of which the service counted fewer, and a hint says so', async () => {
		newsletter.service.behaviour.badContacts = 'skip';
		const run = await newsletter.run({
			parameters: { options: { output: 'contacts', batchSize: 2 } },
			input: itemsOf(['a@example.com', 'b@refused.example', 'c@example.com', 'd@example.com']),
		});
		expect(jsonOf(run).map(({ synced }) => synced)).toEqual([null, null, true, true]);
		expect(run.hints('Newsletter')).toEqual([
			expect.objectContaining({ message: expect.stringMatching(/\b3\b.*\b4\b/) }),
		]);
	});

	it("Requests keeps the service's count, and a hint says where it differs", async () => {
		newsletter.service.behaviour.badContacts = 'skip';
		const run = await newsletter.run({ input: itemsOf(['a@example.com', 'b@refused.example']) });
		expect(jsonOf(run)).toEqual([{ synced: 1, contacts: 2 }]);
		expect(linksOf(run)).toEqual([[0, 1]]);
		expect(run.hints('Newsletter')).toHaveLength(1);
	});

	it('an answer that counts more than was sent brings a hint with both numbers', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'json', json: { synced: '9' } });
		const run = await newsletter.run({ input: itemsOf(emails(2)) });
		expect(jsonOf(run)).toEqual([{ synced: '9', contacts: 2 }]);
		expect(run.hints('Newsletter').map(({ message }) => message)).toEqual([
			expect.stringMatching(/\b9\b.*\b2\b/),
		]);
	});
});
