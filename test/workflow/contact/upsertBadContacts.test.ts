import type { IDataObject } from 'n8n-workflow';
import type { FaultRule } from '../../service';
import { errorOf, jsonOf, linksOf, useNewsletter } from '../newsletter';
import { useNoWaits } from '../waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const AUTO_MAP = { resource: 'contact', operation: 'upsert', dataToSend: 'autoMapInputData' };
const newsletter = useNewsletter(AUTO_MAP);
useNoWaits();

const CONTINUE = { onError: 'continueRegularOutput' as const };
const TRIES = 3;
const emails = (count: number) =>
	Array.from({ length: count }, (_, index) => `c${index}@example.com`);
const asItems = (contacts: IDataObject[]) => contacts.map((json) => ({ json }));
const itemsOf = (list: string[]) => asItems(list.map((email) => ({ email })));
const sentAlone = () =>
	newsletter.service.requests
		.map(({ body }) => (body as { contacts: Array<{ email: string }> }).contacts)
		.filter((contacts) => contacts.length === 1)
		.map(([contact]) => contact!.email);
const storedEmails = () => newsletter.service.contacts.all().map(({ email }) => email);
const fail = (...faults: FaultRule[]) => newsletter.service.behaviour.faults.push(...faults);

describe('a bad contact in a batch', () => {
	it.each(['refuse', 'refuse422'] as const)(
		'that the service rejects is found (%s), and the rest is synced; the run names it and the count',
		async (badContacts) => {
			newsletter.service.behaviour.badContacts = badContacts;
			const list = emails(10);
			for (const bad of [3, 7]) list[bad] = `x${bad}@refused.example`;
			const run = await newsletter.run({ input: itemsOf(list) });
			expect(storedEmails()).toHaveLength(8);
			const { message, description, context } = errorOf(run)!;
			expect(message).toMatch(/\b2 contacts\b.*items 3, 7\b.*\b8 contacts were synced/);
			expect(description).toContain('x3@refused.example is not accepted');
			expect(description).toContain('x7@refused.example is not accepted');
			expect(context.itemIndex).toBe(3);
		},
	);

	it('without an address is found before any request, and the others are synced', async () => {
		const run = await newsletter.run({
			input: asItems([{ email: 'a@example.com' }, { email: 'bob' }, { email: 'c@example.com' }]),
		});
		expect(storedEmails()).toEqual(['a@example.com', 'c@example.com']);
		expect(newsletter.service.requests).toHaveLength(1);
		expect(errorOf(run)?.message).toMatch(/item 1\b.*\b2 contacts were synced/);
		expect(errorOf(run)?.description).toContain('Email');
	});

	it('of another newsletter does not keep the others from being synced', async () => {
		const UNKNOWN_ID = 'wks_unknownNewsletter0001';
		const run = await newsletter.run({
			parameters: { newsletterId: '={{ $json.to }}' },
			input: asItems([{ email: 'a@example.com' }, { email: 'b@example.com', to: UNKNOWN_ID }]).map(
				({ json }) => ({ json: { to: newsletter.service.newsletterId, ...json } }),
			),
		});
		expect(storedEmails()).toEqual(['a@example.com']);
		expect(errorOf(run)?.message).toMatch(/\b1 contact\b.*item 1\b.*\b1 contact was synced/);
		expect(errorOf(run)?.description).toContain(`Invalid newsletter ID ${UNKNOWN_ID}`);
	});
});

describe.each([
	{ status: 404, body: { message: 'No contacts found' }, says: /found nothing.*Contact ID/ },
	{ status: 409, body: { message: 'Taken' }, says: /with status 409/ },
])('one contact for which the service answers $status', ({ status, body, says }) => {
	const failFor = (bodyContains: string) =>
		fail({ kind: 'status', status, body, match: { bodyContains }, times: null });

	it.each([40, 7, 1])('costs no other contact its place (%i in a request)', async (batchSize) => {
		failFor('"c17@');
		const run = await newsletter.run({
			parameters: { options: { batchSize, output: 'contacts' } },
			input: itemsOf(emails(40)),
			node: CONTINUE,
		});
		expect(storedEmails().sort()).toEqual(
			emails(40)
				.filter((_, index) => index !== 17)
				.sort(),
		);
		expect(jsonOf(run)[17]).toEqual({ error: expect.stringMatching(says) });
		expect(jsonOf(run).filter(({ error }) => error !== undefined)).toHaveLength(1);
	});

	it.each([40, 7, 1])('for all is asked 12 times at most (%i in a request)', async (batchSize) => {
		failFor('@example.com');
		const parameters = { options: { batchSize } };
		const run = await newsletter.run({ parameters, input: itemsOf(emails(40)) });
		expect(newsletter.service.requests).toHaveLength(12);
		expect(errorOf(run)?.message).toMatch(/^40 contacts.*items 0–39.*0 contacts were synced/);
		expect(errorOf(run)?.description).toMatch(says);
	});
});

