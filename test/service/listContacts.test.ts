import type { Behaviour, Order } from './behaviour';
import { list, names, NOW_MS, useService } from './testClient';

const on = useService();

/** Created b, C, a; updated C, a, b; only a has unsubscribed. */
const addThree = () => {
	const times = (created: number, updated: number) => ({
		createdAt: NOW_MS - created,
		updatedAt: NOW_MS - updated,
	});
	on.service.contacts.add([
		{ email: 'b@example.com', ...times(3000, 100) },
		{ email: 'C@example.com', ...times(2000, 300) },
		{ email: 'a@example.org', ...times(1000, 200), subscribed: false },
	]);
};

const addNumbered = (count: number) => {
	const numbers = Array.from({ length: count }, (_, index) => index + 1);
	on.service.contacts.add(numbers.map((number) => ({ email: `n${number}@example.com` })));
};

const behave = (behaviour: Partial<Behaviour>) => Object.assign(on.service.behaviour, behaviour);

it('a page has 100 contacts, page 1 and the documented keys by default', async () => {
	addNumbered(101);
	const { data, ...rest } = (await list(on.service)).body as { data: unknown[] };
	expect(data).toHaveLength(100);
	expect(rest).toEqual({ total: 101, page: 1, offset: 0 });
	expect(data[0]).toEqual({
		id: expect.stringMatching(/^con_\w{21}$/),
		workspace_id: on.service.newsletterId,
		name: '',
		first_name: '',
		last_name: '',
		email: 'n101@example.com',
		subscribed: true,
		unsub_token: expect.any(String),
		custom_fields: {},
		createdAt: '2026-03-01T12:00:00.600Z',
		updatedAt: '2026-03-01T12:00:00.600Z',
	});
});

it.each([
	['capped', 6, 5],
	['asked', 11, 10],
] as const)(
	'a page above the cap is cut, and starts by the %s limit',
	async (capOffset, first, offset) => {
		addNumbered(25);
		behave({ order: 'oldest', maxPageSize: 5, capOffset });
		const page = { limit: 10, page: 2 };
		expect(await names(on.service, page)).toEqual(
			[0, 1, 2, 3, 4].map((more) => `n${first + more}`),
		);
		expect((await list(on.service, page)).body).toMatchObject({ offset });
	},
);

it('a page above the cap is refused where the service refuses', async () => {
	addNumbered(3);
	behave({ maxPageSize: 50, tooLargeLimit: 'refuse' });
	const { status, body } = await list(on.service, { limit: 51 });
	expect([status, body]).toEqual([400, { message: 'limit must not be greater than 50' }]);
	expect(await names(on.service, { limit: 50 })).toHaveLength(3);
});

it.each([
	['404', 404, { message: 'No contacts found' }],
	['200', 200, { data: [], total: 3, page: 2, offset: 100 }],
] as const)('a page without contacts is a %s', async (emptyList, status, body) => {
	addNumbered(3);
	behave({ emptyList });
	const answered = await list(on.service, { page: 2 });
	expect([answered.status, answered.body]).toEqual([status, body]);
});

it('a page past the end is the last page again where the service does so', async () => {
	addNumbered(25);
	behave({ pastEnd: 'lastPage' });
	const last = await names(on.service, { limit: 10, page: 3 });
	expect(last).toHaveLength(5);
	expect(await names(on.service, { limit: 10, page: 7 })).toEqual(last);
});

it.each([
	['filtered', { total: 2 }],
	['all', { total: 3 }],
	['page', { total: 1 }],
	['missing', {}],
] as const)('total is %s', async (totalCounts, total) => {
	addThree();
	behave({ totalCounts });
	const { body } = await list(on.service, { subscribed: true, limit: 1 });
	expect(body).toEqual({ data: [expect.anything()], page: 1, offset: 0, ...total });
});

it.each<
	[
		found: string,
		behaviour: Partial<Behaviour>,
		query: Record<string, string | boolean>,
		names: string,
	]
>([
	['a whole address in any case', {}, { email: 'c@EXAMPLE.com' }, 'C'],
	['nobody by a part of it', {}, { email: '@example.com' }, ''],
	['all by a part of it, if so', { emailSearch: 'contains' }, { email: '@EXAMPLE.com' }, 'C b'],
	['the subscribed', {}, { subscribed: true }, 'C b'],
	['the unsubscribed', {}, { subscribed: false }, 'a'],
	['who passes both filters', {}, { subscribed: true, email: 'a@example.org' }, ''],
])('a list shows %s', async (_found, behaviour, query, expected) => {
	addThree();
	behave(behaviour);
	expect((await names(on.service, query)).join(' ')).toBe(expected);
});

it.each<[Order, string]>([
	['newest', 'a C b'],
	['oldest', 'b C a'],
	['email', 'a b C'],
	['updatedNewest', 'b a C'],
	['updatedOldest', 'C a b'],
])('the order %s is that of its name, also after a change', async (order, expected) => {
	addThree();
	behave({ order });
	expect((await names(on.service)).join(' ')).toBe(expected);
	on.service.contacts.remove(on.service.contacts.byEmail('C@example.com')!.id);
	expect((await names(on.service)).join(' ')).toBe(expected.replace(/ ?C/, '').trim());
});

it('time stamps in seconds are cut, and equal ones keep the order of creation', async () => {
	addNumbered(3);
	behave({ timestampPrecision: 's' });
	expect(await names(on.service)).toEqual(['n1', 'n2', 'n3']);
	const time = '2026-03-01T12:00:00Z';
	const { body } = await list(on.service, { limit: 1 });
	expect(body).toMatchObject({ data: [{ createdAt: time, updatedAt: time }] });
});

it('shuffled is one order for all requests, random another for each', async () => {
	addNumbered(50);
	const sorted = await names(on.service);
	behave({ order: 'shuffled' });
	const shuffled = await names(on.service);
	expect(shuffled).not.toEqual(sorted);
	expect(await names(on.service)).toEqual(shuffled);
	behave({ order: 'random' });
	const random = await names(on.service);
	expect([...random].sort()).toEqual([...sorted].sort());
	expect(random).not.toEqual(await names(on.service));
});
