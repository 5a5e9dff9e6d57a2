import type { FaultRule } from '../../service';
import { errorOf, jsonOf, SECOND_NEWSLETTER_ID, sorted, useNewsletter } from '../newsletter';
import { seeded } from '../../support/seeded';
import { useNoWaits } from '../waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const newsletter = useNewsletter({ resource: 'contact', operation: 'getAll' });
useNoWaits();

const ids = (run: Parameters<typeof jsonOf>[0]) => jsonOf(run).map(({ id }) => id as string);
const pagesAsked = () => newsletter.queries.map(({ page }) => Number(page));
const storedIds = () => newsletter.service.contacts.all().map(({ id }) => id);
const fail = (fault: FaultRule) =>
	newsletter.service.behaviour.faults.push({ times: null, ...fault });

describe('a limit', () => {
	it.each([
		{ service: 'gives what is asked for', behaviour: {} },
		{ service: 'caps its pages at 50', behaviour: { maxPageSize: 50 } },
		{
			service: 'caps them and leaves out total',
			behaviour: { maxPageSize: 50, totalCounts: 'missing' },
		},
		{
			service: 'caps them but counts pages by the asked size',
			behaviour: { maxPageSize: 50, capOffset: 'asked' },
		},
		{
			service: 'counts pages by the asked size and leaves out total',
			behaviour: { maxPageSize: 50, capOffset: 'asked', totalCounts: 'missing' },
		},
	] as const)('of 250 is exactly the first 250 where the service $service', async (given) => {
		Object.assign(newsletter.service.behaviour, { order: 'oldest', ...given.behaviour });
		newsletter.service.contacts.add(400);
		const run = await newsletter.run({ parameters: { limit: 250 } });
		expect(ids(run)).toEqual(storedIds().slice(0, 250));
		if (!('maxPageSize' in given.behaviour)) expect(sorted(pagesAsked())).toEqual(['1', '2', '3']);
	});

	it.each([1, 99, 100, 101, 200, 500])('of %i is that many of 200, or all', async (limit) => {
		newsletter.service.contacts.add(200);
		const run = await newsletter.run({ parameters: { limit } });
		expect(new Set(ids(run)).size).toBe(Math.min(limit, 200));
		expect(jsonOf(run)).toHaveLength(Math.min(limit, 200));
	});

	it.each([
		{ yields: 'a number', limit: '={{ 1 + 2 }}' },
		{ yields: 'a text', limit: '={{ "3" }}' },
		{ yields: "the item's value", limit: '={{ $json.most }}' },
	])('by an expression that yields $yields is honoured', async ({ limit }) => {
		newsletter.service.contacts.add(10);
		const run = await newsletter.run({ parameters: { limit }, input: [{ json: { most: 3 } }] });
		expect(jsonOf(run)).toHaveLength(3);
	});

	it('holds no contact twice where pages overlap', async () => {
		newsletter.service.contacts.add(60);
		const order = jest.spyOn(Math, 'random').mockImplementation(seeded(7));
		newsletter.service.behaviour.order = 'random';
		const run = await newsletter.run({ parameters: { limit: 30, options: { pageSize: 10 } } });
		order.mockRestore();
		expect(new Set(ids(run)).size).toBe(jsonOf(run).length);
	});
});

describe('Start Page counts the pages that the service gives', () => {
	it.each([
		{ list: { limit: 5 }, pageSize: 20, startPage: 3, cap: null, shown: [40, 45] },
		{ list: { returnAll: true }, pageSize: 20, startPage: 4, cap: null, shown: [60, 250] },
		{ list: { limit: 5 }, pageSize: 100, startPage: 4, cap: null, shown: [250] },
		{ list: { returnAll: true }, pageSize: 100, startPage: 4, cap: null, shown: [250] },
		{ list: { returnAll: true }, pageSize: 100, startPage: 2, cap: 50, shown: [50, 250] },
		{ list: { returnAll: true }, pageSize: 100, startPage: 3, cap: 50, shown: [100, 250] },
		{ list: { returnAll: true }, pageSize: 100, startPage: 2, cap: 30, shown: [30, 250] },
	])('$startPage of $pageSize with $list, where the service caps pages at $cap', async (given) => {
		const { list, pageSize, startPage, cap, shown } = given;
		newsletter.service.behaviour.order = 'oldest';
		if (cap !== null) newsletter.service.behaviour.maxPageSize = cap;
		newsletter.service.contacts.add(250);
		const run = await newsletter.run({ parameters: { ...list, options: { startPage, pageSize } } });
		expect(ids(run)).toEqual(storedIds().slice(...shown));
	});
});

it('a refused page size is an error that names Page Size', async () => {
	Object.assign(newsletter.service.behaviour, { maxPageSize: 100, tooLargeLimit: 'refuse' });
	newsletter.service.contacts.add(3);
	const run = await newsletter.run({
		parameters: { returnAll: true, options: { pageSize: 500 } },
	});
	expect(errorOf(run)).toMatchObject({
		message: expect.stringContaining('Page Size'),
		description: 'limit must not be greater than 100',
	});
});