it('if the first 12 requests are all rejected, it stops, and each contact says whether it was tried alone', async () => {
	// Only the last is good, and it is not among those that are tried alone.
	const list = emails(40).map((_, index) => `x${index}@refused.example`);
	list[39] = 'good@example.com';
	const run = await newsletter.run({ input: itemsOf(list), node: CONTINUE });
	const alone = sentAlone();
	expect(alone).toHaveLength(4);
	expect(alone).not.toContain('good@example.com');
	const untried = expect.stringMatching(/^Not synced: none of the first 12 .*on its own/);
	const refused = (email: string) => expect.stringContaining(`says: contacts[0]: ${email} is not`);
	expect(jsonOf(run)).toEqual(
		list.map((email) => ({ error: alone.includes(email) ? refused(email) : untried })),
	);
	expect(linksOf(run)).toEqual(list.map((_, index) => [index]));
});

it.each([1, 10])(
	'12 bad contacts at the start cost no other its place (%i in a request)',
	async (batchSize) => {
		const list = emails(60).map((email, index) =>
			index < 12 ? `x${index}@refused.example` : email,
		);
		const run = await newsletter.run({
			parameters: { options: { batchSize } },
			input: itemsOf(list),
			node: CONTINUE,
		});
		expect(storedEmails().sort()).toEqual(list.slice(12).sort());
		expect(jsonOf(run).slice(0, 12)).toEqual(
			Array(12).fill({ error: expect.stringContaining('is not accepted') }),
		);
	},
);

it('if the first 12 requests are all rejected, contacts of later ones say that they were not sent', async () => {
	fail({ kind: 'status', status: 400, times: null });
	const run = await newsletter.run({
		parameters: { options: { batchSize: 1 } },
		input: itemsOf(emails(14)),
		node: CONTINUE,
	});
	expect(sentAlone()).toHaveLength(12);
	expect(
		jsonOf(run).map(({ error }) => /was not sent\. Check Newsletter ID/.test(String(error))),
	).toEqual(emails(14).map((email) => !sentAlone().includes(email)));
});

it.each([
	{ what: 'an email comes twice', last: { email: 'x0@refused.example' } },
	{ what: 'an item has a Contact ID', last: { id: 'con_1', email: 'c@example.com' } },
])('no later batch goes before an earlier one where $what', async ({ last }) => {
	const list = emails(40).map((_, index) => ({ email: `x${index}@refused.example` }));
	await newsletter.run({
		parameters: { options: { batchSize: 1 } },
		input: asItems([...list, last]),
	});
	expect(sentAlone()).toEqual(list.slice(0, 12).map(({ email }) => email));
});

it('a thousand contacts that fail alike are named in one short message, as a range', async () => {
	fail({ kind: 'status', status: 401, times: null });
	const run = await newsletter.run({ input: itemsOf(emails(1000)) });
	expect(errorOf(run)?.message).toBe(
		'1000 contacts could not be synced (items 0–999); 0 contacts were synced.',
	);
	expect(errorOf(run)?.description).toMatch(/^Items 0–999: .*API key[^\n]*$/);
});

describe('a contact that one item names by its email and a later one by its ID', () => {
	beforeEach(() => {
		newsletter.service.contacts.add({ id: 'con_1', email: 'old@example.com', subscribed: false });
	});
	const expectNamed = (name: string) =>
		expect(newsletter.service.contacts.byId('con_1')).toMatchObject({
			...{ email: 'new@example.com', name, subscribed: false },
		});

	it.each(['good@example.com', 'x@refused.example'])(
		'is written in the order of the input where another is %s',
		async (other) => {
			const input = itemsOf(emails(20));
			input[0] = { json: { email: 'old@example.com', name: 'First' } };
			input[12] = { json: { id: 'con_1', email: 'new@example.com' } };
			input[1] = { json: { email: other } };
			await newsletter.run({ input });
			expectNamed('First');
			expect(storedEmails()).not.toContain('old@example.com');
		},
	);

	it('is written in the order of the input where it comes twice by its email', async () => {
		await newsletter.run({
			input: asItems([
				{ email: 'old@example.com', name: 'First' },
				{ email: 'old@example.com', name: 'Second' },
				{ id: 'con_1', email: 'new@example.com' },
			]),
		});
		expectNamed('Second');
		expect(storedEmails()).toEqual(['new@example.com']);
	});
});

