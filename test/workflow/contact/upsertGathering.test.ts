import type { IDataObject } from 'n8n-workflow';
import { DEFAULT_NEWSLETTER_ID } from '../../service';
import { errorOf, jsonOf, linksOf, SECOND_NEWSLETTER_ID, useNewsletter } from '../newsletter';
import { useNoWaits, waits } from '../waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const newsletter = useNewsletter({
	resource: 'contact',
	operation: 'upsert',
	dataToSend: 'autoMapInputData',
});
useNoWaits();

const CONTINUE = { onError: 'continueRegularOutput' as const };
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
	it('10,000 contacts are 10 requests, never two in flight, in the order of the input', async () => {
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
				{ email: 'a@example.com', to: '' },
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

	const hintOf = async (json: object) => {
		newsletter.service.behaviour.faults.push({ kind: 'json', json });
		const run = await newsletter.run({ input: itemsOf(emails(2)) });
		expect(errorOf(run)).toBeUndefined();
		return run.hints('Newsletter').map(({ message }) => message);
	};

	it('an answer that counts more than was sent brings a hint with both numbers', async () => {
		expect(await hintOf({ synced: 9 })).toEqual([expect.stringMatching(/\b9\b.*\b2\b/)]);
	});

	it.each([{}, { synced: 'many' }, { synced: null }])(
		'an answer without a readable count, %j, brings a hint that says so',
		async (answer) => {
			expect(await hintOf(answer)).toEqual([
				'The service did not say how many of 2 contacts it synced.',
			]);
		},
	);
});

describe('a bad contact in a batch', () => {
	const BAD = [3, 7];
	const tenOf = (bad: number[]) =>
		itemsOf(
			emails(10).map((email, index) => (bad.includes(index) ? `x${index}@refused.example` : email)),
		);

	it.each(['refuse', 'refuse422'] as const)(
		'is found (%s): all others are synced, and the run names it and the count',
		async (badContacts) => {
			newsletter.service.behaviour.badContacts = badContacts;
			const run = await newsletter.run({ input: tenOf(BAD) });
			expect(storedEmails()).toHaveLength(8);
			const { message, description, context } = errorOf(run)!;
			expect(message).toMatch(/\b2 contacts\b.*items 3, 7\b.*\b8 contacts were synced/);
			expect(description).toContain('x3@refused.example is not accepted');
			expect(description).toContain('x7@refused.example is not accepted');
			expect(context.itemIndex).toBe(3);
		},
	);

	it('leaves as an error item linked to its input where the node continues', async () => {
		const run = await newsletter.run({
			parameters: { options: { output: 'contacts' } },
			input: tenOf(BAD),
			node: CONTINUE,
		});
		expect(linksOf(run)).toEqual(Array.from({ length: 10 }, (_, index) => [index]));
		expect(jsonOf(run)[3]).toEqual({
			error: expect.stringContaining('x3@refused.example is not accepted'),
		});
		expect(jsonOf(run)[7]).toEqual({
			error: expect.stringContaining('x7@refused.example is not accepted'),
		});
		expect(jsonOf(run).filter(({ synced }) => synced === true)).toHaveLength(8);
	});

	it('goes to the error output, the others to the success output', async () => {
		const run = await newsletter.run({
			parameters: { options: { output: 'contacts' } },
			input: tenOf(BAD),
			node: { onError: 'continueErrorOutput' },
		});
		expect(linksOf(run).flat()).toEqual([0, 1, 2, 4, 5, 6, 8, 9]);
		expect(linksOf(run, 1)).toEqual([[3], [7]]);
	});

	it.each([
		{ count: 1000, bad: [0] },
		{ count: 1000, bad: [999] },
		{ count: 1000, bad: [10, 500, 501, 777, 998] },
		{ count: 16, bad: [0, 1, 2, 3] },
		{ count: 2, bad: [1] },
	])('among $count is found within the bound ($bad)', async ({ count, bad }) => {
		const list = emails(count).map((email, index) =>
			bad.includes(index) ? `x${index}@refused.example` : email,
		);
		const run = await newsletter.run({ input: itemsOf(list), node: CONTINUE });
		expect(storedEmails()).toHaveLength(count - bad.length);
		const errors = run.output('Newsletter').filter(({ error }) => error !== undefined);
		expect(errors.map(({ pairedItem }) => pairedItem)).toEqual(bad.map((item) => ({ item })));
		const bound = 2 * bad.length * Math.ceil(Math.log2(count)) + 1;
		expect(newsletter.service.requests.length - 1).toBeLessThanOrEqual(bound);
	});

	it('with no email at all is refused before any request, the others are synced', async () => {
		const run = await newsletter.run({
			input: asItems([{ email: 'a@example.com' }, { name: 'Bob' }, { email: 'bob' }]),
			node: CONTINUE,
		});
		expect(sentEmails()).toEqual([['a@example.com']]);
		expect(linksOf(run)).toEqual([[0], [1], [2]]);
		expect(jsonOf(run).slice(1)).toEqual([
			{ error: expect.stringMatching(/Email.*\[item 1\]/) },
			{ error: expect.stringMatching(/Email.*\[item 2\]/) },
		]);
	});

	it('without continuing, the good ones are synced before the run fails', async () => {
		const run = await newsletter.run({
			input: asItems([{ email: 'a@example.com' }, { email: 'bob' }, { email: 'c@example.com' }]),
		});
		expect(storedEmails()).toEqual(['a@example.com', 'c@example.com']);
		expect(errorOf(run)?.message).toMatch(/item 1\b.*\b2 contacts were synced/);
		expect(errorOf(run)?.description).toContain('Email');
	});
});

