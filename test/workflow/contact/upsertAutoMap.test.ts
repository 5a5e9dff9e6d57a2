import { errorOf, useNewsletter } from '../newsletter';

const newsletter = useNewsletter({
	resource: 'contact',
	operation: 'upsert',
	dataToSend: 'autoMapInputData',
});

/** The one contact that the item became. */
async function autoMapped(json: object, parameters: object = {}) {
	const run = await newsletter.run({
		parameters: { ...parameters },
		input: [{ json: json as never }],
	});
	expect(errorOf(run)).toBeUndefined();
	const { contacts } = newsletter.service.requests[0]!.body as { contacts: object[] };
	expect(contacts).toHaveLength(1);
	return contacts[0];
}

it.each([
	{
		style: 'names on the wire',
		json: {
			first_name: 'Ada',
			last_name: 'L',
			subscribed_from: 'Shop',
			custom_fields: { n: 1 },
		},
	},
	{
		style: 'camelCase',
		json: { firstName: 'Ada', lastName: 'L', subscribedFrom: 'Shop', customFields: { n: 1 } },
	},
])('keys in the style of $style are taken', async ({ json }) => {
	const contact = await autoMapped({
		id: 'con_ada',
		email: 'ada@example.com',
		name: 'Ada L',
		subscribed: false,
		...json,
	});
	expect(contact).toEqual({
		id: 'con_ada',
		email: 'ada@example.com',
		name: 'Ada L',
		subscribed: false,
		first_name: 'Ada',
		last_name: 'L',
		subscribed_from: 'Shop',
		custom_fields: { n: 1 },
	});
});

const others = {
	email: 'ada@example.com',
	plan: 'pro',
	seats: 3,
	vip: false,
	note: null,
	since: '2026-03-01T10:00:00.000Z',
	seen: new Date('2026-04-01T00:00:00Z'),
	address: { city: 'Rome' },
	tags: ['a'],
	row_number: 7,
};

it('other keys are left out', async () => {
	expect(await autoMapped(others)).toEqual({ email: 'ada@example.com' });
});

it('other scalars and dates become custom fields where Unmapped Fields says so', async () => {
	const options = { unmappedFields: 'customFields' };
	const contact = await autoMapped(others, { options, inputsToIgnore: 'row_number' });
	expect(contact).toEqual({
		email: 'ada@example.com',
		custom_fields: {
			plan: 'pro',
			seats: 3,
			vip: false,
			note: null,
			since: '2026-03-01T10:00:00.000Z',
			seen: '2026-04-01T00:00:00.000Z',
		},
	});
});

it('keys to ignore are not used, fields of a contact neither', async () => {
	const json = { email: 'ada@example.com', subscribed: true, name: 'Ada', firstName: 'Ada' };
	const contact = await autoMapped(json, { inputsToIgnore: ' subscribed,name ' });
	expect(contact).toEqual({ email: 'ada@example.com', first_name: 'Ada' });
});

it('empty and null values of a field are as if they were not there', async () => {
	const json = { email: 'ada@example.com', name: '', firstName: null, subscribed: null };
	expect(await autoMapped(json)).toEqual({ email: 'ada@example.com' });
});

it('a contact as Get Many gives it is updated as it is', async () => {
	const stored = newsletter.service.contacts.add({
		email: 'ada@example.com',
		first_name: 'Ada',
		custom_fields: { n: 1, since: '2026-01-01' },
	});
	const contact = await autoMapped(stored);
	expect(contact).toEqual({
		id: stored.id,
		email: 'ada@example.com',
		first_name: 'Ada',
		subscribed: true,
		custom_fields: { n: 1, since: '2026-01-01' },
	});
});

it('a contact as Get Many gives it takes nothing of the service along into its custom fields', async () => {
	const { unsub_token: token, ...stored } = newsletter.service.contacts.add({
		email: 'ada@example.com',
		custom_fields: { n: 1 },
	});
	const options = { unmappedFields: 'customFields' };
	const contact = await autoMapped(
		{ ...stored, unsub_token: token, unsubToken: token, plan: 'pro' },
		{ options },
	);
	expect(contact).toEqual({
		id: stored.id,
		email: 'ada@example.com',
		subscribed: true,
		custom_fields: { n: 1, plan: 'pro' },
	});
	expect(newsletter.service.requests[0]?.rawBody).not.toContain(token);
});