describe.each([
	{ list: 'a list of 250', parameters: { limit: 250 }, found: 250 },
	{ list: 'Return All', parameters: { returnAll: true }, found: 300 },
])('page 2 of $list', ({ parameters, found }) => {
	const status = (code: number): FaultRule => ({ kind: 'status', status: code });
	beforeEach(() => {
		newsletter.service.contacts.add(300);
	});

	it.each<{ answer: string; fault: FaultRule; tries: number }>([
		{ answer: '429', fault: status(429), tries: 10 },
		{ answer: '500', fault: status(500), tries: 2 },
		{ answer: '503', fault: status(503), tries: 3 },
		{ answer: '400', fault: status(400), tries: 1 },
		{ answer: 'a web page', fault: { kind: 'html' }, tries: 1 },
		{ answer: 'half of its JSON', fault: { kind: 'truncate' }, tries: 1 },
		{ answer: 'JSON without data', fault: { kind: 'json', json: { contacts: [] } }, tries: 1 },
		{ answer: 'an array', fault: { kind: 'json', json: [] }, tries: 1 },
		{ answer: 'an empty object', fault: { kind: 'json', json: {} }, tries: 1 },
		{
			answer: 'data that is no array',
			fault: { kind: 'json', json: { data: {}, total: 0 } },
			tries: 1,
		},
	])('answering $answer for good is an error, never a short list', async ({ fault, tries }) => {
		const random = jest.spyOn(Math, 'random').mockReturnValue(0.5);
		fail({ ...fault, match: { page: 2 } });
		const run = await newsletter.run({ parameters });
		random.mockRestore();
		expect(jsonOf(run)).toEqual([]);
		expect(errorOf(run)?.name).toBe('NodeApiError');
		expect(pagesAsked().filter((page) => page === 2)).toHaveLength(tries);
	});

	it('failing for good is an error item where the node continues, and no contact', async () => {
		fail({ ...status(500), match: { page: 2 } });
		const run = await newsletter.run({ parameters, node: { onError: 'continueRegularOutput' } });
		expect(jsonOf(run)).toEqual([{ error: expect.stringContaining('500') }]);
	});

	it('failing once is asked for again', async () => {
		fail({ kind: 'drop', match: { page: 2 }, times: 1 });
		const run = await newsletter.run({ parameters });
		expect(errorOf(run)).toBeUndefined();
		expect(new Set(ids(run)).size).toBe(found);
	});

	it('being the first page again, as every page, is an error', async () => {
		const data = newsletter.service.contacts.all().slice(0, 100);
		fail({ kind: 'json', json: { data, total: 300 } });
		const run = await newsletter.run({ parameters });
		expect(errorOf(run)?.message).toContain('repeats a page');
		expect(jsonOf(run)).toEqual([]);
	});

	it('being the first page again, as every page, is an error without a count, too', async () => {
		fail({ kind: 'json', json: { data: newsletter.service.contacts.all().slice(0, 100) } });
		const run = await newsletter.run({ parameters });
		expect(errorOf(run)?.message).toContain('repeats a page');
		expect(jsonOf(run)).toEqual([]);
	});

	it.each([
		{ others: 0, filters: {} },
		{ others: 1, filters: { subscribed: true } },
	])(
		'being the last one, though there are 300 contacts, is an error ($filters)',
		async ({ others, filters }) => {
			newsletter.service.contacts.add(Array(others).fill({ subscribed: false }));
			fail({ kind: 'status', status: 404, body: { message: 'None' }, match: { page: 3 } });
			const run = await newsletter.run({ parameters: { ...parameters, filters } });
			expect(errorOf(run)?.message).toMatch(
				/there are 300 contacts.*hold only 200\b.*set Limit to 200/,
			);
			expect(jsonOf(run)).toEqual([]);
		},
	);
});

it('a service that repeats its last page past the end, without a count, is no error', async () => {
	Object.assign(newsletter.service.behaviour, { totalCounts: 'missing', pastEnd: 'lastPage' });
	newsletter.service.contacts.add(100);
	const run = await newsletter.run({ parameters: { returnAll: true } });
	expect(sorted(ids(run))).toEqual(sorted(storedIds()));
});

it('pages of two newsletters are not mixed up', async () => {
	newsletter.service.contacts.add(120);
	newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID).add(150);
	const run = await newsletter.run({
		parameters: { returnAll: true, newsletterId: '={{ $json.id }}' },
		input: [
			{ json: { id: newsletter.service.newsletterId } },
			{ json: { id: SECOND_NEWSLETTER_ID } },
		],
	});
	const second = newsletter.service.newsletter(SECOND_NEWSLETTER_ID).all();
	expect(sorted(ids(run))).toEqual(sorted([...storedIds(), ...second.map(({ id }) => id)]));
});

it('a list of entries without IDs is an error, not a shorter list', async () => {
	const json = { data: [{ email: 'a@example.com' }, { email: 'b@example.com' }], total: 2 };
	fail({ kind: 'json', json });
	expect(errorOf(await newsletter.run())?.message).toMatch(/documented form/);
});
