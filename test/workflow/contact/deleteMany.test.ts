import { DEFAULT_NEWSLETTER_ID } from '../../service';
import { jsonOf, linksOf, SECOND_NEWSLETTER_ID, useNewsletter } from '../newsletter';
import { fromAi, TOOL_CALLERS } from '../tools';

const DELETE = { resource: 'contact', operation: 'deleteMany' };
const UNKNOWN_ID = 'wks_unknownNewsletter0001';
const newsletter = useNewsletter(DELETE);

const asked = (query: object) => ({ method: 'DELETE', path: '/v1/contacts', query });
const addBoth = (id = DEFAULT_NEWSLETTER_ID) =>
	newsletter.service
		.newsletter(id)
		.add([{ subscribed: true }, { subscribed: true }, { subscribed: false }]);
const left = () => newsletter.service.contacts.all().map(({ subscribed }) => subscribed);

it('all contacts are deleted with the newsletter ID as confirmation', async () => {
	newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID);
	addBoth(SECOND_NEWSLETTER_ID);
	const run = await newsletter.run({
		parameters: {
			contactsToDelete: 'all',
			confirmation: SECOND_NEWSLETTER_ID,
			newsletterId: SECOND_NEWSLETTER_ID,
		},
	});
	expect(newsletter.asked).toEqual([
		asked({ newsletter_id: SECOND_NEWSLETTER_ID, subscribed: 'true' }),
	]);
	expect(jsonOf(run)).toEqual([{ deleted: true, contacts_removed: 3 }]);
});

it('only unsubscribed contacts are deleted by default, and subscribed is not sent', async () => {
	addBoth();
	const run = await newsletter.run();
	expect(newsletter.asked).toEqual([asked({ newsletter_id: DEFAULT_NEWSLETTER_ID })]);
	expect(newsletter.service.requests[0]?.headers).toMatchObject({
		accept: 'application/json',
		authorization: true,
	});
	expect(jsonOf(run)).toEqual([{ deleted: true, contacts_removed: 1 }]);
	expect(left()).toEqual([true, true]);
});

it.each([200, 202, 204])('a deletion answered with %i and no body has no count', async (status) => {
	newsletter.service.behaviour.faults.push({ kind: 'status', status, body: '' });
	expect(jsonOf(await newsletter.run())).toEqual([{ deleted: true }]);
});

describe('all contacts are deleted only with the newsletter ID typed again: subscribed is never sent', () => {
	const ID = DEFAULT_NEWSLETTER_ID;

	it.each([
		{ yields: 'all, without a confirmation', choice: 'all', confirmation: '' },
		{ yields: 'all, with another newsletter', choice: 'all', confirmation: SECOND_NEWSLETTER_ID },
		{ yields: 'all, with a part of the ID', choice: 'all', confirmation: ID.slice(0, -1) },
		{ yields: 'all, with the ID in other case', choice: 'all', confirmation: ID.toUpperCase() },
		{ yields: 'all, with true', choice: 'all', confirmation: true },
		{ yields: 'all, with null', choice: 'all', confirmation: null },
		{ yields: 'all, with the ID in a list', choice: 'all', confirmation: [ID] },
		{ yields: 'ALL', choice: 'ALL', confirmation: ID },
		{ yields: 'a list of all', choice: ['all'], confirmation: ID },
		{ yields: 'true', choice: true, confirmation: ID },
		{ yields: 'the text true', choice: 'true', confirmation: ID },
		{ yields: 'null', choice: null, confirmation: ID },
		{ yields: 'nothing', choice: undefined, confirmation: ID },
		{ yields: 'an empty text', choice: '', confirmation: ID },
		{ yields: 'unsubscribed', choice: 'unsubscribed', confirmation: ID },
	])('where the expression yields $yields', async ({ choice, confirmation }) => {
		addBoth();
		await newsletter.run({
			parameters: {
				contactsToDelete: '={{ $json.choice }}',
				confirmation: '={{ $json.confirmation }}',
			},
			input: [{ json: { choice, confirmation } as never }],
		});
		expect(newsletter.queries.filter((query) => 'subscribed' in query)).toEqual([]);
		expect(left().filter((subscribed) => subscribed)).toHaveLength(2);
	});
});

describe('many input items', () => {
	const many = (count: number, json: object = {}) =>
		Array.from({ length: count }, () => ({ json: { ...json } }));

	it('are one request, whose item is linked to all of them', async () => {
		addBoth();
		const run = await newsletter.run({ input: many(20) });
		expect(newsletter.asked).toEqual([asked({ newsletter_id: DEFAULT_NEWSLETTER_ID })]);
		expect(jsonOf(run)).toEqual([{ deleted: true, contacts_removed: 1 }]);
		expect(linksOf(run)).toEqual([Array.from({ length: 20 }, (_, index) => index)]);
	});

	it('are one request for each newsletter and choice', async () => {
		addBoth();
		newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID);
		addBoth(SECOND_NEWSLETTER_ID);
		const run = await newsletter.run({
			parameters: {
				newsletterId: '={{ $json.id }}',
				contactsToDelete: '={{ $json.choice }}',
				confirmation: '={{ $json.id }}',
			},
			input: [
				{ json: { id: DEFAULT_NEWSLETTER_ID, choice: 'unsubscribed' } },
				{ json: { id: SECOND_NEWSLETTER_ID, choice: 'all' } },
				{ json: { id: DEFAULT_NEWSLETTER_ID, choice: 'unsubscribed' } },
				{ json: { id: SECOND_NEWSLETTER_ID, choice: 'all' } },
			],
		});
		expect(newsletter.queries).toEqual(
			expect.arrayContaining([
				{ newsletter_id: DEFAULT_NEWSLETTER_ID },
				{ newsletter_id: SECOND_NEWSLETTER_ID, subscribed: 'true' },
			]),
		);
		expect(newsletter.queries).toHaveLength(2);
		expect(jsonOf(run)).toEqual([
			{ deleted: true, contacts_removed: 1 },
			{ deleted: true, contacts_removed: 3 },
		]);
		expect(linksOf(run)).toEqual([
			[0, 2],
			[1, 3],
		]);
	});

	it('that fail are one request and an error item each where the node continues', async () => {
		const run = await newsletter.run({
			parameters: { newsletterId: UNKNOWN_ID },
			input: many(3),
			node: { onError: 'continueRegularOutput' },
		});
		expect(newsletter.service.requests).toHaveLength(1);
		expect(linksOf(run)).toEqual([[0], [1], [2]]);
	});
});

describe.each(TOOL_CALLERS)('a deletion by $caller', ({ call }) => {
	const tool = (parameters: object = {}) => ({
		credentials: newsletter.credentials(),
		parameters: { ...DELETE, newsletterId: fromAi('newsletter'), ...parameters },
		args: { newsletter: DEFAULT_NEWSLETTER_ID, choice: 'all' },
	});

	it.each([
		{ how: 'saved in the workflow', contactsToDelete: 'all' },
		{ how: 'chosen by the model', contactsToDelete: fromAi('choice') },
	])('cannot delete all contacts ($how)', async ({ contactsToDelete }) => {
		addBoth();
		const { error } = await call(tool({ contactsToDelete, confirmation: DEFAULT_NEWSLETTER_ID }));
		expect(error?.message).toContain('Contacts to Delete cannot be all contacts');
		expect(newsletter.asked).toEqual([]);
		expect(left()).toEqual([true, true, false]);
	});
});
