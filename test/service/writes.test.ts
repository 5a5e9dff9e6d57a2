import { call, OTHER_NEWSLETTER, useService } from './testClient';

const on = useService();

const ask = async (method: string, path: string, body?: unknown, query = {}) => {
	const answered = await call(on.service, method, path, { body, query });
	return [answered.status, answered.body];
};

const upsert = async (...contacts: unknown[]) =>
	await ask('POST', '/contacts', { newsletter_id: on.service.newsletterId, contacts });

describe('the bulk write', () => {
	it('creates contacts as subscribed, and never shows the category they came from', async () => {
		const contact = { email: 'Ada+1@Example.com', subscribed_from: 'form' };
		expect(await upsert(contact)).toEqual([200, { synced: 1 }]);
		expect(on.service.contacts.all()).toMatchObject([{ ...contact, subscribed: true }]);
		const query = { newsletter_id: on.service.newsletterId };
		expect((await call(on.service, 'GET', '/contacts', { query })).text).not.toContain('form');
	});

	it('merges by an email in any case, and by an ID before the email', async () => {
		const before = on.service.contacts.add({ email: 'ada@example.com', last_name: 'L' });
		on.nowMs += 5000;
		await upsert({ email: 'ADA@example.com', first_name: 'Ada', subscribed: false });
		const merged = {
			...before,
			email: 'ADA@example.com',
			first_name: 'Ada',
			subscribed: false,
			updatedAt: '2026-03-01T12:00:05.500Z',
		};
		expect(on.service.contacts.all()).toEqual([merged]);
		await upsert({ id: before.id, email: 'new@example.com' });
		expect(on.service.contacts.all()).toMatchObject([{ id: before.id, email: 'new@example.com' }]);
		expect(on.service.contacts.byEmail('ada@example.com')).toBeUndefined();
	});

	it('counts an email that stands twice as two, and the later one wins', async () => {
		const twice = [
			{ email: 'a@b.c', name: 'first' },
			{ email: 'A@b.c', name: 'second' },
		];
		expect(await upsert(...twice)).toEqual([200, { synced: 2 }]);
		expect(on.service.contacts.all()).toMatchObject([twice[1]!]);
	});

	it('takes no email away from another contact', async () => {
		const [ada, ben] = on.service.contacts.add([{ email: 'ada@b.c' }, { email: 'ben@b.c' }]);
		expect((await upsert({ id: ada!.id, email: 'BEN@b.c' }))[0]).toBe(400);
		expect(on.service.contacts.all()).toEqual([ada, ben]);
	});

	const refused = { message: 'contacts[1]: x@Refused.example is not accepted' };
	it.each([
		['refuse', 400, refused, 0],
		['refuse422', 422, refused, 0],
		['skip', 200, { synced: 1 }, 1],
	] as const)('lets one bad contact %s', async (badContacts, status, body, stored) => {
		on.service.behaviour.badContacts = badContacts;
		const contacts = [{ email: 'good@example.com' }, { email: 'x@Refused.example' }];
		expect(await upsert(...contacts)).toEqual([status, body]);
		expect(on.service.contacts.size).toBe(stored);
	});

	it('takes for bad those without an @, or those that a test names', async () => {
		expect((await upsert({ email: 'nobody' }))[0]).toBe(400);
		on.service.behaviour.badContact = ({ name }) => name === 'bad';
		expect((await upsert({ email: 'nobody' }))[0]).toBe(200);
		expect((await upsert({ email: 'a@example.com', name: 'bad' }))[0]).toBe(400);
	});
});

