import { searchList } from '../../support/loadOptions';
import { DEFAULT_NEWSLETTER_ID, type Behaviour } from '../../service';
import { SECOND_NEWSLETTER_ID, sorted, useNewsletter } from '../newsletter';

const newsletter = useNewsletter();

const search = async (
	options: { filter?: string; paginationToken?: string } = {},
	parameters: Record<string, string> = {},
) =>
	await searchList({
		...options,
		method: 'searchContacts',
		parameter: 'contactId',
		parameters: { resource: 'contact', operation: 'update', ...parameters },
		credentials: newsletter.credentials(),
	});

it('shows contacts by email and name, with the ID as value', async () => {
	newsletter.service.behaviour.order = 'oldest';
	const [ada, bob] = newsletter.service.contacts.add([
		{ email: 'ada@example.com', name: 'Ada L' },
		{ email: 'bob@example.com', name: '' },
	]);
	const { results, paginationToken } = await search();
	expect(results).toEqual([
		{ name: expect.stringMatching(/ada@example\.com.*Ada L/), value: ada!.id },
		{ name: 'bob@example.com', value: bob!.id },
	]);
	expect(paginationToken).toBeUndefined();
	expect(newsletter.asked).toEqual([
		{
			method: 'GET',
			path: '/v1/contacts',
			query: { newsletter_id: DEFAULT_NEWSLETTER_ID, limit: '100', page: '1' },
		},
	]);
});

it('searches by email as the service does', async () => {
	newsletter.service.behaviour.emailSearch = 'contains';
	newsletter.service.contacts.add([{ email: 'ada@example.com' }, { email: 'bob@example.com' }]);
	const { results } = await search({ filter: ' ADA ' });
	expect(results.map(({ name }) => name)).toEqual(['ada@example.com']);
	expect(newsletter.queries[0]).toMatchObject({ email: 'ADA' });
});

it('an empty filter is not sent', async () => {
	newsletter.service.contacts.add(1);
	await search({ filter: '' });
	expect(newsletter.queries[0]).not.toHaveProperty('email');
});

const COUNTS_PAGE = { totalCounts: 'page' } as const;
const NO_TOTAL = { totalCounts: 'missing' } as const;
const CAPPED = { maxPageSize: 50 };
const REPEATS = { pastEnd: 'lastPage' } as const;

it.each<[service: string, behaviour: Partial<Behaviour>]>([
	['counts them', {}],
	['counts the page', COUNTS_PAGE],
	['counts the page and caps it at 50', { ...COUNTS_PAGE, ...CAPPED }],
	['leaves out total', NO_TOTAL],
	['has a 200 without contacts', { emptyList: '200' }],
	['caps its pages at 50', CAPPED],
	['caps its pages at 50 and begins them as asked', { ...CAPPED, capOffset: 'asked' }],
	['caps its pages at 50 and leaves out total', { ...CAPPED, ...NO_TOTAL }],
	['leaves out total and repeats its last page', { ...NO_TOTAL, ...REPEATS }],
	['counts the page, caps it and repeats the last', { ...COUNTS_PAGE, ...CAPPED, ...REPEATS }],
])('all 230 contacts can be scrolled to where the service %s', async (_service, behaviour) => {
	Object.assign(newsletter.service.behaviour, behaviour);
	newsletter.service.contacts.add(230);
	const values: unknown[] = [];
	let paginationToken: string | undefined;
	for (let pages = 0; pages < 10; pages++) {
		const found = await search({ paginationToken });
		values.push(...found.results.map(({ value }) => value));
		paginationToken = found.paginationToken as string | undefined;
		if (paginationToken === undefined) break;
	}
	const stored = newsletter.service.contacts.all();
	expect(sorted(new Set(values))).toEqual(sorted(stored.map(({ id }) => id)));
	expect(paginationToken).toBeUndefined();
});

it.each(['404', '200'] as const)('no contacts (%s) are an empty list', async (emptyList) => {
	newsletter.service.behaviour.emptyList = emptyList;
	expect(await search({ filter: 'nobody@example.com' })).toEqual({
		results: [],
		paginationToken: undefined,
	});
});

it('searches the newsletter of the field', async () => {
	newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID).add({ email: 'second@example.com' });
	const { results } = await search({}, { newsletterId: SECOND_NEWSLETTER_ID });
	expect(results.map(({ name }) => name)).toEqual(['second@example.com']);
});

it.each(['', '={{ $json.newsletter }}'])(
	'searches the newsletter of the credential where the field is "%s"',
	async (newsletterId) => {
		newsletter.service.contacts.add({ email: 'first@example.com' });
		const { results } = await search({}, { newsletterId });
		expect(results.map(({ name }) => name)).toEqual(['first@example.com']);
	},
);

it('a malformed newsletter ID is said before any request', async () => {
	await expect(search({}, { newsletterId: 'wks_short' })).rejects.toThrow(/Newsletter ID/);
	expect(newsletter.asked).toEqual([]);
});
