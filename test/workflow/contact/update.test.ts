import { DEFAULT_NEWSLETTER_ID } from '../../service';
import { errorOf, jsonOf, SECOND_NEWSLETTER_ID, useNewsletter } from '../newsletter';
import { readFirstCredentialLate } from '../lateCredential';
import { fromAi, TOOL_CALLERS } from '../tools';

const UPDATE = { resource: 'contact', operation: 'update' };
const newsletter = useNewsletter(UPDATE);

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const put = (id: string, body: object) => ({
	method: 'PUT',
	path: `/v1/contacts/${id}`,
	query: {},
	body,
});
const add = (id: string) => newsletter.service.contacts.add({ id, email: `${id}@example.com` });

it('every field of the PUT form reaches the service', async () => {
	newsletter.service
		.addNewsletter(SECOND_NEWSLETTER_ID)
		.add({ id: 'con_ada', email: 'a@b.example' });
	const run = await newsletter.run({
		parameters: {
			contactId: { __rl: true, mode: 'list', value: 'con_ada', cachedResultName: 'Ada' },
			updateFields: {
				email: 'ada.l@example.com',
				name: 'Ada Lindqvist',
				firstName: 'Ada',
				lastName: 'Lindqvist',
				subscribed: false,
				customFields: {
					fields: [
						{ key: 'plan', type: 'text', textValue: 'pro' },
						{ key: 'seats', type: 'number', numberValue: 3 },
					],
				},
				customFieldsJson: '{ "note": null }',
			},
			newsletterId: SECOND_NEWSLETTER_ID,
		},
	});
	const fields = {
		email: 'ada.l@example.com',
		name: 'Ada Lindqvist',
		first_name: 'Ada',
		last_name: 'Lindqvist',
		subscribed: false,
		custom_fields: { note: null, plan: 'pro', seats: 3 },
	};
	expect(newsletter.asked).toEqual([put('con_ada', fields)]);
	expect(newsletter.service.requests[0]?.headers).toMatchObject({
		accept: 'application/json',
		'content-type': 'application/json',
		authorization: true,
	});
	expect(jsonOf(run)).toEqual([
		newsletter.service.newsletter(SECOND_NEWSLETTER_ID).byId('con_ada'),
	]);
});

it('every field of the POST form reaches the service, with the newsletter', async () => {
	add('con_ada');
	const run = await newsletter.run({
		parameters: {
			contactId: byId('con_ada'),
			updateFields: {
				email: 'new@example.com',
				name: 'N',
				firstName: 'F',
				lastName: 'L',
				subscribed: true,
				subscribedFrom: 'Shop',
			},
			options: { requestForm: 'post' },
		},
	});
	expect(errorOf(run)).toBeUndefined();
	expect(newsletter.asked).toEqual([
		{
			method: 'POST',
			path: '/v1/contacts/con_ada',
			query: {},
			body: {
				newsletter_id: DEFAULT_NEWSLETTER_ID,
				email: 'new@example.com',
				name: 'N',
				first_name: 'F',
				last_name: 'L',
				subscribed: true,
				subscribed_from: 'Shop',
			},
		},
	]);
});

it('only the fields that were set are sent', async () => {
	add('con_ada');
	await newsletter.run({
		parameters: { contactId: byId(' con_ada '), updateFields: { firstName: 'Ada', lastName: '' } },
	});
	expect(newsletter.asked).toEqual([put('con_ada', { first_name: 'Ada' })]);
});

it('Subscribed set to false is sent', async () => {
	add('con_ada');
	await newsletter.run({
		parameters: { contactId: byId('con_ada'), updateFields: { subscribed: false } },
	});
	expect(newsletter.asked).toEqual([put('con_ada', { subscribed: false })]);
	expect(newsletter.service.contacts.byId('con_ada')?.subscribed).toBe(false);
});

