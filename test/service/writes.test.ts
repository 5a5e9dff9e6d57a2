import { startService, type Service } from './index';
import { call } from './testClient';

let service: Service;
let nowMs: number;

beforeAll(async () => {
	service = await startService({ clock: () => nowMs });
});
beforeEach(() => {
	nowMs = Date.parse('2026-03-01T12:00:00.000Z');
	service.reset();
});
afterAll(async () => await service.stop());

const upsert = async (...contacts: unknown[]) =>
	await call(service, 'POST', '/contacts', {
		body: { newsletter_id: service.newsletterId, contacts },
	});

describe('the bulk write', () => {
	it('creates contacts as subscribed, with the email as it was given', async () => {
		const { status, body } = await upsert({ email: 'Ada+1@Example.com', subscribed_from: 'form' });
		expect([status, body]).toEqual([200, { synced: 1 }]);
		expect(service.contacts.all()).toEqual([
			{
				id: expect.stringMatching(/^con_/),
				workspace_id: service.newsletterId,
				name: '',
				first_name: '',
				last_name: '',
				email: 'Ada+1@Example.com',
				subscribed: true,
				subscribed_from: 'form',
				unsub_token: expect.any(String),
				custom_fields: {},
				createdAt: '2026-03-01T12:00:00.000Z',
				updatedAt: '2026-03-01T12:00:00.000Z',
			},
		]);
		expect(service.requests[0]!.applied).toBe(true);
	});

	it('never shows the category that a contact came from', async () => {
		await upsert({ email: 'a@example.com', subscribed_from: 'form' });
		const query = { newsletter_id: service.newsletterId };
		expect((await call(service, 'GET', '/contacts', { query })).text).not.toContain('form');
	});

	it('merges by an email in any case, and by an id before the email', async () => {
		const before = service.contacts.add({ email: 'ada@example.com', last_name: 'L', name: 'A L' });
		nowMs += 5000;
		await upsert({ email: 'ADA@example.com', first_name: 'Ada', subscribed: false });
		const merged = {
			...before,
			email: 'ADA@example.com',
			first_name: 'Ada',
			subscribed: false,
			updatedAt: '2026-03-01T12:00:05.000Z',
		};
		expect(service.contacts.all()).toEqual([merged]);
		await upsert({ id: before.id, email: 'new@example.com' });
		expect(service.contacts.all()).toMatchObject([{ id: before.id, email: 'new@example.com' }]);
		expect(service.contacts.byEmail('ada@example.com')).toBeUndefined();
	});

	it('creates a contact whose id is not known', async () => {
		await upsert({ id: 'con_unknown', email: 'a@example.com' });
		expect(service.contacts.all()).toHaveLength(1);
		expect(service.contacts.byId('con_unknown')).toBeUndefined();
	});

	it('counts an email that stands twice as two, and the later one wins', async () => {
		const { body } = await upsert(
			{ email: 'a@example.com', name: 'first' },
			{ email: 'A@example.com', name: 'second' },
		);
		expect(body).toEqual({ synced: 2 });
		expect(service.contacts.all()).toMatchObject([{ email: 'A@example.com', name: 'second' }]);
	});

	it('of an unknown newsletter is refused', async () => {
		const body = { newsletter_id: 'wks_otherNewsletter000001', contacts: [{ email: 'a@b.c' }] };
		const answered = await call(service, 'POST', '/contacts', { body });
		expect(answered.status).toBe(400);
		expect(answered.body).toEqual({ message: 'Invalid newsletter ID wks_otherNewsletter000001' });
	});

	it('takes no email away from another contact', async () => {
		const [ada, ben] = service.contacts.add([{ email: 'ada@b.c' }, { email: 'ben@b.c' }]);
		expect((await upsert({ id: ada!.id, email: 'BEN@b.c' })).status).toBe(400);
		expect(service.contacts.all()).toEqual([ada, ben]);
	});

	it('keeps the JSON types and keys of custom fields, __proto__ included', async () => {
		const fields =
			'{"__proto__":{"x":1},"a.b":1.5,"":null,"flag":false,"date":"2026-01-31","list":[1,{"y":[]}],"constructor":"c"}';
		const contact = `{"email":"a@example.com","custom_fields":${fields}}`;
		const rawBody = `{"newsletter_id":"${service.newsletterId}","contacts":[${contact}]}`;
		expect((await call(service, 'POST', '/contacts', { rawBody })).status).toBe(200);
		const query = { newsletter_id: service.newsletterId };
		const { text } = await call(service, 'GET', '/contacts', { query });
		expect(text).toContain(`"custom_fields":${fields}`);
		service.behaviour.customFieldsUpdate = 'merge';
		await upsert({ email: 'a@example.com', custom_fields: { more: true } });
		const merged = JSON.stringify(service.contacts.all()[0]!.custom_fields);
		expect(merged).toBe(`${fields.slice(0, -1)},"more":true}`);
		service.behaviour.customFieldsUpdate = 'replace';
		await upsert({ email: 'a@example.com', custom_fields: [{ a: 1 }] });
		expect(service.contacts.all()[0]!.custom_fields).toEqual([{ a: 1 }]);
	});
});

