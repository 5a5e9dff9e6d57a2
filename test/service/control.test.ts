import { startService, type Service } from './index';
import { call, emails } from './testClient';

let service: Service;

beforeAll(async () => {
	service = await startService({ contacts: 2 });
});
beforeEach(() => service.reset());
afterAll(async () => await service.stop());

/** Without key and Accept, as a plain script would ask. */
const control = async (method: string, path: string, body?: unknown) =>
	await call(service, method, path, {
		base: service.controlUrl,
		body,
		headers: { authorization: undefined, accept: undefined },
	});

it('shows and changes the behaviour from the next request on', async () => {
	const shown = await control('GET', '/behaviour');
	expect(shown.body).toEqual(service.behaviour);
	const patch = { order: 'oldest', faults: [{ kind: 'status', status: 503, times: null }] };
	expect((await control('PATCH', '/behaviour', patch)).body).toMatchObject(patch);
	const query = { newsletter_id: service.newsletterId };
	const ask = async () => (await call(service, 'GET', '/contacts', { query })).status;
	expect([await ask(), await ask()]).toEqual([503, 503]);
	await control('PATCH', '/behaviour', { faults: [] });
	expect(await emails(service)).toEqual(['contact1@example.com', 'contact2@example.com']);
});

it('sets the bad contacts by their domains', async () => {
	await control('PATCH', '/behaviour', { badDomains: ['bad.example'] });
	const body = { newsletter_id: service.newsletterId, contacts: [{ email: 'a@bad.example' }] };
	expect((await call(service, 'POST', '/contacts', { body })).status).toBe(400);
});

it('sets the bad contacts by their fields, and back to their domains', async () => {
	const upsert = async (contact: object) => {
		const body = { newsletter_id: service.newsletterId, contacts: [contact] };
		return (await call(service, 'POST', '/contacts', { body })).status;
	};
	const badContact = { subscribed: false, custom_fields: { plan: 'pro' } };
	const { body } = await control('PATCH', '/behaviour', { badContact });
	expect(body).toMatchObject({ badContact });
	expect(await upsert({ email: 'a@example.com', ...badContact })).toBe(400);
	expect(await upsert({ email: 'a@example.com', ...badContact, subscribed: true })).toBe(200);
	expect(await upsert({ email: 'a@refused.example' })).toBe(200);
	await control('PATCH', '/behaviour', { badContact: null });
	expect(await upsert({ email: 'b@example.com', ...badContact })).toBe(200);
	expect(await upsert({ email: 'b@refused.example' })).toBe(400);
});

it.each([
	['POST', '/behaviour'],
	['GET', '/behavior'],
	['PUT', '/contacts/con_1'],
	['GET', ''],
	['GET', '?x=1'],
])(
	'answers %s %s, which there is not, with a 404 that names what there is',
	async (method, path) => {
		const { status, body } = await control(method, path);
		const message = expect.stringContaining(
			`there is no ${method} /_control${path}; there are GET /_control/behaviour, PATCH /_control/behaviour, `,
		);
		expect([status, body]).toEqual([404, { message }]);
		expect(service.requests).toEqual([]);
	},
);

it('takes a path that only begins like its own for one of the interface', async () => {
	const base = service.controlUrl;
	const { status, body } = await call(service, 'GET', 's/behaviour', { base });
	expect([status, body]).toEqual([404, expect.objectContaining({ statusCode: 404 })]);
	expect(service.requests).toHaveLength(1);
});

it.each([
	['a switch that there is not', { sort: 'x' }, 'there is no switch sort'],
	[
		'a bad contact that is a text',
		{ badContact: 'x' },
		'badContact must be null or an object with fields of a contact',
	],
	[
		'a list of bad contacts',
		{ badContact: [{ name: 'bad' }] },
		'badContact must be null or an object with fields of a contact',
	],
])('refuses %s', async (_name, patch, message) => {
	const before = { ...service.behaviour };
	const { status, body } = await control('PATCH', '/behaviour', patch);
	expect([status, body]).toEqual([400, { message }]);
	expect(service.behaviour).toEqual(before);
});

it('shows and forgets the requests, of which its own are none', async () => {
	await emails(service);
	const { body } = await control('GET', '/requests');
	expect(body).toEqual({
		requests: JSON.parse(JSON.stringify(service.requests)),
		maxInFlight: 1,
		connectionsSeen: service.connectionsSeen,
	});
	expect(service.requests).toHaveLength(1);
	await control('DELETE', '/requests');
	expect(service.requests).toEqual([]);
});

it('adds a number of contacts, or those given', async () => {
	const counted = await control('POST', '/contacts', { count: 3 });
	expect(counted.body).toEqual({ added: 3, total: 5 });
	const given = { email: 'a@b.c', createdAt: '2020-01-01T00:00:00.000Z' };
	const { body } = await control('POST', '/contacts', { contacts: [given] });
	expect(body).toMatchObject({ contacts: [given] });
	expect((await control('GET', '/contacts')).body).toEqual({ contacts: service.contacts.all() });
	expect(service.contacts.size).toBe(6);
});

it.each([
	['without contacts', {}, 'the body must have a count or contacts'],
	[
		'of an email that is taken',
		{ contacts: [{ email: 'contact1@example.com' }] },
		'email contact1@example.com is taken',
	],
	['that is not JSON', undefined, 'the body must be JSON'],
])('refuses an addition %s', async (_name, body, message) => {
	const answered = await control('POST', '/contacts', body);
	expect([answered.status, answered.body]).toEqual([400, { message }]);
});

it('changes and removes a contact', async () => {
	const { id } = service.contacts.all()[0]!;
	const { body } = await control('PATCH', `/contacts/${id}`, { subscribed: false });
	expect(body).toEqual(service.contacts.byId(id));
	expect(service.contacts.byId(id)!.subscribed).toBe(false);
	expect((await control('DELETE', `/contacts/${id}`)).status).toBe(200);
	expect(service.contacts.byId(id)).toBeUndefined();
	expect((await control('DELETE', `/contacts/${id}`)).status).toBe(404);
});

it('adds a newsletter, whose contacts are reached by its ID', async () => {
	const newsletterId = 'wks_otherNewsletter000001';
	await control('POST', '/newsletters', { newsletterId });
	await control('POST', `/contacts?newsletter_id=${newsletterId}`, { count: 4 });
	expect(service.newsletter(newsletterId).size).toBe(4);
	expect(service.contacts.size).toBe(2);
	expect((await control('GET', '/contacts?newsletter_id=wks_none')).status).toBe(400);
});

it('shows the sends', async () => {
	const body = { workspace_id: service.newsletterId, page_id: 'p' };
	await call(service, 'POST', '/sends', { body });
	expect((await control('GET', '/sends')).body).toEqual({ sends: service.sends.all() });
	expect(service.sends.all()).toHaveLength(1);
});

it('resets the service', async () => {
	service.contacts.add(5);
	service.behaviour.order = 'email';
	await control('POST', '/reset');
	expect([service.contacts.size, service.behaviour.order]).toEqual([2, 'newest']);
});