describe('a service that accepts nothing', () => {
	it('is asked at most 12 times, and one cause is named', async () => {
		newsletter.service.behaviour.faults.push({
			kind: 'status',
			status: 400,
			body: { message: 'Invalid workspace ID' },
			times: null,
		});
		const run = await newsletter.run({ input: itemsOf(emails(1000)) });
		expect(newsletter.service.requests.length).toBeLessThanOrEqual(12);
		const { message, description } = errorOf(run)!;
		expect(message).toMatch(/\b0 contacts were synced/);
		expect(description?.split('Invalid workspace ID')).toHaveLength(2);
	});

	it('is named in a message that can be read, with its items as a range', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'status', status: 401, times: null });
		const run = await newsletter.run({ input: itemsOf(emails(1000)) });
		expect(errorOf(run)?.message).toBe(
			'1000 contacts could not be synced (items 0–999); 0 contacts were synced.',
		);
		expect(errorOf(run)?.description).toMatch(/^Item 0–999: .*API key[^\n]*$/);
	});

	it.each([
		{ answer: '401', fault: { kind: 'status', status: 401 } },
		{ answer: 'a router 404', fault: { kind: 'json', status: 404, json: { statusCode: 404 } } },
		{ answer: 'a web page', fault: { kind: 'html' } },
		{ answer: 'a redirect', fault: { kind: 'redirect', location: 'https://other.example/v1' } },
	] as const)('with $answer is asked once, however many batches', async ({ fault }) => {
		newsletter.service.behaviour.faults.push({ ...fault, times: null });
		const run = await newsletter.run({
			parameters: { options: { batchSize: 1 } },
			input: itemsOf(emails(5)),
			node: CONTINUE,
		});
		expect(newsletter.service.requests).toHaveLength(1);
		expect(linksOf(run)).toEqual([[0], [1], [2], [3], [4]]);
	});
});

describe('a batch that fails for good', () => {
	const fail = (status: number) =>
		newsletter.service.behaviour.faults.push({
			kind: 'status',
			status,
			match: { bodyContains: 'c2@example.com' },
			times: null,
		});
	const options = { batchSize: 2 };

	it.each([
		{ status: 503, tries: 3 },
		{ status: 500, tries: 2 },
		{ status: 429, tries: 4 },
	])(
		'with $status is asked for $tries times and ends the run, which tells what was synced',
		async ({ status, tries }) => {
			fail(status);
			const run = await newsletter.run({ parameters: { options }, input: itemsOf(emails(6)) });
			expect(newsletter.service.requests).toHaveLength(1 + tries);
			expect(errorOf(run)?.message).toMatch(/\b4 contacts\b.*items 2–5\b.*\b2 contacts were/);
			expect(errorOf(run)?.description).toContain(`Failed with ${status}`);
		},
	);

	it('lets the other batches go on where the node continues', async () => {
		fail(503);
		const run = await newsletter.run({
			parameters: { options },
			input: itemsOf(emails(6)),
			node: CONTINUE,
		});
		expect(storedEmails()).toEqual([0, 1, 4, 5].map((index) => `c${index}@example.com`));
		expect(linksOf(run)).toEqual([[0, 1], [2], [3], [4, 5]]);
	});

	it('once goes on where it was', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'rateLimit', retryAfter: 7, skip: 1 });
		const run = await newsletter.run({ parameters: { options }, input: itemsOf(emails(6)) });
		expect(errorOf(run)).toBeUndefined();
		expect(waits).toEqual([7000]);
		expect(storedEmails()).toEqual(emails(6));
	});
});
