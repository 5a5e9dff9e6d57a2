import type { Behaviour, Order } from '../../service';
import { beforeEachRequest } from '../betweenRequests';
import { errorOf, jsonOf, sorted, useNewsletter } from '../newsletter';
import { seeded } from '../seeded';

const newsletter = useNewsletter({ resource: 'contact', operation: 'getAll', returnAll: true });

const ORDERS: Order[] = [
	'newest',
	'oldest',
	'email',
	'updatedNewest',
	'updatedOldest',
	'shuffled',
	'random',
];
interface Listing {
	order: Order;
	service: string;
	behaviour: Partial<Behaviour>;
}
const COUNTING: Array<Omit<Listing, 'order'>> = [
	{ service: 'counts what it lists', behaviour: {} },
	{ service: 'counts all contacts', behaviour: { totalCounts: 'all' } },
	{ service: 'has a 200 for a page without contacts', behaviour: { emptyList: '200' } },
	{ service: 'caps its pages at 6', behaviour: { maxPageSize: 6 } },
	{
		service: 'caps its pages at 6 and begins them as asked',
		behaviour: { maxPageSize: 6, capOffset: 'asked' },
	},
];
const NOT_COUNTING: Array<Omit<Listing, 'order'>> = [
	{ service: 'leaves out total', behaviour: { totalCounts: 'missing' } },
	{
		service: 'leaves out total and has a 200 for a page without contacts',
		behaviour: { totalCounts: 'missing', emptyList: '200' },
	},
];
const LISTINGS: Listing[] = ORDERS.flatMap((order) =>
	[...COUNTING, ...NOT_COUNTING].map((listing) => ({ order, ...listing })),
);

const PAGE_SIZE = 10;
const parameters = { options: { pageSize: PAGE_SIZE } };
const idsOf = (run: Parameters<typeof jsonOf>[0]) => jsonOf(run).map(({ id }) => id as string);

let random: jest.SpyInstance;
beforeEach(() => {
	random = jest.spyOn(Math, 'random').mockImplementation(seeded(42));
});
afterEach(() => random.mockRestore());

function shuffled(ids: string[]): string[] {
	const next = seeded(ids.length);
	const keyed = ids.map((id) => ({ id, key: next() }));
	return keyed.sort((a, b) => a.key - b.key).map(({ id }) => id);
}

/** Contacts whose emails and timestamps give different orders. */
function addContacts(count: number): string[] {
	const next = seeded(count);
	const contacts = newsletter.service.contacts.add(
		Array.from({ length: count }, (_, index) => ({
			email: `${Math.floor(next() * 1e9)}.${index}@example.com`,
			createdAt: Date.UTC(2024, 0, 1) + index * 60_000,
			updatedAt: Date.UTC(2024, 5, 1) + Math.floor(next() * 1e9),
		})),
	);
	return contacts.map(({ id }) => id);
}

async function listWhileResting({ order, behaviour }: Listing) {
	Object.assign(newsletter.service.behaviour, { order, ...behaviour });
	const ids = addContacts(53);
	const run = await newsletter.run({ parameters });
	expect(errorOf(run)).toBeUndefined();
	expect(sorted(idsOf(run))).toEqual(sorted(ids));
}

/** Up to 20 contacts leave, and any number comes, one before each request. */
async function listWhileMoving(
	{ order, behaviour }: Listing,
	{ comes, goes }: { comes: boolean; goes: boolean },
) {
	Object.assign(newsletter.service.behaviour, { order, ...behaviour });
	const stay = addContacts(45);
	const leave = shuffled(addContacts(20));
	const next = seeded(3);
	const moving = beforeEachRequest(newsletter.service, (number) => {
		if (comes) newsletter.service.contacts.add({ email: `${next()}.${number}@new.example` });
		if (goes && leave.length > 0) newsletter.service.contacts.remove(leave.pop() as string);
	});
	const run = await newsletter.run({ parameters });
	moving.stop();
	expect(errorOf(run)).toBeUndefined();
	const ids = idsOf(run);
	expect(ids.length).toBe(new Set(ids).size);
	expect(stay.filter((id) => !ids.includes(id))).toEqual([]);
}

const LIST = 'Return All in order "$order" from a service that $service';
const isCounted = ({ behaviour }: Listing) => behaviour.totalCounts !== 'missing';
const isRandom = ({ order }: Listing) => order === 'random';

describe('a list that rests', () => {
	const isWhole = (listing: Listing) => isCounted(listing) || !isRandom(listing);

	it.each(LISTINGS.filter(isWhole))(`${LIST} holds each contact once`, listWhileResting);

	it.failing('in random order without total is not taken for whole after one walk', async () => {
		await listWhileResting(LISTINGS.find((listing) => !isWhole(listing))!);
	});
});

