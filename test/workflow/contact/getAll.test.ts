import { DEFAULT_NEWSLETTER_ID } from '../../service';
import { errorOf, jsonOf, linksOf, SECOND_NEWSLETTER_ID, useNewsletter } from '../newsletter';
import { fromAi, TOOL_CALLERS } from '../tools';

const GET_ALL = { resource: 'contact', operation: 'getAll' };
const newsletter = useNewsletter(GET_ALL);

const asked = (query: object) => ({ method: 'GET', path: '/v1/contacts', query });

it('every field of a list reaches the service', async () => {
	const contacts = newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID);
	newsletter.service.behaviour.emailSearch = 'contains';
	newsletter.service.behaviour.order = 'oldest';
	for (let number = 1; number <= 14; number++) {
		contacts.add({ email: `reader+news@${number}.example`, subscribed: false });
	}
	const run = await newsletter.run({
		parameters: {
			newsletterId: SECOND_NEWSLETTER_ID,
			limit: 7,
			simplify: false,
			filters: { email: 'Reader+News@', subscribed: false },
			options: { pageSize: 3, startPage: 2 },
		},
	});
	expect(jsonOf(run)).toEqual(contacts.all().slice(3, 10));
	const query = {
		newsletter_id: SECOND_NEWSLETTER_ID,
		email: 'Reader+News@',
		subscribed: 'false',
		limit: '3',
	};
	expect(newsletter.asked).toEqual(
		expect.arrayContaining([2, 3, 4].map((page) => asked({ ...query, page: String(page) }))),
	);
	expect(newsletter.asked).toHaveLength(3);
});

it('a list without settings asks for 50 contacts of the newsletter of the credential', async () => {
	newsletter.service.contacts.add(60);
	const run = await newsletter.run();
	expect(newsletter.asked).toEqual([
		asked({ newsletter_id: DEFAULT_NEWSLETTER_ID, limit: '50', page: '1' }),
	]);
	expect(newsletter.service.requests[0]?.headers).toMatchObject({
		accept: 'application/json',
		authorization: true,
	});
	expect(jsonOf(run)).toHaveLength(50);
	const newest = newsletter.service.contacts.all()[59]!;
	const hidden = { unsub_token: undefined, workspace_id: undefined };
	expect({ ...jsonOf(run)[0], ...hidden }).toEqual({ ...newest, ...hidden });
	expect(Object.keys(jsonOf(run)[0]!)).toHaveLength(Object.keys(newest).length - 2);
});

it.each([true, false])('the filter Subscribed set to %s is sent', async (subscribed) => {
	newsletter.service.contacts.add([
		{ email: 'on@example.com', subscribed: true },
		{ email: 'off@example.com', subscribed: false },
	]);
	const run = await newsletter.run({ parameters: { filters: { subscribed } } });
	expect(newsletter.queries).toEqual([expect.objectContaining({ subscribed: String(subscribed) })]);
	expect(jsonOf(run)).toEqual([
		expect.objectContaining({ email: subscribed ? 'on@example.com' : 'off@example.com' }),
	]);
});

it('lists of 3 and of no contacts are 3 items linked to the first input item', async () => {
	newsletter.service.contacts.add(3);
	newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID);
	const run = await newsletter.run({
		parameters: { newsletterId: '={{ $json.id }}' },
		input: [{ json: { id: DEFAULT_NEWSLETTER_ID } }, { json: { id: SECOND_NEWSLETTER_ID } }],
	});
	expect(linksOf(run)).toEqual([[0], [0], [0]]);
});

describe('a list without contacts', () => {
	it.each(['404', '200'] as const)('answered with %s is no items', async (emptyList) => {
		newsletter.service.behaviour.emptyList = emptyList;
		const run = await newsletter.run();
		expect(errorOf(run)).toBeUndefined();
		expect(run.run.status).toBe('success');
		expect(jsonOf(run)).toEqual([]);
	});

	it("a hint tells the service's words of a 404, once for all items", async () => {
		const run = await newsletter.run({ input: [{ json: {} }, { json: {} }] });
		const hints = run.hints('Newsletter').map(({ message }) => message);
		expect(hints).toEqual([
			expect.stringMatching(/^The service answered "No contacts found" \(404\)/),
		]);
		newsletter.service.contacts.add(1);
		expect((await newsletter.run()).hints('Newsletter')).toEqual([]);
	});

	it('is one empty item with Always Output Data', async () => {
		const run = await newsletter.run({ node: { alwaysOutputData: true } });
		expect(jsonOf(run)).toEqual([{}]);
	});
});

it('130,000 contacts are as many items', async () => {
	newsletter.service.contacts.add(130_000);
	const parameters = { returnAll: true, options: { pageSize: 10_000 } };
	expect(jsonOf(await newsletter.run({ parameters }))).toHaveLength(130_000);
});

describe.each(TOOL_CALLERS)('a list asked for by $caller', ({ call }) => {
	const tool = () => ({
		credentials: newsletter.credentials(),
		parameters: {
			...GET_ALL,
			filters: { email: fromAi('email') },
			limit: fromAi('most', 'number'),
		},
	});

	it('without a match says so in words', async () => {
		const { text, error } = await call({ ...tool(), args: { email: 'no@example.com', most: 5 } });
		expect(error).toBeUndefined();
		expect(JSON.parse(text as string)).toEqual([{ message: 'No contacts found' }]);
	});
});
