import type { IDataObject } from 'n8n-workflow';
import { errorOf, useNewsletter } from '../newsletter';

const newsletter = useNewsletter({
	resource: 'contact',
	operation: 'upsert',
	dataToSend: 'autoMapInputData',
});

const ADA = { email: 'ada@example.com' };

/** Header rows of exports, each with a contact and the columns that say more than its fields. */
const EXPORTS: Array<{ of: string; row: IDataObject; contact: object; unused: string[] }> = [
	{
		of: 'Mailchimp',
		row: {
			'Email Address': 'ada@example.com',
			'First Name': 'Ada',
			'Last Name': 'L',
			Address: '',
			'Phone Number': '',
			MEMBER_RATING: 2,
			OPTIN_TIME: '2026-01-01 10:00:00',
			CONFIRM_IP: '192.0.2.1',
			LEID: 101,
			EUID: '0a1b2c',
			NOTES: '',
			TAGS: '"vip"',
		},
		contact: { first_name: 'Ada', last_name: 'L' },
		unused: ['OPTIN_TIME', 'MEMBER_RATING', 'CONFIRM_IP', 'LEID', 'EUID', 'TAGS'],
	},
	{
		of: 'HubSpot',
		row: {
			'Record ID': 51,
			'First Name': 'Ada',
			'Last Name': 'L',
			Email: 'ada@example.com',
			'Phone Number': '',
			'Contact owner': '',
			'Lead Status': 'New',
			'Marketing contact status': 'Marketing contact',
			'Unsubscribed from all email': true,
			'Create Date': '2026-01-01 10:00',
		},
		contact: { first_name: 'Ada', last_name: 'L' },
		unused: [
			...['Unsubscribed from all email', 'Record ID', 'Lead Status'],
			...['Marketing contact status', 'Create Date'],
		],
	},
	{
		of: 'Substack',
		row: {
			Email: 'ada@example.com',
			Name: 'Ada L',
			'Subscription type': 'free',
			'Start date': '2026-01-01T10:00:00.000Z',
			email_disabled: true,
			Activity: 3,
		},
		contact: { name: 'Ada L' },
		unused: ['Subscription type', 'Start date', 'email_disabled', 'Activity'],
	},
	{
		of: 'Ghost',
		row: {
			id: '6642d0a1b3c4d5e6f7081920',
			email: 'ada@example.com',
			name: 'Ada L',
			note: '',
			subscribed_to_emails: false,
			complimentary_plan: false,
			stripe_customer_id: '',
			created_at: '2026-01-01T10:00:00.000Z',
			deleted_at: '',
			labels: 'vip',
			tiers: '',
		},
		contact: { name: 'Ada L' },
		unused: ['subscribed_to_emails', 'id', 'complimentary_plan', 'created_at', 'labels'],
	},
	{
		of: 'Google Contacts',
		row: {
			'First Name': 'Ada',
			'Middle Name': '',
			'Last Name': 'L',
			'Phonetic First Name': '',
			Nickname: 'A',
			Labels: '* myContacts',
			'E-mail 1 - Label': 'Home',
			'E-mail 1 - Value': 'ada@example.com',
			'E-mail 2 - Label': '',
			'E-mail 2 - Value': '',
		},
		contact: { first_name: 'Ada', last_name: 'L' },
		unused: ['Nickname', 'Labels', 'E-mail 1 - Label'],
	},
	{
		of: 'the older Google Contacts',
		row: {
			Name: 'Ada L',
			'Given Name': 'Ada',
			'Family Name': 'L',
			'E-mail 1 - Type': '* Home',
			'E-mail 1 - Value': 'ada@example.com',
		},
		contact: { name: 'Ada L', first_name: 'Ada', last_name: 'L' },
		unused: ['E-mail 1 - Type'],
	},
];

const hintsOf = async (rows: object[], parameters: object = {}) => {
	const input = rows.map((json) => ({ json: json as IDataObject }));
	const run = await newsletter.run({ parameters: parameters as never, input });
	expect(errorOf(run)).toBeUndefined();
	return run.hints('Newsletter').map(({ message, location }) => {
		expect(location).toBe('outputPane');
		return message;
	});
};

const notUsed = (names: string) =>
	`Auto-Map did not use these fields of the input: ${names}. To send them, set Unmapped Fields to Send as Custom Fields.`;

describe.each(EXPORTS)('a row of an export of $of', ({ row, contact, unused }) => {
	it('is the contact, and the columns that were not used are named', async () => {
		expect(await hintsOf([row])).toEqual([notUsed(unused.join(', '))]);
		const { contacts } = newsletter.service.requests[0]!.body as { contacts: object[] };
		expect(contacts).toEqual([{ ...ADA, ...contact }]);
	});
});

describe('the hint in the output pane', () => {
	const customFields = { options: { unmappedFields: 'customFields' } };

	it('names each column once, at most 10 of them, and counts the others', async () => {
		const columns = (from: number, count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${from + at}`, 'x']));
		const rows = [
			{ ...ADA, ...columns(1, 8) },
			{ email: 'bob@example.com', ...columns(3, 10) },
		];
		const names = 'c1, c2, c3, c4, c5, c6, c7, c8, c9, c10';
		expect(await hintsOf(rows)).toEqual([notUsed(`${names} and 2 more`)]);
		expect(await hintsOf([{ ...ADA, ...columns(1, 10) }])).toEqual([notUsed(names)]);
	});

	it('names columns about consent first, behind however many others', async () => {
		const others = Array.from({ length: 20 }, (_, at) => [`c${at}`, 'x']);
		const consent = { 'Email Opt-in': 'no', Unsubscribed: 'yes', consent_date: 'never' };
		const [hint] = await hintsOf([{ ...ADA, ...Object.fromEntries(others), ...consent }]);
		expect(hint).toContain('input: Email Opt-in, Unsubscribed, consent_date, c0,');
	});

	it('names what Inputs to Ignore names and no row has', async () => {
		const rows = [
			{ ...ADA, plan: 'pro' },
			{ ...ADA, seats: 3 },
		];
		expect(await hintsOf(rows, { inputsToIgnore: 'Plan, seets, Seats' })).toEqual([
			'Inputs to Ignore names fields that the input does not have: seets.',
		]);
	});

	it('does not advise to send lists and objects as custom fields', async () => {
		expect(await hintsOf([{ ...ADA, plan: 'pro', tags: ['a'] }])).toEqual([
			`${notUsed('plan')} Auto-Map left out lists and objects, which cannot be custom fields: tags.`,
		]);
	});

	it('names lists and objects that cannot be custom fields', async () => {
		expect(
			await hintsOf([{ ...ADA, plan: 'pro', address: {}, tags: ['a'] }], customFields),
		).toEqual([
			'Auto-Map left out lists and objects, which cannot be custom fields: address, tags.',
		]);
	});

	it.each([
		['every column is used', { ...ADA, firstName: 'Ada', note: '', tags: null }, {}],
		['a column is to be ignored', { ...ADA, plan: 'pro' }, { inputsToIgnore: 'Plan' }],
		['n8n or the service adds it', { ...ADA, row_number: 2, unsub_token: 'x' }, {}],
		['the others are stored', { ...ADA, plan: 'pro' }, customFields],
		['a value is not there', { ...ADA, score: NaN, gone: undefined }, customFields],
	])('is not there where %s', async (_where, json, parameters) => {
		expect(await hintsOf([json], parameters)).toEqual([]);
	});
});