it.each([{}, { synced: 'many' }, { synced: '' }, { synced: null }, { synced: [2] }, []])(
	'an answer of %j is an error that says that contacts may have been stored',
	async (json) => {
		fail({ kind: 'json', json, when: 'after' });
		const run = await newsletter.run({ input: itemsOf(emails(2)) });
		expect(errorOf(run)?.message).toMatch(/items 0–1\b.*\b0 contacts were synced/);
		expect(errorOf(run)?.description).toMatch(
			/documented form.*may have been stored.*safely send it again/,
		);
		expect(errorOf(run)?.description).toContain('Base URL');
		expect(storedEmails()).toEqual(emails(2));
	},
);

describe('contacts after a request that ends the run', () => {
	const options = {
		parameters: { options: { batchSize: 2, output: 'contacts' } },
		input: itemsOf(emails(5)),
		node: CONTINUE,
	};

	it.each([
		{ answer: 'another shape', fault: { kind: 'json', json: { ok: true } } },
		{ answer: 'a web page', fault: { kind: 'html' } },
		{ answer: '401', fault: { kind: 'status', status: 401 } },
	] as const)('say that they were not sent: $answer', async ({ fault }) => {
		fail({ ...fault, skip: 1 });
		const run = await newsletter.run(options);
		expect(newsletter.service.requests).toHaveLength(2);
		expect(jsonOf(run).map(({ synced }) => synced)).toEqual([true, true, ...Array(3)]);
		const errors = jsonOf(run).map(({ error }) => error);
		expect(errors[2]).not.toMatch(/not sent/);
		expect(errors[4]).toMatch(/This contact was not sent\./);
		expect(errors[4]).not.toMatch(/may have been stored/);
	});

	it('say that they were not tried alone where they were refused with others', async () => {
		fail({ kind: 'status', status: 400, skip: 1 }, { kind: 'json', json: { ok: true }, skip: 1 });
		const errors = jsonOf(await newsletter.run(options)).map(({ error }) => error);
		expect(errors[2]).toMatch(/may have been stored/);
		expect(errors[3]).toMatch(/This contact was not tried on its own\./);
		expect(errors[4]).toMatch(/This contact was not sent\./);
	});
});

describe('where the node continues', () => {
	/** The items that are not stored, and the errors of them. */
	async function failedOf(count: number, bad: number, batchSize: number, fault: FaultRule) {
		fail(fault);
		const run = await newsletter.run({
			parameters: { options: { batchSize, output: 'contacts' } },
			input: itemsOf(Object.assign(emails(count), { [bad]: 'x@refused.example' })),
			node: { onError: 'continueErrorOutput' },
		});
		const errors = jsonOf(run, 1).map(({ error }) => String(error));
		expect(storedEmails()).toHaveLength(count - errors.length);
		return { items: linksOf(run, 1).flat(), errors };
	}

	it('an outage over 25 requests costs no contact of the 75 after it, also with a bad one there', async () => {
		const outage = { kind: 'status', status: 503, times: 25 * TRIES } as const;
		const { items, errors } = await failedOf(20_000, 5000, 200, outage);
		expect(items).toEqual(Array.from({ length: 5001 }, (_, index) => index));
		expect(errors.slice(0, 5000).every((error) => error.includes('503'))).toBe(true);
		expect(errors[5000]).toContain('x@refused.example is not accepted');
	});

	it.each<{ what: string; fault: FaultRule }>([
		{ what: '503', fault: { kind: 'status', status: 503, skip: 1, times: TRIES } },
		{ what: '429 with a long wait', fault: { kind: 'rateLimit', retryAfter: 120, skip: 1 } },
	])('$what for one half of a rejected batch costs this half only', async ({ fault }) => {
		const { items, errors } = await failedOf(10_000, 0, 1000, fault);
		expect(items).toEqual(Array.from({ length: 500 }, (_, index) => index));
		expect(errors[0]).toMatch(/503|limiting requests/);
	});

	it('a bad Proxy gives each item an error item', async () => {
		const run = await newsletter.run({
			parameters: { requestOptions: { proxy: 'foo' } },
			input: itemsOf(emails(2)),
			node: { onError: 'continueErrorOutput' },
		});
		expect(linksOf(run, 1)).toEqual([[0], [1]]);
		expect(jsonOf(run, 1)[0]?.error).toMatch(/^Proxy must be a URL/);
	});
});

it('a batch that is too large for the service is not halved, and the error names Batch Size', async () => {
	fail({ kind: 'status', status: 413, times: null });
	const run = await newsletter.run({ input: itemsOf(emails(4)) });
	expect(newsletter.service.requests).toHaveLength(1);
	expect(errorOf(run)?.description).toContain('lower Batch Size.');
});