it.each([200, 202, 204].flatMap((status) => ['put', 'post'].map((form) => ({ status, form }))))(
	'an update by $form that is answered with $status and no body is done, and made once',
	async ({ status, form }) => {
		newsletter.service.behaviour.faults.push({ kind: 'status', status, body: '' });
		const run = await newsletter.run({
			parameters: {
				contactId: byId('con_ada'),
				updateFields: { name: 'N' },
				options: { requestForm: form },
			},
		});
		expect(jsonOf(run)).toEqual([{ id: 'con_ada' }]);
		expect(newsletter.service.requests).toHaveLength(1);
	},
);

it('an ID with other characters is encoded in the path', async () => {
	add('con_ä%20&=+');
	const run = await newsletter.run({
		parameters: { contactId: byId('con_ä%20&=+'), updateFields: { name: 'N' } },
	});
	expect(errorOf(run)).toBeUndefined();
	expect(newsletter.asked).toEqual([put('con_%C3%A4%2520%26%3D%2B', { name: 'N' })]);
});

describe.each(TOOL_CALLERS)('an update by $caller', ({ call }) => {
	const tool = () => ({
		credentials: newsletter.credentials(),
		parameters: {
			...UPDATE,
			contactId: byId(fromAi('contact')),
			updateFields: { subscribed: fromAi('subscribed', 'boolean') },
		},
		args: { contact: 'con_ada', subscribed: false },
	});

	it('makes its request and gives the contact, without its unsubscribe token', async () => {
		add('con_ada');
		const { text, error } = await call(tool());
		expect(error).toBeUndefined();
		expect(newsletter.asked).toEqual([put('con_ada', { subscribed: false })]);
		const { unsub_token, workspace_id, ...contact } = newsletter.service.contacts.byId('con_ada')!;
		expect([unsub_token, workspace_id]).toEqual([expect.any(String), expect.any(String)]);
		expect(JSON.parse(text as string)).toEqual([contact]);
	});
});

describe('updates of one contact', () => {
	afterEach(() => jest.restoreAllMocks());
	const parameters = {
		contactId: byId('={{ $json.id }}'),
		updateFields: { subscribed: '={{ $json.subscribed }}' },
	};
	const input = [true, false].map((subscribed) => ({ json: { id: 'con_1', subscribed } }));
	const isFirst = { bodyContains: '"subscribed":true' };

	it.each([
		{ what: 'answered late', fault: { kind: 'delay', ms: 200, when: 'before', match: isFirst } },
		{ what: 'asked for again', fault: { kind: 'status', status: 503, match: isFirst } },
	] as const)('follow each other where the first is $what', async ({ fault }) => {
		newsletter.service.contacts.add([{ id: 'con_1' }]);
		newsletter.service.behaviour.faults.push(fault);
		const run = await newsletter.run({ parameters, input });
		expect(jsonOf(run).map(({ subscribed }) => subscribed)).toEqual([true, false]);
		expect(newsletter.service.contacts.byId('con_1')?.subscribed).toBe(false);
	});

	it('follow each other where the credential of the first is read late', async () => {
		newsletter.service.contacts.add([{ id: 'con_1' }]);
		readFirstCredentialLate();
		await newsletter.run({ parameters, input });
		const sent = newsletter.asked.map(({ body }) => body);
		expect(sent).toEqual([{ subscribed: true }, { subscribed: false }]);
	});

	it('do not hold up those of others', async () => {
		newsletter.service.contacts.add([{ id: 'con_1' }, { id: 'con_2' }]);
		newsletter.service.behaviour.faults.push({
			kind: 'delay',
			ms: 200,
			when: 'before',
			match: isFirst,
		});
		const other = { json: { id: 'con_2', subscribed: false } };
		await newsletter.run({ parameters, input: [...input, other] });
		expect(newsletter.asked.map(({ path }) => path)).toEqual([
			'/v1/contacts/con_1',
			'/v1/contacts/con_2',
			'/v1/contacts/con_1',
		]);
	});
});
