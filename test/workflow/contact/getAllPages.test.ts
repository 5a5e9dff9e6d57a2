import { errorOf, jsonOf, SECOND_NEWSLETTER_ID, sorted, useNewsletter } from '../newsletter';
import { seeded } from '../seeded';
import { useNoWaits, waits } from '../waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const newsletter = useNewsletter({ resource: 'contact', operation: 'getAll' });
useNoWaits();

const ids = (run: Parameters<typeof jsonOf>[0]) => jsonOf(run).map(({ id }) => id as string);
const pagesAsked = () => newsletter.queries.map(({ page }) => Number(page));
const storedIds = () => newsletter.service.contacts.all().map(({ id }) => id);

describe('a limit', () => {
	it('of 250 is exactly the first 250 contacts, over 3 pages', async () => {
		newsletter.service.behaviour.order = 'oldest';
		newsletter.service.contacts.add(400);
		const run = await newsletter.run({ parameters: { limit: 250 } });
		expect(ids(run)).toEqual(storedIds().slice(0, 250));
		expect(sorted(pagesAsked())).toEqual(['1', '2', '3']);
	});

	it.each([
		{ service: 'caps its pages at 50', capOffset: 'capped', totalCounts: 'filtered' },
		{ service: 'caps them and leaves out total', capOffset: 'capped', totalCounts: 'missing' },
		{
			service: 'caps them but counts pages by the asked size',
			capOffset: 'asked',
			totalCounts: 'filtered',
		},
		{
			service: 'counts pages by the asked size and leaves out total',
			capOffset: 'asked',
			totalCounts: 'missing',
		},
	] as const)('of 250 is exactly 250 where the service $service', async (given) => {
		const { capOffset, totalCounts } = given;
		Object.assign(newsletter.service.behaviour, {
			maxPageSize: 50,
			order: 'oldest',
			capOffset,
			totalCounts,
		});
		newsletter.service.contacts.add(400);
		const run = await newsletter.run({ parameters: { limit: 250 } });
		expect(ids(run)).toEqual(storedIds().slice(0, 250));
	});

	it.each([1, 99, 100, 101, 200])('of %i is that many of 200 contacts or fewer', async (limit) => {
		newsletter.service.contacts.add(200);
		const run = await newsletter.run({ parameters: { limit } });
		expect(new Set(ids(run)).size).toBe(Math.min(limit, 200));
		expect(jsonOf(run)).toHaveLength(Math.min(limit, 200));
	});

	it('above what there is, is all there is', async () => {
		newsletter.service.contacts.add(130);
		const run = await newsletter.run({ parameters: { limit: 500 } });
		expect(sorted(ids(run))).toEqual(sorted(storedIds()));
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

it('Start Page and Page Size say where a list begins', async () => {
	newsletter.service.behaviour.order = 'oldest';
	newsletter.service.contacts.add(100);
	const run = await newsletter.run({
		parameters: { limit: 5, options: { pageSize: 20, startPage: 3 } },
	});
	expect(ids(run)).toEqual(storedIds().slice(40, 45));
});

it('Return All takes Start Page and Page Size too', async () => {
	newsletter.service.behaviour.order = 'oldest';
	newsletter.service.contacts.add(100);
	const run = await newsletter.run({
		parameters: { returnAll: true, options: { pageSize: 20, startPage: 4 } },
	});
	expect(ids(run)).toEqual(storedIds().slice(60));
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
	{ list: 'a list of 250', parameters: { limit: 250 } },
	{ list: 'Return All', parameters: { returnAll: true } },
])('page 2 of $list', ({ parameters }) => {
	beforeEach(() => {
		newsletter.service.contacts.add(300);
	});

	it.each([
		{ status: 429, tries: 7, cause: 'rate-limited' },
		{ status: 500, tries: 2, cause: 'temporarily-unavailable' },
		{ status: 503, tries: 3, cause: 'temporarily-unavailable' },
		{ status: 400, tries: 1, cause: 'configuration-invalid' },
	])('answering $status for good is an error, never a short list', async (fault) => {
		const { status, tries, cause } = fault;
		const random = jest.spyOn(Math, 'random').mockReturnValue(0.5);
		newsletter.service.behaviour.faults.push({
			kind: 'status',
			status,
			match: { page: 2 },
			times: null,
		});
		const run = await newsletter.run({ parameters });
		expect(jsonOf(run)).toEqual([]);
		expect(errorOf(run)).toMatchObject({
			httpCode: String(status),
			description: `Failed with ${status}`,
			failure: { cause },
		});
		random.mockRestore();
		expect(pagesAsked().filter((page) => page === 2)).toHaveLength(tries);
	});

	it('failing for good is an error item where the node continues, and no contact', async () => {
		newsletter.service.behaviour.faults.push({
			kind: 'status',
			status: 500,
			match: { page: 2 },
			times: null,
		});
		const run = await newsletter.run({ parameters, node: { onError: 'continueRegularOutput' } });
		expect(jsonOf(run)).toEqual([{ error: expect.stringContaining('500') }]);
	});

	it.each([
		{ answer: 'a web page', fault: { kind: 'html' } },
		{ answer: 'half of its JSON', fault: { kind: 'truncate' } },
		{ answer: 'JSON without data', fault: { kind: 'json', json: { contacts: [] } } },
		{ answer: 'an array', fault: { kind: 'json', json: [] } },
		{ answer: 'an empty object', fault: { kind: 'json', json: {} } },
		{ answer: 'data that is no array', fault: { kind: 'json', json: { data: {}, total: 0 } } },
	] as const)('answering $answer with status 200 is an error', async ({ fault }) => {
		newsletter.service.behaviour.faults.push({ ...fault, match: { page: 2 }, times: null });
		const run = await newsletter.run({ parameters });
		expect(jsonOf(run)).toEqual([]);
		expect(errorOf(run)?.name).toBe('NodeApiError');
	});

	it('failing once is asked for again', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'drop', match: { page: 2 } });
		const run = await newsletter.run({ parameters });
		expect(errorOf(run)).toBeUndefined();
		expect(new Set(ids(run)).size).toBe('limit' in parameters ? 250 : 300);
	});
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
	expect(waits).toEqual([]);
});

it.each([
	{ startPage: 2, cap: 50, first: 101 },
	{ startPage: 3, cap: 50, first: 201 },
	{ startPage: 2, cap: 30, first: 101 },
])(
	'Start Page $startPage is in pages of Page Size where the service caps pages at $cap',
	async ({ startPage, cap, first }) => {
		newsletter.service.contacts.add(250);
		Object.assign(newsletter.service.behaviour, { order: 'oldest', maxPageSize: cap });
		const options = { startPage, pageSize: 100 };
		const run = await newsletter.run({ parameters: { returnAll: true, options } });
		const all = newsletter.service.contacts.all().map(({ email }) => email);
		expect(jsonOf(run).map(({ email }) => email)).toEqual(all.slice(first - 1));
	},
);

it('a list of entries without IDs is an error, not a shorter list', async () => {
	const json = { data: [{ email: 'a@example.com' }, { email: 'b@example.com' }], total: 2 };
	newsletter.service.behaviour.faults = [{ kind: 'json', json, times: null }];
	expect(errorOf(await newsletter.run())?.message).toMatch(/not of the documented form/);
});
