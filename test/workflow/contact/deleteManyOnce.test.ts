import type { FaultRule } from '../../service';
import { readFirstCredentialLate } from '../lateCredential';
import { errorOf, jsonOf, linksOf, useNewsletter } from '../newsletter';
import { TOOL_CALLERS } from '../tools';
import { useNoWaits } from '../waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const DELETE = { resource: 'contact', operation: 'deleteMany' };
const DOUBT = expect.stringContaining('deleted the first time are not in the count') as string;
const REDIRECT = { kind: 'redirect', location: 'https://example.com/' } as const;
const newsletter = useNewsletter(DELETE);
useNoWaits();

const add = () => newsletter.service.contacts.add([{ subscribed: false }, { subscribed: true }]);
const meet = (...faults: FaultRule[]) => newsletter.service.behaviour.faults.push(...faults);
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const removed = (contacts_removed: number, message?: string) => [
	{ deleted: true, contacts_removed, ...(message !== undefined && { message }) },
];

it.each([
	{ what: 'an unclear failure', fault: { kind: 'drop', when: 'after', times: 3 }, count: 0 },
	{ what: 'a refusal', fault: { kind: 'status', status: 400 }, count: 1 },
] as const)('a count of Retry On Fail after $what', async ({ what, fault, count }) => {
	add();
	meet({ ...fault });
	const run = await newsletter.run({ node: retrying });
	expect(errorOf(run)).toBeUndefined();
	expect(jsonOf(run)).toEqual(removed(count, what === 'a refusal' ? undefined : DOUBT));
});

it('the next try deletes for all items, also where the credential of the first is read late', async () => {
	add();
	meet({ kind: 'status', status: 400 });
	// The first try reads it for each of two items and for the request; the second for n8n's routing too.
	readFirstCredentialLate(3);
	const run = await newsletter.run({ input: [{ json: {} }, { json: {} }], node: retrying });
	jest.restoreAllMocks();
	expect(errorOf(run)).toBeUndefined();
	expect(jsonOf(run)).toEqual(removed(1));
	expect(linksOf(run)).toEqual([[0, 1]]);
});

describe('all contacts are deleted by one request only', () => {
	const all = { contactsToDelete: 'all', confirmation: '={{ $json.newsletter }}' };
	const run = async (node: object) =>
		await newsletter.run({
			input: [{ json: { newsletter: newsletter.service.newsletterId } }],
			parameters: all,
			node,
		});

	it.each<{ what: string; fault: FaultRule }>([
		{ what: 'a lost answer', fault: { kind: 'drop', when: 'after' } },
		{ what: 'a 500', fault: { kind: 'status', status: 500, when: 'after' } },
		{ what: 'a 503', fault: { kind: 'status', status: 503 } },
		{ what: 'an answer that is not JSON', fault: { kind: 'html' } },
		{ what: 'a redirect', fault: { ...REDIRECT, when: 'after', times: null } },
	])('after $what, also under Retry On Fail', async ({ fault }) => {
		add();
		meet(fault);
		const { service } = newsletter;
		expect(errorOf(await run(retrying))?.message).toMatch(/may already have been|Base URL/);
		expect(service.requests).toHaveLength(1);
	});

	it('but again under Retry On Fail after a refusal', async () => {
		add();
		meet({ kind: 'status', status: 400 });
		expect(jsonOf(await run(retrying))).toEqual(removed(2));
	});
});

it.each(TOOL_CALLERS)('a doubtful count is put into words for $caller', async ({ call }) => {
	add();
	meet({ kind: 'drop', when: 'after' });
	const { text } = await call({
		credentials: newsletter.credentials(),
		parameters: DELETE,
		args: {},
	});
	expect(JSON.parse(text!)).toEqual(removed(0, DOUBT));
});

it('what a deletion removed before Retry On Fail stays in the output', async () => {
	const OTHER = 'wks_otherNewsletter000001';
	add();
	newsletter.service.addNewsletter(OTHER).add([{ subscribed: false }]);
	meet({ kind: 'status', status: 400, skip: 1 });
	const run = await newsletter.run({
		parameters: { newsletterId: '={{ $json.id }}' },
		input: [{ json: { id: newsletter.service.newsletterId } }, { json: { id: OTHER } }],
		node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	expect(jsonOf(run)).toEqual([...removed(1), ...removed(1)]);
	expect(linksOf(run)).toEqual([[0], [1]]);
	expect(newsletter.service.requests).toHaveLength(3);
});
