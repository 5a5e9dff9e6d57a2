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

const create = async (fields: object = {}) => {
	const body = { workspace_id: service.newsletterId, page_id: 'p1', ...fields };
	return (await call(service, 'POST', '/sends', { body })).body as { id: string };
};

it('a send is a draft with the documented defaults', async () => {
	const created = await create();
	expect(created).toEqual({
		id: expect.any(String),
		workspace_id: service.newsletterId,
		page_id: 'p1',
		html: expect.any(String),
		subject: 'page p1',
		preheader: '',
		font: '',
		css: '',
		linkColor: '#0000ED',
		dividerColor: '#434343',
		dividerSize: 1,
		showCover: true,
		trackOpens: true,
		trackLinks: true,
		status: 'draft',
		createdAt: '2026-03-01T12:00:00.000Z',
		updatedAt: '2026-03-01T12:00:00.000Z',
	});
	expect(service.sends.all()).toEqual([{ ...created, timesSent: 0, senderIds: [] }]);
});

it('a send has the fields that were given', async () => {
	const fields = { subject: 'S', segment_id: 'seg', dividerSize: 3, showCover: false };
	expect(await create(fields)).toMatchObject(fields);
});

it('a send of an unknown workspace is refused', async () => {
	const body = { workspace_id: 'wks_otherNewsletter000001', page_id: 'p1' };
	const answered = await call(service, 'POST', '/sends', { body });
	const message = 'Invalid newsletter ID wks_otherNewsletter000001';
	expect([answered.status, answered.body]).toEqual([400, { error: 400, message }]);
	expect(service.sends.all()).toEqual([]);
});

it.each([
	[true, 1],
	[false, 2],
])('unsubscribed contacts are left out: %s', async (unsubscribedExcluded, subscribers) => {
	service.contacts.add([{ email: 'a@b.c' }, { email: 'b@b.c', subscribed: false }]);
	service.behaviour.unsubscribedExcluded = unsubscribedExcluded;
	const { id } = await create();
	const { status, body } = await call(service, 'POST', `/sends/${id}/send`);
	expect([status, body]).toEqual([200, { subscribers, status: 'sending' }]);
});

it.each([
	['allow', 200, 2],
	['refuse', 400, 1],
] as const)('a second sending: %s', async (sendTwice, status, timesSent) => {
	service.behaviour.sendTwice = sendTwice;
	const { id } = await create();
	await call(service, 'POST', `/sends/${id}/send`, { body: { senderId: 'snr' } });
	const second = await call(service, 'POST', `/sends/${id}/send`);
	expect(second.status).toBe(status);
	expect(service.sends.all()).toMatchObject([
		{ id, status: 'sending', timesSent, senderIds: ['snr', null].slice(0, timesSent) },
	]);
});

it('an unknown send is a 404 with the error body', async () => {
	const { status, body } = await call(service, 'POST', '/sends/none/send');
	expect([status, body]).toEqual([404, { error: 404, message: 'Send none not found' }]);
});

it.each([
	[null, { status: 'sending' }],
	[5000, { status: 'sent', sentAt: '2026-03-01T12:00:05.000Z' }],
	[9001, { status: 'sending' }],
])('a sending is sent after %s ms', async (sentAfter, expected) => {
	service.behaviour.sentAfter = sentAfter;
	const { id } = await create();
	await call(service, 'POST', `/sends/${id}/send`);
	nowMs += 9000;
	expect(service.sends.all()).toMatchObject([expected]);
});