describe.each([
	{ change: 'a contact comes', comes: true, goes: false },
	{ change: 'a contact goes', comes: false, goes: true },
	{ change: 'one comes and one goes', comes: true, goes: true },
])('while $change before each request', (change) => {
	const isWhole = (listing: Listing) =>
		isCounted(listing) && (change.comes || !isRandom(listing) || !listing.behaviour.maxPageSize);

	it.each(LISTINGS.filter(isWhole))(`${LIST} loses and doubles none`, async (listing) => {
		await listWhileMoving(listing, change);
	});
});

describe('while a contact goes before each request', () => {
	const change = { comes: false, goes: true };

	it.failing('a list without total is not taken for whole after one walk', async () => {
		await listWhileMoving(LISTINGS.find((listing) => !isCounted(listing))!, change);
	});

	it.failing('those who have gone do not count as found in a list in random order', async () => {
		const isCapped = ({ behaviour }: Listing) => behaviour.maxPageSize !== undefined;
		const listing = LISTINGS.find((candidate) => isRandom(candidate) && isCapped(candidate));
		await listWhileMoving(listing!, change);
	});
});

/** The number of contacts in the list stays the same, and nobody in it is new. */
async function listWhileSwapping({ order, leaveFirst }: { order: Order; leaveFirst: boolean }) {
	newsletter.service.behaviour.order = order;
	const before = addContacts(21);
	const stay = addContacts(45);
	const after = addContacts(22);
	const [leave, back] = leaveFirst ? [before, after] : [after, before];
	for (const id of back) newsletter.service.contacts.update(id, { subscribed: false });
	const moving = beforeEachRequest(newsletter.service, () => {
		const [gone, come] = [leave.shift(), back.shift()];
		if (gone) newsletter.service.contacts.update(gone, { subscribed: false });
		if (come) newsletter.service.contacts.update(come, { subscribed: true });
	});
	const run = await newsletter.run({
		parameters: { ...parameters, filters: { subscribed: true } },
	});
	moving.stop();
	const ids = idsOf(run);
	expect(ids.length).toBe(new Set(ids).size);
	expect(stay.filter((id) => !ids.includes(id))).toEqual([]);
}

describe('while one contact subscribes again and one unsubscribes before each request', () => {
	const swaps = (['newest', 'oldest', 'updatedNewest'] as const).flatMap((order) => [
		{ order, who: 'older', leaveFirst: true },
		{ order, who: 'newer', leaveFirst: false },
	]);

	it.each(swaps)(
		'Return All in order "$order" loses none where the $who ones leave',
		listWhileSwapping,
	);

	// To be in the table with the other orders.
	it.failing('those who have gone do not count as found in order of updates', async () => {
		await listWhileSwapping({ order: 'updatedOldest', leaveFirst: true });
	});
});

it.each(ORDERS)(
	'Return All in order "%s" holds each contact once while some are updated',
	async (order) => {
		newsletter.service.behaviour.order = order;
		const ids = addContacts(65);
		const updated = shuffled(ids).slice(0, 30);
		const moving = beforeEachRequest(newsletter.service, () => {
			const id = updated.pop();
			if (id) newsletter.service.contacts.update(id, { name: 'Changed' });
		});
		const run = await newsletter.run({ parameters });
		moving.stop();
		expect(sorted(idsOf(run))).toEqual(sorted(ids));
	},
);

it('a walk over a list that rests takes one request a page', async () => {
	addContacts(50);
	await newsletter.run({ parameters });
	expect(newsletter.service.requests).toHaveLength(5);
});

// The service's database may be ahead of the clock of its answers, or the contacts are of this very second.
it('contacts newer than the answer do not make a list be read over and over', async () => {
	const createdAt = Date.now() + 5000;
	newsletter.service.contacts.add(Array.from({ length: 50 }, () => ({ createdAt })));
	await newsletter.run({ parameters });
	expect(newsletter.service.requests.length).toBeLessThanOrEqual(2 * 5);
});

it('an empty page after the last is asked for only where total is missing', async () => {
	newsletter.service.behaviour.totalCounts = 'missing';
	addContacts(50);
	await newsletter.run({ parameters });
	expect(newsletter.queries.filter(({ page }) => page === '6').length).toBeGreaterThan(0);
});

it('a filtered list is whole where total counts all contacts', async () => {
	newsletter.service.behaviour.totalCounts = 'all';
	newsletter.service.contacts.add(
		Array.from({ length: 60 }, (_, index) => ({ subscribed: index % 2 === 0 })),
	);
	const run = await newsletter.run({
		parameters: { ...parameters, filters: { subscribed: false } },
	});
	const expected = newsletter.service.contacts.all().filter(({ subscribed }) => !subscribed);
	expect(sorted(idsOf(run))).toEqual(sorted(expected.map(({ id }) => id)));
});
