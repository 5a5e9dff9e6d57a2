import { startService, type Service } from './index';
import { call } from './testClient';

let service: Service;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.reset());
afterAll(async () => await service.stop());

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
		[
			'without subscribed, where subscribed=false means all',
			{},
			{ deleteSubscribedFalse: 'all' as const },
			['in@example.com'],
		],
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
