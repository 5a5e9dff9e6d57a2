import type { Behaviour, Order } from '../../service';
import { beforeEachRequest } from '../../support/betweenRequests';
import { errorOf, jsonOf, sorted, useNewsletter } from '../newsletter';
import { seeded } from '../../support/seeded';

const newsletter = useNewsletter({ resource: 'contact', operation: 'getAll', returnAll: true });

const parameters = { options: { pageSize: 10 } };
const ORDERS = ['newest', 'oldest', 'email', 'updatedNewest', 'updatedOldest', 'shuffled'] as const;

/** How a service cuts and counts its list. */
const SERVICES: Array<{ service: string; behaviour: Partial<Behaviour> }> = [
	{ service: 'counts what it lists', behaviour: {} },
	{ service: 'counts all contacts', behaviour: { totalCounts: 'all' } },
	{ service: 'caps its pages at 6', behaviour: { maxPageSize: 6 } },
	{
		service: 'caps its pages at 6 and begins them as asked',
		behaviour: { maxPageSize: 6, capOffset: 'asked' },
	},
	{ service: 'leaves out total', behaviour: { totalCounts: 'missing' } },
];
/** How a page without contacts is answered makes no difference to a list that moves. */
const EMPTY_PAGES: typeof SERVICES = [
	{ service: 'has a 200 for a page without contacts', behaviour: { emptyList: '200' } },
	{
		service: 'leaves out total and has a 200 for a page without contacts',
		behaviour: { totalCounts: 'missing', emptyList: '200' },
	},
];
const listings = (services: typeof SERVICES) =>
	ORDERS.flatMap((order) => services.map((listing) => ({ order, ...listing })));

let random: jest.SpyInstance;
beforeEach(() => {
	random = jest.spyOn(Math, 'random').mockImplementation(seeded(42));
});
afterEach(() => random.mockRestore());

/** Contacts whose emails and timestamps give different orders. */
function addContacts(count: number): string[] {
	const next = seeded(count);
	const added = newsletter.service.contacts.add(
		Array.from({ length: count }, (_, index) => ({
			email: `${Math.floor(next() * 1e9)}.${index}@example.com`,
			createdAt: Date.UTC(2024, 0, 1) + index * 60_000,
			updatedAt: Date.UTC(2024, 5, 1) + Math.floor(next() * 1e9),
		})),
	);
	return added.map(({ id }) => id);
}

function shuffled(ids: string[]): string[] {
	const next = seeded(ids.length);
	const keyed = ids.map((id) => ({ id, key: next() }));
	return keyed.sort((a, b) => a.key - b.key).map(({ id }) => id);
}

/** The ids of the list, none of them twice, while something happens before each request. */
async function listed(change: (number: number) => void = () => {}, more: object = {}) {
	const moving = beforeEachRequest(newsletter.service, change);
	const run = await newsletter.run({ parameters: { ...parameters, ...more } });
	moving.stop();
	expect(errorOf(run)).toBeUndefined();
	const ids = jsonOf(run).map(({ id }) => id as string);
	expect(ids).toHaveLength(new Set(ids).size);
	return ids;
}

describe('Return All holds each contact once', () => {
	it.each(listings([...SERVICES, ...EMPTY_PAGES]))(
		'in order "$order" from a service that $service',
		async ({ order, behaviour }) => {
			Object.assign(newsletter.service.behaviour, { order, ...behaviour });
			const ids = addContacts(53);
			expect(sorted(await listed())).toEqual(sorted(ids));
		},
	);

	it.each(ORDERS)('in order "%s" while some are updated', async (order) => {
		newsletter.service.behaviour.order = order;
		const ids = addContacts(65);
		const updated = shuffled(ids).slice(0, 30);
		const update = () => {
			const id = updated.pop();
			if (id) newsletter.service.contacts.update(id, { name: 'Changed' });
		};
		expect(sorted(await listed(update))).toEqual(sorted(ids));
	});
});

describe.each([
	{ change: 'a contact comes', comes: 15, goes: 0, services: SERVICES },
	{ change: 'a contact goes', comes: 0, goes: 15, services: SERVICES },
	{ change: 'one comes and one goes', comes: 15, goes: 15, services: SERVICES },
	{ change: 'one comes without end', comes: Infinity, goes: 0, services: SERVICES.slice(0, 1) },
])('while $change before each request', ({ comes, goes, services }) => {
	it.each(listings(services))(
		'Return All in order "$order" from a service that $service loses and doubles none',
		async ({ order, behaviour }) => {
			Object.assign(newsletter.service.behaviour, { order, ...behaviour });
			const stay = addContacts(30);
			const leave = shuffled(addContacts(goes));
			const next = seeded(3);
			const ids = await listed((number) => {
				const id = leave.pop();
				if (number <= comes) newsletter.service.contacts.add({ email: `${next()}@new.example` });
				if (id !== undefined) newsletter.service.contacts.remove(id);
			});
			expect(stay.filter((id) => !ids.includes(id))).toEqual([]);
		},
	);
});

describe('while one contact subscribes again and one unsubscribes before each request', () => {
	const orders: Order[] = ['newest', 'oldest', 'updatedNewest', 'updatedOldest'];
	const swaps = orders.flatMap((order) => [
		{ order, who: 'older', leaveFirst: true },
		{ order, who: 'newer', leaveFirst: false },
	]);

	// The number of contacts in the list stays the same, and nobody in it is new.
	it.each(swaps)(
		'Return All in order "$order" loses none where the $who ones leave',
		async ({ order, leaveFirst }) => {
			const { behaviour, contacts } = newsletter.service;
			behaviour.order = order;
			const before = addContacts(21);
			const stay = addContacts(45);
			const after = addContacts(22);
			const [leave, back] = leaveFirst ? [before, after] : [after, before];
			for (const id of back) contacts.update(id, { subscribed: false });
			const swap = () => {
				const [gone, come] = [leave.shift(), back.shift()];
				if (gone) contacts.update(gone, { subscribed: false });
				if (come) contacts.update(come, { subscribed: true });
			};
			const ids = await listed(swap, { filters: { subscribed: true } });
			expect(stay.filter((id) => !ids.includes(id))).toEqual([]);
		},
	);
});

