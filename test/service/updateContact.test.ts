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

	it('is found by an ID of any length', async () => {
		const { id } = service.contacts.add({ ...stored, id: `con_${'x'.repeat(1000)}` });
		const { status } = await call(service, 'PUT', `/contacts/${id}`, { body: { name: 'B' } });
		expect(status).toBe(200);
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
