import { DEFAULT_NEWSLETTER_ID } from '../../service';
import { jsonOf, linksOf, SECOND_NEWSLETTER_ID, useNewsletter } from '../newsletter';
import { fromAi, TOOL_CALLERS } from '../tools';

const UPSERT = { resource: 'contact', operation: 'upsert' };
const newsletter = useNewsletter(UPSERT);

const asked = (contacts: object[], newsletter_id = DEFAULT_NEWSLETTER_ID) => ({
	method: 'POST',
	path: '/v1/contacts',
	query: {},
	body: { newsletter_id, contacts },
});

describe('with the fields defined below', () => {
	it('every field reaches the service, custom fields with their JSON types', async () => {
		newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID);
		const run = await newsletter.run({
			parameters: {
				email: 'ada@example.com',
				additionalFields: {
					id: 'con_ada',
					name: 'Ada Lindqvist',
					firstName: 'Ada',
					lastName: 'Lindqvist',
					subscribed: false,
					subscribedFrom: 'Trade fair',
					customFields: {
						fields: [
							{ key: 'plan', type: 'text', textValue: 'pro' },
							{ key: 'seats', type: 'number', numberValue: 3 },
							{ key: 'vip', type: 'boolean', booleanValue: false },
							{ key: 'since', type: 'date', dateValue: '2026-03-01T10:00:00' },
							{ key: 'born', type: 'date', dateValue: '1990-12-31' },
						],
					},
					customFieldsJson: '{ "note": null, "tags": ["a"], "plan": "free" }',
				},
				newsletterId: SECOND_NEWSLETTER_ID,
				options: { output: 'contacts' },
			},
		});
		const contact = {
			id: 'con_ada',
			email: 'ada@example.com',
			name: 'Ada Lindqvist',
			first_name: 'Ada',
			last_name: 'Lindqvist',
			subscribed: false,
			subscribed_from: 'Trade fair',
			custom_fields: {
				note: null,
				tags: ['a'],
				plan: 'pro',
				seats: 3,
				vip: false,
				since: '2026-03-01T10:00:00.000Z',
				born: '1990-12-31',
			},
		};
		expect(newsletter.asked).toEqual([asked([contact], SECOND_NEWSLETTER_ID)]);
		expect(newsletter.service.requests[0]?.headers).toMatchObject({
			accept: 'application/json',
			'content-type': 'application/json',
			authorization: true,
		});
		expect(jsonOf(run)).toEqual([{ ...contact, synced: true }]);
	});

	it('only the email is needed', async () => {
		const run = await newsletter.run({ parameters: { email: 'ada@example.com' } });
		expect(newsletter.asked).toEqual([asked([{ email: 'ada@example.com' }])]);
		expect(jsonOf(run)).toEqual([{ synced: 1, contacts: 1 }]);
		expect(linksOf(run)).toEqual([[0]]);
	});

	it("a date and time without a zone is one in the workflow's time zone", async () => {
		const row = { key: 'at', type: 'date', dateValue: '2026-07-01T10:00:00' };
		await newsletter.run({
			parameters: { email: 'a@example.com', additionalFields: { customFields: { fields: [row] } } },
			timezone: 'America/New_York',
		});
		expect(newsletter.asked).toEqual([
			asked([{ email: 'a@example.com', custom_fields: { at: '2026-07-01T14:00:00.000Z' } }]),
		]);
	});
});

describe.each(TOOL_CALLERS)('one contact by $caller', ({ call }) => {
	const tool = (parameters: object = {}) => ({
		credentials: newsletter.credentials(),
		parameters: {
			...UPSERT,
			email: fromAi('email'),
			additionalFields: { firstName: fromAi('first'), customFieldsJson: '{ "n": 1 }' },
			...parameters,
		},
		args: { email: 'ada@example.com', first: 'Ada' },
	});
	const contact = { email: 'ada@example.com', first_name: 'Ada', custom_fields: { n: 1 } };

	it('stays unsubscribed with Keep Unsubscribed', async () => {
		newsletter.service.contacts.add({ email: 'ADA@example.com', subscribed: false });
		const { error } = await call(tool({ options: { keepUnsubscribed: true } }));
		expect(error).toBeUndefined();
		expect(newsletter.asked.at(-1)).toEqual(asked([{ ...contact, subscribed: false }]));
	});

	it('without a count in the answer says that the contact may have been stored', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'json', json: {}, when: 'after' });
		const { error } = await call(tool());
		expect(error?.message).toMatch(/documented form.*may have been stored/);
	});
});
