import { startService, type Service } from './index';
import { call, emails, list } from './testClient';

const NOW_MS = Date.parse('2026-03-01T12:00:00.500Z');

let service: Service;
let nowMs: number;

beforeAll(async () => {
	service = await startService({ clock: () => nowMs });
});
beforeEach(() => {
	nowMs = NOW_MS;
	service.reset();
});
afterAll(async () => await service.stop());

const addThree = () => {
	service.contacts.add([
		{ email: 'b@example.com', createdAt: NOW_MS - 3000, updatedAt: NOW_MS - 100 },
		{ email: 'C@example.com', createdAt: NOW_MS - 2000, updatedAt: NOW_MS - 300 },
		{
			email: 'a@example.org',
			createdAt: NOW_MS - 1000,
			updatedAt: NOW_MS - 200,
			subscribed: false,
		},
	]);
};

const addNumbered = (count: number) => {
	const numbers = Array.from({ length: count }, (_, index) => index + 1);
	service.contacts.add(numbers.map((number) => ({ email: `n${number}@example.com` })));
};

describe('pages', () => {
	it('have 100 contacts, page 1 and the documented keys by default', async () => {
		addNumbered(101);
		const { data, ...rest } = await list(service);
		expect(data).toHaveLength(100);
		expect(rest).toEqual({ total: 101, page: 1, offset: 0 });
		expect(data[0]).toEqual({
			id: expect.stringMatching(/^con_\w{21}$/),
			workspace_id: service.newsletterId,
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
		['items', 20],
		['page', 2],
	] as const)('say their offset in %s', async (offsetMeaning, offset) => {
		addNumbered(25);
		service.behaviour.offsetMeaning = offsetMeaning;
		expect(await list(service, { limit: 10, page: 3 })).toMatchObject({ page: 3, offset });
	});

	it.each([
		['capped', ['n6@example.com', 'n7@example.com'], 5],
		['asked', ['n11@example.com', 'n12@example.com'], 10],
	] as const)(
		'above the greatest size are cut, and start by the %s limit',
		async (capOffset, start, offset) => {
			addNumbered(25);
			Object.assign(service.behaviour, { order: 'oldest', maxPageSize: 5, capOffset });
			const page = await list(service, { limit: 10, page: 2 });
			expect(page.data).toHaveLength(5);
			expect(page.data.slice(0, 2).map(({ email }) => email)).toEqual(start);
			expect(page.offset).toBe(offset);
			expect(await emails(service, { limit: 4 })).toHaveLength(4);
		},
	);

	it('above the greatest size are refused where the service refuses', async () => {
		addNumbered(3);
		Object.assign(service.behaviour, { maxPageSize: 50, tooLargeLimit: 'refuse' });
		const query = { newsletter_id: service.newsletterId, limit: 51 };
		const { status, body } = await call(service, 'GET', '/contacts', { query });
		expect([status, body]).toEqual([400, { message: 'limit must not be greater than 50' }]);
		expect(await emails(service, { limit: 50 })).toHaveLength(3);
	});

	it.each([
		['404', 404, { message: 'No contacts found' }],
		['200', 200, { data: [], total: 3, page: 2, offset: 100 }],
	] as const)('without contacts are a %s', async (emptyList, status, body) => {
		addNumbered(3);
		service.behaviour.emptyList = emptyList;
		const query = { newsletter_id: service.newsletterId, page: 2 };
		const answered = await call(service, 'GET', '/contacts', { query });
		expect([answered.status, answered.body]).toEqual([status, body]);
	});

	it('past the end show the last page again where the service does so', async () => {
		addNumbered(25);
		Object.assign(service.behaviour, { order: 'oldest', pastEnd: 'lastPage' });
		const last = await emails(service, { limit: 10, page: 3 });
		expect(last).toHaveLength(5);
		expect(await emails(service, { limit: 10, page: 7 })).toEqual(last);
	});
});

describe('filters', () => {
	it.each([
		['exact', 'c@EXAMPLE.com', ['C@example.com']],
		['exact', '@example.com', undefined],
		['contains', '@EXAMPLE.com', ['C@example.com', 'b@example.com']],
	] as const)('an email search that is %s for %s', async (emailSearch, email, expected) => {
		addThree();
		Object.assign(service.behaviour, { emailSearch, emptyList: '200' });
		expect(await emails(service, { email })).toEqual(expected ?? []);
	});

	it.each([
		[true, ['C@example.com', 'b@example.com']],
		[false, ['a@example.org']],
	])('subscribed=%s', async (subscribed, expected) => {
		addThree();
		expect(await emails(service, { subscribed })).toEqual(expected);
	});

	it('both filters hold together', async () => {
		addThree();
		service.behaviour.emptyList = '200';
		expect(await emails(service, { subscribed: true, email: 'a@example.org' })).toEqual([]);
		expect(await emails(service, { subscribed: false, email: 'a@example.org' })).toHaveLength(1);
	});

	it.each([
		['filtered', { total: 2 }],
		['all', { total: 3 }],
		['page', { total: 1 }],
		['missing', {}],
	] as const)('total is %s', async (totalCounts, expected) => {
		addThree();
		service.behaviour.totalCounts = totalCounts;
		const { data, page, offset, ...rest } = await list(service, { subscribed: true, limit: 1 });
		expect([data.length, page, offset]).toEqual([1, 1, 0]);
		expect(rest).toEqual(expected);
	});
});

describe('times', () => {
	it('with a precision of seconds are cut, and equal ones keep the order of creation', async () => {
		addNumbered(3);
		service.behaviour.timestampPrecision = 's';
		const { data } = await list(service);
		expect(data.map(({ email }) => email[1])).toEqual(['1', '2', '3']);
		expect(data[0]).toMatchObject({
			createdAt: '2026-03-01T12:00:00Z',
			updatedAt: '2026-03-01T12:00:00Z',
		});
	});

	it('a contact is seen so long after its creation as lateVisibility says', async () => {
		Object.assign(service.behaviour, { lateVisibility: 60_000, emptyList: '200' });
		service.contacts.add({ email: 'late@example.com' });
		nowMs += 59_999;
		expect(await list(service)).toMatchObject({ data: [], total: 0 });
		service.behaviour.totalCounts = 'all';
		expect(await list(service)).toMatchObject({ data: [], total: 0 });
		nowMs += 1;
		expect(await emails(service)).toEqual(['late@example.com']);
	});
});
