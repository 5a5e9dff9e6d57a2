import type { Behaviour } from '../../service';
import { errorOf, jsonOf, sorted, useNewsletter } from '../newsletter';

const newsletter = useNewsletter({ resource: 'contact', operation: 'getAll' });

const idsOf = (run: Parameters<typeof jsonOf>[0]) => jsonOf(run).map(({ id }) => id as string);

const OTHERS = 3000;
const UNSUBSCRIBED = 250;
const unsubscribed = { filters: { subscribed: false }, options: { pageSize: 50 } };

/** @returns the ids of those that the filter wants */
function addUnsubscribedAmongOthers(): string[] {
	newsletter.service.contacts.add(OTHERS);
	const seeds = Array.from({ length: UNSUBSCRIBED }, () => ({ subscribed: false }));
	return newsletter.service.contacts.add(seeds).map(({ id }) => id);
}

describe.each<{ service: string; behaviour: Partial<Behaviour>; requests: number }>([
	{ service: 'all contacts', behaviour: { totalCounts: 'all' }, requests: 2 * (5 + 5) },
	{ service: 'the contacts on a page', behaviour: { totalCounts: 'page' }, requests: 2 * (5 + 1) },
	{
		service: 'all contacts, and repeats the last page past the end',
		behaviour: { totalCounts: 'all', pastEnd: 'lastPage' },
		requests: 5 * (5 + 11 + 4),
	},
	{
		service: 'the contacts on a page, and repeats the last page past the end',
		behaviour: { totalCounts: 'page', pastEnd: 'lastPage' },
		requests: 5 * (5 + 1),
	},
])('where total counts $service', ({ behaviour, requests }) => {
	beforeEach(() => {
		Object.assign(newsletter.service.behaviour, behaviour);
	});

	it('Return All holds each contact of the filter once, with few requests', async () => {
		const ids = addUnsubscribedAmongOthers();
		const run = await newsletter.run({ parameters: { returnAll: true, ...unsubscribed } });
		expect(errorOf(run)).toBeUndefined();
		expect(sorted(idsOf(run))).toEqual(sorted(ids));
		expect(newsletter.service.requests.length).toBeLessThanOrEqual(requests);
	});

	it.each([
		{ limit: 120, found: 120 },
		{ limit: 1000, found: UNSUBSCRIBED },
	])('a limit of $limit gives $found of 250', async ({ limit, found }) => {
		addUnsubscribedAmongOthers();
		const run = await newsletter.run({ parameters: { limit, ...unsubscribed } });
		expect(new Set(idsOf(run)).size).toBe(found);
		expect(idsOf(run)).toHaveLength(found);
	});
});

it.each([
	{ contacts: 99, pages: ['1'] },
	{ contacts: 100, pages: ['1', '2'] },
	{ contacts: 200, pages: ['1', '2', '3'] },
	{ contacts: 250, pages: ['1', '2', '3'] },
])('a list of $contacts contacts takes the pages $pages', async ({ contacts, pages }) => {
	const createdAt = Date.UTC(2024, 0, 1);
	newsletter.service.contacts.add(Array.from({ length: contacts }, () => ({ createdAt })));
	await newsletter.run({ parameters: { returnAll: true } });
	expect(newsletter.queries.map(({ page }) => page)).toEqual(pages);
});