describe('an update', () => {
	const stored = { email: 'ada@b.c', name: 'Ada', subscribed: false, custom_fields: { a: 1 } };

	it('by PUT merges, moves updatedAt on and answers the contact', async () => {
		const before = on.service.contacts.add(stored);
		const change = { first_name: '', subscribed: true };
		const after = { ...before, ...change, updatedAt: '2026-03-01T12:00:00.501Z' };
		expect(await ask('PUT', `/contacts/${before.id}`, change)).toEqual([200, after]);
		expect(on.service.contacts.all()).toEqual([after]);
	});

	it('of an unknown contact is a 404, with an ID of any length and character', async () => {
		const id = `con_/${'x'.repeat(1000)}`;
		const answered = await ask('PUT', `/contacts/${encodeURIComponent(id)}`, {});
		expect(answered).toEqual([404, { error: `Contact ${id} not found` }]);
	});

	it("by POST of another newsletter's contact is no access", async () => {
		const { id } = on.service.addNewsletter(OTHER_NEWSLETTER).add(stored);
		const body = { newsletter_id: on.service.newsletterId, name: 'B' };
		const answered = await ask('POST', `/contacts/${id}`, body);
		expect(answered).toEqual([400, { error: 'No access to this contact' }]);
	});
});

it.each([
	['without subscribed, the unsubscribed', {}, ['in@b.c']],
	['with subscribed=false, the unsubscribed', { subscribed: false }, ['in@b.c']],
	['with subscribed=true, all', { subscribed: true }, []],
])('a delete removes %s, of this newsletter only', async (_who, subscribed, left) => {
	on.service.contacts.add([{ email: 'in@b.c' }, { email: 'out@b.c', subscribed: false }]);
	on.service.addNewsletter(OTHER_NEWSLETTER).add(1);
	const query = { newsletter_id: on.service.newsletterId, ...subscribed };
	const removed = { contacts_removed: 2 - left.length };
	expect(await ask('DELETE', '/contacts', undefined, query)).toEqual([200, removed]);
	expect(on.service.contacts.all().map(({ email }) => email)).toEqual(left);
	expect(on.service.newsletter(OTHER_NEWSLETTER).size).toBe(1);
	const again = await ask('DELETE', '/contacts', undefined, query);
	expect(again).toEqual([404, { message: 'No contacts found' }]);
});

describe('a send', () => {
	const create = async (fields: object = {}) => {
		const body = { workspace_id: on.service.newsletterId, page_id: 'p1', ...fields };
		return (await ask('POST', '/sends', body))[1] as { id: string };
	};

	it('is a draft with the documented defaults under what was given', async () => {
		const created = await create({ segment_id: 'seg', showCover: false });
		expect(created).toEqual({
			id: expect.any(String),
			workspace_id: on.service.newsletterId,
			page_id: 'p1',
			segment_id: 'seg',
			html: expect.any(String),
			subject: 'page p1',
			preheader: '',
			font: '',
			css: '',
			linkColor: '#0000ED',
			dividerColor: '#434343',
			dividerSize: 1,
			showCover: false,
			trackOpens: true,
			trackLinks: true,
			status: 'draft',
			createdAt: '2026-03-01T12:00:00.500Z',
			updatedAt: '2026-03-01T12:00:00.500Z',
		});
		expect(on.service.sends.all()).toEqual([{ ...created, timesSent: 0, senderIds: [] }]);
	});

	it('of an unknown workspace is refused', async () => {
		const body = { workspace_id: OTHER_NEWSLETTER, page_id: 'p1' };
		const message = `Invalid newsletter ID ${OTHER_NEWSLETTER}`;
		expect(await ask('POST', '/sends', body)).toEqual([400, { error: 400, message }]);
	});

	it.each([
		['allow', 200, 2],
		['refuse', 400, 1],
	] as const)('goes to the subscribed; a second sending: %s', async (sendTwice, status, times) => {
		on.service.contacts.add([{ email: 'a@b.c' }, { email: 'b@b.c', subscribed: false }]);
		on.service.behaviour.sendTwice = sendTwice;
		const path = `/sends/${(await create()).id}/send`;
		const sending = [200, { subscribers: 1, status: 'sending' }];
		expect(await ask('POST', path, { senderId: 'snr' })).toEqual(sending);
		expect((await ask('POST', path))[0]).toBe(status);
		expect(on.service.sends.all()).toMatchObject([
			{ status: 'sending', timesSent: times, senderIds: ['snr', null].slice(0, times) },
		]);
	});
});
