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
