import type { IDataObject } from 'n8n-workflow';
import { errorOf, jsonOf, linksOf, useNewsletter } from '../newsletter';
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

describe('a contact that one item names by its email and a later one by its ID', () => {
	it.each([
		{ others: 'good', email: 'good@example.com' },
		{ others: 'refused', email: 'bad@example.com' },
	])('is written in the order of the input where others are $others', async ({ email }) => {
		newsletter.service.contacts.add({ id: 'con_1', email: 'a@example.com', subscribed: false });
		newsletter.service.behaviour.faults.push({
			kind: 'status',
			status: 400,
			times: null,
			match: { bodyContains: 'bad@example.com' },
		});
		const input: Array<{ json: IDataObject }> = Array.from({ length: 20 }, (_, index) => ({
			json: { email: `other${index}@example.com` },
		}));
		input[0] = { json: { email: 'a@example.com', name: 'First' } };
		input[12] = { json: { id: 'con_1', email: 'b@example.com' } };
		input[19] = { json: { email } };
		await newsletter.run({
			parameters: { resource: 'contact', operation: 'upsert', dataToSend: 'autoMapInputData' },
			input,
		});
		expect(newsletter.service.contacts.all().filter((one) => /^[ab]@/.test(one.email))).toEqual([
			expect.objectContaining({
				id: 'con_1',
				email: 'b@example.com',
				name: 'First',
				subscribed: false,
			}),
		]);
	});
});

it('a contact that comes twice is written before a later item names it by its ID', async () => {
	newsletter.service.contacts.add({ id: 'con_1', email: 'old@example.com', subscribed: false });
	await newsletter.run({
		parameters: { resource: 'contact', operation: 'upsert', dataToSend: 'autoMapInputData' },
		input: [
			{ json: { email: 'old@example.com', name: 'First' } },
			{ json: { email: 'old@example.com', name: 'Second' } },
			{ json: { id: 'con_1', email: 'new@example.com' } },
		],
	});
	expect(newsletter.service.contacts.all()).toEqual([
		expect.objectContaining({ email: 'new@example.com', name: 'Second', subscribed: false }),
	]);
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
		const [refused, untried, ...others] = description!.split('\n');
		expect(refused).toMatch(/refused the contacts.*The service says: Invalid workspace ID\.?$/);
		expect(untried).toMatch(/not tried on its own.*The service says: Invalid workspace ID\.?$/);
		expect(others).toEqual([]);
	});

	it('is named in a message that can be read, with its items as a range', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'status', status: 401, times: null });
		const run = await newsletter.run({ input: itemsOf(emails(1000)) });
		expect(errorOf(run)?.message).toBe(
			'1000 contacts could not be synced (items 0–999); 0 contacts were synced.',
		);
		expect(errorOf(run)?.description).toMatch(/^Items 0–999: .*API key[^\n]*$/);
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

describe('a success without a count that can be read', () => {
	const answer = (json: unknown, skip = 0) =>
		newsletter.service.behaviour.faults.push({
			kind: 'json',
			json,
			when: 'after',
			skip,
			times: null,
		});
	const MAY_BE_STORED = /not of the documented form.*may have been stored.*does no harm/;

	it.each([{}, { synced: 'many' }, { synced: '' }, { synced: null }, { synced: [2] }, []])(
		'is an error that says that contacts may have been stored: %j',
		async (json) => {
			answer(json);
			const run = await newsletter.run({ input: itemsOf(emails(2)) });
			expect(errorOf(run)?.message).toMatch(/items 0–1\b.*\b0 contacts were synced/);
			expect(errorOf(run)?.description).toMatch(MAY_BE_STORED);
			expect(errorOf(run)?.description).toContain('Base URL');
			expect(jsonOf(run)).toEqual([]);
			expect(storedEmails()).toEqual(emails(2));
		},
	);

	it('ends the run, and what was counted before stays synced', async () => {
		answer({ ok: true }, 1);
		const run = await newsletter.run({
			parameters: { options: { batchSize: 2, output: 'contacts' } },
			input: itemsOf(emails(6)),
			node: CONTINUE,
		});
		expect(newsletter.service.requests).toHaveLength(2);
		expect(jsonOf(run).map(({ synced }) => synced)).toEqual([true, true, ...Array(4)]);
		const maybe = { error: expect.stringMatching(MAY_BE_STORED) };
		const unsent = {
			error: expect.stringMatching(/documented form.*This contact was not sent\.$/),
		};
		expect(jsonOf(run).slice(2)).toEqual([maybe, maybe, unsent, unsent]);
	});

	it('that is half of the JSON is an error too, and other batches go on', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'truncate' });
		const run = await newsletter.run({
			parameters: { options: { batchSize: 2 } },
			input: itemsOf(emails(4)),
			node: CONTINUE,
		});
		expect(linksOf(run)).toEqual([[0], [1], [2, 3]]);
		const error = expect.stringMatching(/not whole JSON.*may have been stored/);
		expect(jsonOf(run)).toEqual([{ error }, { error }, { synced: 2, contacts: 2 }]);
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
		{ status: 429, tries: 7 },
	])(
		'with $status is asked for $tries times and ends the run, which tells what was synced',
		async ({ status, tries }) => {
			fail(status);
			const random = jest.spyOn(Math, 'random').mockReturnValue(0.5);
			const run = await newsletter.run({ parameters: { options }, input: itemsOf(emails(6)) });
			random.mockRestore();
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

it('a bad Proxy gives each item an error item', async () => {
	const run = await newsletter.run({
		parameters: { requestOptions: { proxy: 'foo' } },
		input: itemsOf(emails(2)),
		node: { onError: 'continueErrorOutput' },
	});
	expect(linksOf(run, 1)).toEqual([[0], [1]]);
	expect(jsonOf(run, 1)[0]?.error).toMatch(/^Proxy must be an address/);
	expect(newsletter.service.requests).toEqual([]);
});
