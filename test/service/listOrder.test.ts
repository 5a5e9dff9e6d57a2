import type { Order } from './behaviour';
import { startService, type Service } from './index';
import { emails } from './testClient';

const NOW_MS = Date.parse('2026-03-01T12:00:00.500Z');

let service: Service;

beforeAll(async () => {
	service = await startService({ clock: () => NOW_MS });
});
beforeEach(() => service.reset());
afterAll(async () => await service.stop());

const addThree = () => {
	service.contacts.add([
		{ email: 'b@example.com', createdAt: NOW_MS - 3000, updatedAt: NOW_MS - 100 },
		{ email: 'C@example.com', createdAt: NOW_MS - 2000, updatedAt: NOW_MS - 300 },
		{
			email: 'a@example.org',
			createdAt: NOW_MS - 1000,
			updatedAt: NOW_MS - 200,
			subscribed: false,
		},
	]);
};

const addNumbered = (count: number) => {
	const numbers = Array.from({ length: count }, (_, index) => index + 1);
	service.contacts.add(numbers.map((number) => ({ email: `n${number}@example.com` })));
};

describe('the order', () => {
	it.each<[Order, string]>([
		['newest', 'a C b'],
		['oldest', 'b C a'],
		['email', 'a b C'],
		['updatedNewest', 'b a C'],
		['updatedOldest', 'C a b'],
	])('%s is that of its name', async (order, expected) => {
		addThree();
		service.behaviour.order = order;
		const shown = await emails(service);
		expect(shown.map((email) => email[0]).join(' ')).toBe(expected);
	});

	it.each<Order>(['newest', 'oldest', 'updatedNewest', 'updatedOldest'])(
		'%s keeps contacts of one timestamp in the order of creation',
		async (order) => {
			service.contacts.add(['x', 'y', 'z'].map((email) => ({ email, createdAt: NOW_MS })));
			service.behaviour.order = order;
			expect(await emails(service)).toEqual(['x', 'y', 'z']);
		},
	);

	it('follows each switch and filter, and is not made again while nothing changes', async () => {
		addThree();
		const initials = async (query = {}) =>
			(await emails(service, query)).map((email) => email[0]).join(' ');
		expect(await initials({ subscribed: true })).toBe('C b');
		expect(await initials()).toBe('a C b');
		service.contacts.add({ email: 'd@example.com', createdAt: NOW_MS - 999 });
		expect(await initials()).toBe('d a C b');
		service.behaviour.timestampPrecision = 's';
		expect(await initials()).toBe('a d C b');
		const first = service.contacts.views.list('email', 'ms', {});
		expect(service.contacts.views.list('email', 'ms', {})).toBe(first);
	});

	it('shuffled is one order for all requests, random another for each', async () => {
		addNumbered(50);
		service.behaviour.order = 'shuffled';
		const first = await emails(service);
		expect(await emails(service)).toEqual(first);
		service.behaviour.order = 'newest';
		const sorted = await emails(service);
		expect([...first].sort()).toEqual([...sorted].sort());
		expect(first).not.toEqual(sorted);
		expect(first).not.toEqual([...sorted].reverse());
		service.behaviour.order = 'random';
		const random = await emails(service);
		expect([...random].sort()).toEqual([...sorted].sort());
		expect(random).not.toEqual(await emails(service));
	});

	it('shuffled stays the same for the rest when contacts come and go', async () => {
		addNumbered(20);
		service.behaviour.order = 'shuffled';
		const before = await emails(service);
		service.contacts.remove(service.contacts.byEmail('n7@example.com')!.id);
		service.contacts.add({ email: 'added@example.com' });
		const after = await emails(service);
		expect(after).toHaveLength(20);
		expect(after.filter((email) => email !== 'added@example.com')).toEqual(
			before.filter((email) => email !== 'n7@example.com'),
		);
	});

	it.each<Order>(['newest', 'oldest', 'email', 'updatedNewest', 'updatedOldest'])(
		'%s holds after each change of a contact',
		async (order) => {
			addNumbered(20);
			service.behaviour.order = order;
			const idOf = (email: string) => service.contacts.byEmail(email)!.id;
			const changes: Array<() => unknown> = [
				() => service.contacts.add({ email: 'added@example.com' }),
				() => service.contacts.update(idOf('n5@example.com'), { email: 'zz@example.com' }),
				() => service.contacts.remove(idOf('n7@example.com')),
			];
			for (const change of changes) {
				await emails(service);
				change();
				const fresh = await startService({ behaviour: { order } });
				fresh.contacts.add(service.contacts.all());
				expect(await emails(service)).toEqual(await emails(fresh));
				await fresh.stop();
			}
		},
	);
});
