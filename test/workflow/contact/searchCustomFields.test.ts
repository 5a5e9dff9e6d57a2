import type { IDataObject } from 'n8n-workflow';
import type { Behaviour } from '../../service';
import { searchList } from '../../support/loadOptions';
import { SECOND_NEWSLETTER_ID, useNewsletter } from '../newsletter';

const newsletter = useNewsletter();

const namesFound = async (filter?: string, parameters: Record<string, string> = {}) => {
	const { results, paginationToken } = await searchList({
		filter,
		method: 'searchCustomFields',
		parameter: 'additionalFields.customFields.fields[0].key',
		parameters: { resource: 'contact', operation: 'upsert', ...parameters },
		credentials: newsletter.credentials(),
	});
	expect(paginationToken).toBeUndefined();
	return results.map(({ name, value }) => {
		expect(value).toBe(name);
		return name;
	});
};

const person = (index: number, custom_fields?: IDataObject | IDataObject[]) => ({
	email: `${index}@example.com`,
	createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
	...(custom_fields && { custom_fields }),
});

it('the list of Field has each name that contacts use once, in the order of the alphabet', async () => {
	newsletter.service.contacts.add([
		person(1, { seats: 3, plan: 'pro', ' ': 1 }),
		person(2, { plan: null, 'a.b': 1 }),
		person(3, [{ plan: 'pro' }, { Vip: true }]),
		person(4),
	]);
	expect(await namesFound()).toEqual(['a.b', 'plan', 'seats', 'Vip']);
});

it('a contact with custom fields of another form is passed over', async () => {
	newsletter.service.contacts.add(person(1));
	newsletter.service.behaviour.shownInstead = () => ({ custom_fields: [null, 'x', { plan: 1 }] });
	expect(await namesFound()).toEqual(['plan']);
});

it('it is searched by a part of the name, in upper and lower case', async () => {
	newsletter.service.contacts.add(person(1, { Plan: 1, 'old plan': 1, seats: 1 }));
	expect(await namesFound(' PLAN ')).toEqual(['old plan', 'Plan']);
	expect(await namesFound('nothing')).toEqual([]);
});

it.each(['404', '200'] as const)(
	'an empty newsletter gives an empty list (%s)',
	async (emptyList) => {
		newsletter.service.behaviour.emptyList = emptyList;
		expect(await namesFound()).toEqual([]);
		expect(newsletter.asked).toHaveLength(1);
	},
);

const CAPPED = { maxPageSize: 60 };

it.each<[service: string, behaviour: Partial<Behaviour>]>([
	['begins with the newest', { order: 'newest' }],
	['begins with the oldest', { order: 'oldest' }],
	['begins with the oldest and caps its pages', { order: 'oldest', ...CAPPED }],
	['caps its pages and begins them as asked', { order: 'oldest', ...CAPPED, capOffset: 'asked' }],
	['begins with the newest and counts the page', { order: 'newest', totalCounts: 'page' }],
])(
	'the newest of 350 contacts are read with two pages where the service %s',
	async (...[, how]) => {
		Object.assign(newsletter.service.behaviour, how);
		newsletter.service.contacts.add(
			Array.from({ length: 350 }, (_, index) => person(index, index > 320 ? { latest: 1 } : {})),
		);
		expect(await namesFound()).toEqual(['latest']);
		expect(newsletter.asked).toHaveLength(2);
	},
);

it('it is read from the newsletter of the field', async () => {
	newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID).add(person(1, { second: 1 }));
	newsletter.service.contacts.add(person(1, { first: 1 }));
	expect(await namesFound('', { newsletterId: SECOND_NEWSLETTER_ID })).toEqual(['second']);
	expect(await namesFound('', { newsletterId: '={{ $json.to }}' })).toEqual(['first']);
});

it.each<[kind: string, key: unknown]>([
	['chosen', { __rl: true, mode: 'list', value: 'plan', cachedResultName: 'plan' }],
	['typed', { __rl: true, mode: 'name', value: ' plan ' }],
	['an expression', { __rl: true, mode: 'name', value: '={{ $json.field }}' }],
	['the plain text of an older workflow', 'plan'],
	['an expression of an older workflow', '={{ $json.field }}'],
])('a Field that is %s names the custom field, in both operations', async (_kind, key) => {
	newsletter.service.contacts.add({ id: 'con_ada', email: 'ada@example.com' });
	const customFields = { fields: [{ key, type: 'text', textValue: 'pro' }] } as never;
	const contactId = { __rl: true, mode: 'id', value: 'con_ada' };
	for (const parameters of [
		{ operation: 'upsert', email: 'bob@example.com', additionalFields: { customFields } },
		{ operation: 'update', contactId, updateFields: { customFields } },
	]) {
		const input = [{ json: { field: 'plan' } }];
		await newsletter.run({ parameters: { resource: 'contact', ...parameters }, input });
	}
	const stored = newsletter.service.contacts.all().map(({ custom_fields }) => custom_fields);
	expect(stored).toEqual([{ plan: 'pro' }, { plan: 'pro' }]);
});