describe('bad contacts', () => {
	const bad = { email: 'x@Refused.example' };
	const good = { email: 'good@example.com' };

	it.each([
		['refuse', 400, { message: 'contacts[1]: x@Refused.example is not accepted' }, 0],
		['refuse422', 422, { message: 'contacts[1]: x@Refused.example is not accepted' }, 0],
		['skip', 200, { synced: 1 }, 1],
	] as const)('%s', async (badContacts, status, body, stored) => {
		service.behaviour.badContacts = badContacts;
		const answered = await upsert(good, bad);
		expect([answered.status, answered.body]).toEqual([status, body]);
		expect(service.contacts.all()).toHaveLength(stored);
		expect(service.requests[0]!.applied).toBe(stored > 0);
	});

	it('are by default those without an @, besides the domains', async () => {
		expect((await upsert({ email: 'nobody' })).status).toBe(400);
		service.behaviour.badDomains = ['other.example'];
		expect((await upsert(bad)).status).toBe(200);
		expect((await upsert({ email: 'x@other.example' })).status).toBe(400);
	});

	it('are those that the given function names', async () => {
		service.behaviour.badContact = ({ name }) => name === 'bad';
		expect((await upsert({ email: 'nobody', name: 'good' })).status).toBe(200);
		expect((await upsert({ email: 'a@example.com', name: 'bad' })).status).toBe(400);
	});
});

describe('an update', () => {
	const stored = {
		email: 'a@example.com',
		name: 'Ada L',
		first_name: 'Ada',
		last_name: 'L',
		subscribed: false,
		custom_fields: { city: 'Oslo' },
	};

	it('by PUT merges, moves updatedAt on and answers the contact', async () => {
		const { id, ...before } = service.contacts.add(stored);
		const { status, body } = await call(service, 'PUT', `/contacts/${id}`, {
			body: { first_name: '', subscribed: true },
		});
		expect([status, body]).toEqual([
			200,
			{ id, ...before, first_name: '', subscribed: true, updatedAt: '2026-03-01T12:00:00.001Z' },
		]);
		expect(service.contacts.all()).toEqual([body]);
	});

	it('by PUT puts what it leaves out back to that of a new contact, if the service does so', async () => {
		const { id } = service.contacts.add(stored);
		service.behaviour.updateOmitted = 'clear';
		const { body } = await call(service, 'PUT', `/contacts/${id}`, { body: { last_name: 'M' } });
		expect(body).toMatchObject({
			email: 'a@example.com',
			name: '',
			first_name: '',
			last_name: 'M',
			subscribed: true,
			custom_fields: {},
		});
	});

	it('by POST merges the fields at the top level', async () => {
		const { id, ...before } = service.contacts.add(stored);
		const { status, body } = await call(service, 'POST', `/contacts/${id}`, {
			body: { newsletter_id: service.newsletterId, name: 'B', subscribed_from: 'import' },
		});
		expect(status).toBe(200);
		expect(body).toEqual({ id, ...before, name: 'B', updatedAt: '2026-03-01T12:00:00.001Z' });
		expect(service.contacts.byId(id)).toMatchObject({ name: 'B', subscribed_from: 'import' });
	});

	it('of an unknown contact is a 404', async () => {
		const { status, body } = await call(service, 'PUT', '/contacts/con_a%2Fb', { body: {} });
		expect([status, body]).toEqual([404, { error: 'Contact con_a/b not found' }]);
	});

	it("by POST of another newsletter's contact is no access", async () => {
		const { id } = service.addNewsletter('wks_otherNewsletter000001').add(stored);
		const { status, body } = await call(service, 'POST', `/contacts/${id}`, {
			body: { newsletter_id: service.newsletterId, name: 'B' },
		});
		expect([status, body]).toEqual([400, { error: 'No access to this contact' }]);
		expect(service.newsletter('wks_otherNewsletter000001').byId(id)!.name).toBe('Ada L');
	});

	it('to the email of another contact is refused', async () => {
		const [ada, ben] = service.contacts.add([{ email: 'ada@b.c' }, { email: 'ben@b.c' }]);
		const body = { email: 'Ben@b.c' };
		expect((await call(service, 'PUT', `/contacts/${ada!.id}`, { body })).status).toBe(400);
		expect((await call(service, 'PUT', `/contacts/${ben!.id}`, { body })).status).toBe(200);
	});
});

describe('a delete', () => {
	const remove = async (query: Record<string, boolean> = {}) =>
		await call(service, 'DELETE', '/contacts', {
			query: { newsletter_id: service.newsletterId, ...query },
		});

	beforeEach(() => {
		service.contacts.add([
			{ email: 'in@example.com' },
			{ email: 'out@example.com', subscribed: false },
		]);
		service.addNewsletter('wks_otherNewsletter000001').add(1);
	});

	it.each([
		['without subscribed', {}, {}, ['in@example.com']],
		['with subscribed=true', { subscribed: true }, {}, []],
		['with subscribed=false', { subscribed: false }, {}, ['in@example.com']],
		[
			'with subscribed=false, where that means all',
			{ subscribed: false },
			{ deleteSubscribedFalse: 'all' as const },
			[],
		],
	])('%s', async (_case, query, behaviour, left) => {
		Object.assign(service.behaviour, behaviour);
		const { status, body } = await remove(query as Record<string, boolean>);
		expect([status, body]).toEqual([200, { contacts_removed: 2 - left.length }]);
		expect(service.contacts.all().map(({ email }) => email)).toEqual(left);
		expect(service.newsletter('wks_otherNewsletter000001').all()).toHaveLength(1);
	});

	it.each([
		['404', 404, { message: 'No contacts found' }],
		['200', 200, { contacts_removed: 0 }],
	] as const)('of none is a %s', async (deleteNone, status, body) => {
		await remove();
		service.behaviour.deleteNone = deleteNone;
		const answered = await remove();
		expect([answered.status, answered.body]).toEqual([status, body]);
		expect(service.requests.map(({ applied }) => applied)).toEqual([true, false]);
	});
});
