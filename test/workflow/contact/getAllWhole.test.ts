import { errorOf, jsonOf, sorted, useNewsletter } from '../newsletter';
import { seeded } from '../seeded';
import { addContacts, LISTINGS, type Listing } from './listings';

const newsletter = useNewsletter({ resource: 'contact', operation: 'getAll', returnAll: true });

const PAGE_SIZE = 10;
const parameters = { options: { pageSize: PAGE_SIZE } };
const idsOf = (run: Parameters<typeof jsonOf>[0]) => jsonOf(run).map(({ id }) => id as string);

let random: jest.SpyInstance;
beforeEach(() => {
	random = jest.spyOn(Math, 'random').mockImplementation(seeded(42));
});
afterEach(() => random.mockRestore());

async function listWhileResting({ order, behaviour }: Listing) {
	Object.assign(newsletter.service.behaviour, { order, ...behaviour });
	const ids = addContacts(newsletter.service, 53);
	const run = await newsletter.run({ parameters });
	expect(errorOf(run)).toBeUndefined();
	expect(sorted(idsOf(run))).toEqual(sorted(ids));
}

const LIST = 'Return All in order "$order" from a service that $service';

describe('a list that rests', () => {
	it.each(LISTINGS)(`${LIST} holds each contact once`, listWhileResting);
});

it('a walk over a list that rests takes one request a page', async () => {
	addContacts(newsletter.service, 49);
	await newsletter.run({ parameters });
	expect(newsletter.service.requests).toHaveLength(5);
});

// The service's database may be ahead of the clock of its answers, or the contacts are of this very second.
it('contacts newer than the answer do not make a list be read over and over', async () => {
	const createdAt = Date.now() + 5000;
	newsletter.service.contacts.add(Array.from({ length: 50 }, () => ({ createdAt })));
	await newsletter.run({ parameters });
	expect(newsletter.service.requests.length).toBeLessThanOrEqual(2 * 6);
});

it('without total a list is read twice, each time to its first empty page', async () => {
	newsletter.service.behaviour.totalCounts = 'missing';
	addContacts(newsletter.service, 50);
	await newsletter.run({ parameters });
	const pages = ['1', '2', '3', '4', '5', '6'];
	expect(newsletter.queries.map(({ page }) => page)).toEqual([...pages, ...pages]);
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
