import { startService, type Service } from './index';
import { call } from './testClient';

const OTHER = 'wks_otherNewsletter000001';

let service: Service;

beforeAll(async () => {
	service = await startService({ contacts: 1 });
});
beforeEach(() => service.reset());
afterAll(async () => await service.stop());

const refusal = async (operation: 'list' | 'update' | 'send') => {
	const answered = await {
		list: async () => await call(service, 'GET', '/contacts', { query: { newsletter_id: OTHER } }),
		update: async () => await call(service, 'PUT', '/contacts/con_x', { body: {} }),
		send: async () => await call(service, 'POST', '/sends/x/send'),
	}[operation]();
	return answered.body;
};

const texts = {
	list: `Invalid newsletter ID ${OTHER}`,
	update: 'Contact con_x not found',
	send: 'Send x not found',
};

it('refusals have the shape documented for the operation', async () => {
	expect(await refusal('list')).toEqual({ message: texts.list });
	expect(await refusal('update')).toEqual({ error: texts.update });
	expect(await refusal('send')).toEqual({ error: 404, message: texts.send });
	expect(service.requests.map(({ refusedBy, reason }) => [refusedBy, reason])).toEqual([
		['service', texts.list],
		['service', texts.update],
		['service', texts.send],
	]);
});

it.each([
	['errorMessage', (error: number, message: string) => ({ error, message })],
	['message', (_status: number, message: string) => ({ message })],
	['errorText', (_status: number, error: string) => ({ error })],
] as const)('all refusals have the shape %s', async (errorShape, body) => {
	service.behaviour.errorShape = errorShape;
	expect(await refusal('list')).toEqual(body(400, texts.list));
	expect(await refusal('update')).toEqual(body(404, texts.update));
	expect(await refusal('send')).toEqual(body(404, texts.send));
});

it.each([401, 403, 400] as const)('a wrong key is refused with %s', async (badKeyStatus) => {
	service.behaviour.badKeyStatus = badKeyStatus;
	const query = { newsletter_id: service.newsletterId };
	for (const authorization of ['Bearer wrong', service.apiKey, undefined]) {
		const { status, body } = await call(service, 'GET', '/contacts', {
			query,
			headers: { authorization },
		});
		expect([status, body]).toEqual([badKeyStatus, { message: 'The API key is not valid' }]);
	}
	expect(service.requests).toHaveLength(3);
	expect(service.requests[0]).toMatchObject({
		refusedBy: 'key',
		reason: 'The API key is not valid',
		applied: false,
		headers: { authorization: false },
	});
	expect(JSON.stringify(service.requests)).not.toContain(service.apiKey);
});

it('a wrong key is refused with a message on every operation', async () => {
	for (const [method, path, body] of [
		['PUT', '/contacts/con_x', {}],
		['POST', '/sends/x/send', undefined],
	] as const) {
		const headers = { authorization: 'Bearer wrong' };
		const answered = await call(service, method, path, { body, headers });
		expect(answered.body).toEqual({ message: 'The API key is not valid' });
	}
});

it('a wrong key changes nothing', async () => {
	const before = service.contacts.all();
	await call(service, 'DELETE', '/contacts', {
		query: { newsletter_id: service.newsletterId, subscribed: true },
		headers: { authorization: 'Bearer wrong' },
	});
	expect(service.contacts.all()).toEqual(before);
});
