import { errorOf, jsonOf, linksOf, useNewsletter } from '../newsletter';

const newsletter = useNewsletter({
	resource: 'contact',
	operation: 'upsert',
	dataToSend: 'autoMapInputData',
});

const CONTINUE = { onError: 'continueRegularOutput' as const };
const sentAlone = () =>
	newsletter.service.requests
		.map(({ body }) => (body as { contacts: Array<{ email: string }> }).contacts)
		.filter((contacts) => contacts.length === 1)
		.map(([contact]) => contact!.email);
const storedEmails = () => newsletter.service.contacts.all().map(({ email }) => email);
const refusal = (email?: string) => `contacts[0]: ${email} is not accepted`;

describe('where none of the first 12 requests was accepted', () => {
	// Only the last is good, and it is not among those that are tried alone.
	const emails = Array.from({ length: 40 }, (_, index) =>
		index === 39 ? 'good@example.com' : `x${index}@refused.example`,
	);
	const input = emails.map((email) => ({ json: { email } }));

	it('each contact that was tried alone has its own words, and the others say that they were not', async () => {
		const run = await newsletter.run({ input, node: CONTINUE });
		const alone = sentAlone();
		expect(alone).toHaveLength(5);
		expect(alone).not.toContain('good@example.com');
		const untried = expect.stringMatching(
			/^Not synced: none of the first 12 .*on its own/,
		) as string;
		expect(jsonOf(run)).toEqual(
			emails.map((email) => ({
				error: alone.includes(email)
					? expect.stringContaining(`The service says: ${refusal(email)}`)
					: untried,
			})),
		);
		expect(linksOf(run)).toEqual(emails.map((_, index) => [index]));
	});
});

describe.each([
	{ status: 404, body: { message: 'No contacts found' }, says: /found nothing.*Contact ID/ },
	{ status: 409, body: { message: 'Taken' }, says: /with status 409/ },
])('one contact for which the service answers $status', ({ status, body, says }) => {
	const emails = Array.from({ length: 40 }, (_, index) => `c${index}@example.com`);
	const input = emails.map((email) => ({ json: { email } }));
	const fail = (bodyContains: string) =>
		newsletter.service.behaviour.faults.push({
			kind: 'status',
			status,
			body,
			match: { bodyContains },
			times: null,
		});

	it.each([40, 7, 1])('costs no other contact its place (%i in a request)', async (batchSize) => {
		fail('"c17@');
		const options = { batchSize, output: 'contacts' };
		const run = await newsletter.run({ parameters: { options }, input, node: CONTINUE });
		expect(storedEmails().sort()).toEqual(emails.filter((_, index) => index !== 17).sort());
		expect(jsonOf(run)[17]).toEqual({ error: expect.stringMatching(says) });
		expect(jsonOf(run).filter(({ error }) => error !== undefined)).toHaveLength(1);
	});

	it.each([40, 7, 1])('for all is asked 12 times at most (%i in a request)', async (batchSize) => {
		fail('@example.com');
		const run = await newsletter.run({ parameters: { options: { batchSize } }, input });
		expect(newsletter.service.requests).toHaveLength(12);
		expect(errorOf(run)?.message).toMatch(/^40 contacts.*items 0–39.*0 contacts were synced/);
		expect(errorOf(run)?.description).toMatch(says);
	});
});

describe('contacts after a request that ends the run', () => {
	const emails = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`);
	const input = emails.map((email) => ({ json: { email } }));
	const parameters = { options: { batchSize: 2, output: 'contacts' } };

	it.each([
		{ answer: 'another shape', fault: { kind: 'json', json: { ok: true } } },
		{ answer: 'a web page', fault: { kind: 'html' } },
		{ answer: '401', fault: { kind: 'status', status: 401 } },
	] as const)('say that they were not sent: $answer', async ({ fault }) => {
		newsletter.service.behaviour.faults.push({ ...fault, skip: 1 });
		const run = await newsletter.run({ parameters, input, node: CONTINUE });
		expect(newsletter.service.requests).toHaveLength(2);
		const errors = jsonOf(run).map(({ error }) => error);
		expect(errors.slice(0, 2)).toEqual([undefined, undefined]);
		expect(errors[2]).not.toMatch(/not sent/);
		expect(errors[4]).toMatch(/This contact was not sent\./);
		expect(errors[4]).not.toMatch(/may have been stored/);
	});

	it('say that they were not tried alone where they were refused with others', async () => {
		newsletter.service.behaviour.faults.push(
			{ kind: 'status', status: 400, skip: 1 },
			{ kind: 'json', json: { ok: true }, skip: 1 },
		);
		const run = await newsletter.run({ parameters, input, node: CONTINUE });
		const errors = jsonOf(run).map(({ error }) => error);
		expect(errors[2]).toMatch(/may have been stored/);
		expect(errors[3]).toMatch(/This contact was not tried on its own\./);
		expect(errors[4]).toMatch(/This contact was not sent\./);
	});
});