it('Return All of a list in another order at each request holds none twice', async () => {
	newsletter.service.behaviour.order = 'random';
	addContacts(53);
	expect((await listed()).length).toBeGreaterThan(0);
});

it('Return All of a list that never rests reads it three times at most, and a hint says so', async () => {
	const ids = addContacts(4000);
	const leaving = ids.filter((_, index) => index % 40 === 0);
	const moving = beforeEachRequest(newsletter.service, (number) => {
		if (number % 50 === 0) newsletter.service.contacts.remove(leaving.pop()!);
	});
	const run = await newsletter.run({ parameters: { options: { pageSize: 20 } } });
	moving.stop();
	const found = jsonOf(run).map(({ id }) => id);
	expect(found).toHaveLength(new Set(found).size);
	expect(run.hints('Newsletter').map(({ message }) => message)).toEqual([
		expect.stringMatching(/^The list changed each time it was read/),
	]);
	expect(newsletter.service.requests.length).toBeLessThanOrEqual(3 * 201);
	expect(newsletter.service.requests.length).toBeGreaterThan(2 * 195);
});

// The service's database may be ahead of the clock of its answers, or the contacts are of this very second.
it('contacts newer than the answer do not make a list be read over and over', async () => {
	const createdAt = Date.now() + 5000;
	newsletter.service.contacts.add(Array.from({ length: 50 }, () => ({ createdAt })));
	await listed();
	expect(newsletter.service.requests.length).toBeLessThanOrEqual(2 * 6);
});

it.each([
	{ total: 'filtered', contacts: 9, pages: ['1'] },
	{ total: 'filtered', contacts: 10, pages: ['1', '2'] },
	{ total: 'filtered', contacts: 20, pages: ['1', '2', '3'] },
	{ total: 'filtered', contacts: 25, pages: ['1', '2', '3'] },
	// Without a count the list is read twice, each time to its first empty page.
	{ total: 'missing', contacts: 20, pages: ['1', '2', '3', '1', '2', '3'] },
] as const)(
	'a list of $contacts contacts, total being $total, takes the pages $pages',
	async ({ total, contacts, pages }) => {
		newsletter.service.behaviour.totalCounts = total;
		addContacts(contacts);
		await listed();
		expect(newsletter.queries.map(({ page }) => page)).toEqual(pages);
	},
);

describe.each<{ total: string; behaviour: Partial<Behaviour>; requests: number }>([
	{ total: 'all contacts', behaviour: { totalCounts: 'all' }, requests: 2 * (5 + 5) + 2 },
	{ total: 'the contacts on a page', behaviour: { totalCounts: 'page' }, requests: 2 * (5 + 1) },
	{
		total: 'all contacts, and repeats the last page past the end',
		behaviour: { totalCounts: 'all', pastEnd: 'lastPage' },
		requests: 5 * (5 + 11 + 4),
	},
	{
		total: 'the contacts on a page, and repeats the last page past the end',
		behaviour: { totalCounts: 'page', pastEnd: 'lastPage' },
		requests: 5 * (5 + 1),
	},
])('where total counts $total', ({ behaviour, requests }) => {
	const unsubscribed = { filters: { subscribed: false }, options: { pageSize: 50 } };
	let ids: string[];
	beforeEach(() => {
		Object.assign(newsletter.service.behaviour, behaviour);
		newsletter.service.contacts.add(3000);
		const seeds = Array.from({ length: 250 }, () => ({ subscribed: false }));
		ids = newsletter.service.contacts.add(seeds).map(({ id }) => id);
	});

	it('Return All holds each contact of the filter once, with few requests', async () => {
		expect(sorted(await listed(undefined, unsubscribed))).toEqual(sorted(ids));
		expect(newsletter.service.requests.length).toBeLessThanOrEqual(requests);
	});

	it.each([
		{ limit: 120, found: 120 },
		{ limit: 1000, found: 250 },
	])('a limit of $limit gives $found of 250', async ({ limit, found }) => {
		const limited = { ...unsubscribed, returnAll: false, limit };
		expect(await listed(undefined, limited)).toHaveLength(found);
	});
});

it.each([10, 20, 25, 30, 40])(
	'returns all where the service gives %i a page and `total` counts those on the page',
	async (maxPageSize) => {
		Object.assign(newsletter.service.behaviour, { maxPageSize, totalCounts: 'page' });
		newsletter.service.contacts.add(90);
		const run = await newsletter.run({
			parameters: { resource: 'contact', operation: 'getAll', returnAll: true },
		});
		expect(jsonOf(run)).toHaveLength(90);
	},
);

it('returns what a filter finds where `total` ignores it and the last page comes again', async () => {
	Object.assign(newsletter.service.behaviour, { totalCounts: 'all', pastEnd: 'lastPage' });
	newsletter.service.contacts.add([{ email: 'a@example.com' }, { email: 'b@example.com' }]);
	const run = await newsletter.run({
		parameters: { resource: 'contact', operation: 'getAll', filters: { email: 'a@example.com' } },
	});
	expect(jsonOf(run)).toHaveLength(1);
});
