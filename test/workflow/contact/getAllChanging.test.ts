import { beforeEachRequest } from '../../support/betweenRequests';
import { errorOf, jsonOf, useNewsletter } from '../newsletter';
import { addContacts } from './listings';

const newsletter = useNewsletter({ resource: 'contact', operation: 'getAll' });

const idsOf = (run: Parameters<typeof jsonOf>[0]) => jsonOf(run).map(({ id }) => id as string);

it('Return All of a list that never rests reads it three times at most', async () => {
	const ids = addContacts(newsletter.service, 4000);
	const leaving = ids.filter((_, index) => index % 40 === 0);
	const moving = beforeEachRequest(newsletter.service, (number) => {
		if (number % 50 === 0) newsletter.service.contacts.remove(leaving.pop()!);
	});
	const run = await newsletter.run({ parameters: { returnAll: true, options: { pageSize: 20 } } });
	moving.stop();
	expect(errorOf(run)).toBeUndefined();
	expect(newsletter.service.requests.length).toBeLessThanOrEqual(3 * 201);
	expect(newsletter.service.requests.length).toBeGreaterThan(2 * 195);
	expect(new Set(idsOf(run)).size).toBe(jsonOf(run).length);
});

it('Return All of a list in another order at each request holds none twice', async () => {
	newsletter.service.behaviour.order = 'random';
	addContacts(newsletter.service, 53);
	const run = await newsletter.run({ parameters: { returnAll: true, options: { pageSize: 10 } } });
	expect(new Set(idsOf(run)).size).toBe(jsonOf(run).length);
});

it.each([
	{ list: 'Return All', parameters: { returnAll: true } },
	{ list: 'Limit 250', parameters: { limit: 250 } },
])('$list is an error where the service repeats its first page for every page', async (given) => {
	addContacts(newsletter.service, 100);
	const json = { data: newsletter.service.contacts.all(), total: 300 };
	newsletter.service.behaviour.faults.push({ kind: 'json', json, times: null });
	const run = await newsletter.run({ parameters: given.parameters });
	expect(errorOf(run)?.message).toContain('repeats a page');
	expect(jsonOf(run)).toEqual([]);
});
