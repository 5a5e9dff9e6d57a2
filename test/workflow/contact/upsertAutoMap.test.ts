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

it('other scalars and dates become custom fields where Unmapped Fields says so', async () => {
	const options = { unmappedFields: 'customFields' };
	const contact = await autoMapped(others, { options });
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

it('a contact as Get Many gives it is updated as it is, and takes nothing of the service along', async () => {
	const { unsub_token: token, ...stored } = newsletter.service.contacts.add({
		email: 'ada@example.com',
		first_name: 'Ada',
		custom_fields: { n: 1, since: '2026-01-01' },
	});
	const options = { unmappedFields: 'customFields' };
	const contact = await autoMapped(
		{ ...stored, unsub_token: token, unsubToken: token, 'Unsub Token': token, plan: 'pro' },
		{ options },
	);
	expect(contact).toEqual({
		id: stored.id,
		email: 'ada@example.com',
		first_name: 'Ada',
		subscribed: true,
		custom_fields: { n: 1, since: '2026-01-01', plan: 'pro' },
	});
	expect(newsletter.service.requests[0]?.rawBody).not.toContain(token);
});

const ADA = { email: 'ada@example.com' };

it.each([
	{ what: 'other keys', json: others, contact: ADA },
	{
		what: 'empty and null values',
		json: { ...ADA, name: '', firstName: null, subscribed: null },
		contact: ADA,
	},
	{
		what: 'keys to ignore, fields of a contact too',
		json: { ...ADA, subscribed: true, name: 'Ada', firstName: 'Ada' },
		inputsToIgnore: ' Subscribed,name, ',
		contact: { ...ADA, first_name: 'Ada' },
	},
])('$what are left out', async ({ json, contact, inputsToIgnore = '' }) => {
	expect(await autoMapped(json, { inputsToIgnore })).toEqual(contact);
});

it.each(['subscribed; name', 'subscribed\r\nname\n', '"subscribed", \'name\''])(
	'Inputs to Ignore %j leaves out both',
	async (inputsToIgnore) => {
		const json = { ...ADA, subscribed: true, name: 'Ada' };
		expect(await autoMapped(json, { inputsToIgnore })).toEqual(ADA);
	},
);

describe('column names', () => {
	it.each([
		...['EMAIL', ' Email ', 'E-Mail', 'e_mail', 'e\u2011mail', '\ufeffemail', 'email\u200b'],
		...['Email Address', 'email-address', 'E-mail Address', 'emailAddress', 'Mail', 'mail'],
	])('"%s" is the email', async (column) => {
		expect(await autoMapped({ [column]: 'ada@example.com' })).toEqual(ADA);
	});

	it.each([
		['first_name', ['First Name', 'FIRSTNAME', 'first-name', 'Given Name', 'givenName']],
		['last_name', ['Last Name', 'lastname', 'Surname', 'Family Name', 'family_name']],
		['name', ['Name', 'Full Name', 'full_name', 'Display Name', 'displayName']],
		['subscribed_from', ['Subscribed From', 'subscribed-from']],
	])('of %s are %j', async (wire, columns) => {
		for (const column of columns) {
			newsletter.service.reset();
			expect(await autoMapped({ ...ADA, [column]: 'Lee' })).toEqual({ ...ADA, [wire]: 'Lee' });
		}
	});

	it.each(['Subscribed', 'SUBSCRIBED', '\ufeffsubscribed', 'subscribed '])(
		'nobody is subscribed against the column "%s"',
		async (column) => {
			expect(await autoMapped({ ...ADA, [column]: false })).toEqual({ ...ADA, subscribed: false });
		},
	);

	it.each([
		[{ email: 'ada@example.com', 'Email Address': 'other@example.com' }],
		[{ 'Email Address': 'other@example.com', email: 'ada@example.com' }],
		[{ Email: 'other@example.com', email: 'ada@example.com' }],
		[{ mail: 'other@example.com', 'E-Mail': 'ada@example.com' }],
		[{ email: ' ', mail: 'ada@example.com' }],
	])('of %j the documented one wins that has a value', async (json) => {
		expect(await autoMapped(json)).toEqual(ADA);
	});

	it('that lose, or mean nothing, are unmapped fields and keep their names', async () => {
		const options = { unmappedFields: 'customFields' };
		const lost = { Mail: 'other@example.com', '\ufeffSign-up Date': '2026-01-01', _: 'x' };
		const custom_fields = { Mail: 'other@example.com', 'Sign-up Date': '2026-01-01', _: 'x' };
		for (const json of [
			{ ...ADA, ...lost },
			{ ...lost, ...ADA },
		]) {
			newsletter.service.reset();
			expect(await autoMapped(json, { options })).toEqual({ ...ADA, custom_fields });
		}
	});
});

it.each([1, '1', 'rec7Hq', '6642d0a1', 'con_', { a: 1 }])(
	'an id %j is not that of a contact, and an unmapped field like any other',
	async (id) => {
		const options = { unmappedFields: 'customFields' };
		const contact = await autoMapped({ id, ...ADA }, { options });
		const custom_fields = { id };
		expect(contact).toEqual(typeof id === 'object' ? ADA : { ...ADA, custom_fields });
	},
);

it('a column ID that holds the ID of a contact names it', async () => {
	expect(await autoMapped({ ID: ' con_ada', ...ADA })).toEqual({ id: 'con_ada', ...ADA });
});
