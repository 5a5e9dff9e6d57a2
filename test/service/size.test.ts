/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import type { Order } from './behaviour';
import { startService, type Service } from './index';
import { list } from './testClient';

const COUNT = 100_000;
const MOST_MS = 2000;

let service: Service;
let tookMs: number;

/** Time of the processor, which does not grow when other processes are busy. */
const lasted = async (work: () => unknown) => {
	const start = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1000;
};

/** Others' work on the same processor makes some tries slow; what it takes is what the best one took. */
const TRIES = 5;

beforeAll(async () => {
	service = await startService();
	tookMs = Infinity;
	for (let tries = 0; tries < TRIES && tookMs >= MOST_MS; tries += 1) {
		service.reset();
		tookMs = await lasted(() => service.contacts.add(COUNT));
	}
});
afterAll(async () => await service.stop());

it('makes 100,000 contacts in under 2 s, each shown, distinct and created later than the one before', () => {
	expect(tookMs).toBeLessThan(MOST_MS);
	const contacts = service.contacts.all();
	expect(new Set(contacts.map(({ email }) => email.toLowerCase())).size).toBe(COUNT);
	expect(new Set(contacts.map(({ id }) => id)).size).toBe(COUNT);
	expect(contacts.every(({ id }) => /^con_\w{21}$/.test(id))).toBe(true);
	const times = contacts.map(({ createdAt }) => createdAt);
	expect(times.every((time, index) => index === 0 || time > times[index - 1]!)).toBe(true);
	expect(Date.parse(times[COUNT - 1]!)).toBeLessThan(Date.now());
});

it.each<Order>([
	'newest',
	'oldest',
	'email',
	'random',
	'shuffled',
	'updatedNewest',
	'updatedOldest',
])(
	'sorts 100,000 contacts once for all pages, and again only after a change, %s',
	async (order) => {
		service.behaviour.order = order;
		const sorts = jest.spyOn(Array.prototype, 'sort');
		/** How often nearly all contacts are put in order meanwhile. */
		const sortsOf = async (work: () => Promise<unknown>) => {
			sorts.mockClear();
			await work();
			return sorts.mock.contexts.filter((sorted) => (sorted as unknown[]).length > COUNT / 2)
				.length;
		};
		try {
			const manyPages = async () => {
				for (let page = 1; page <= 20; page++) {
					expect((await list(service, { page, subscribed: true })).total).toBe(COUNT);
				}
			};
			expect(await sortsOf(manyPages)).toBeLessThanOrEqual(1);
			expect(await sortsOf(manyPages)).toBe(0);
			service.contacts.update(service.contacts.byEmail('contact1@example.com')!.id, {});
			expect(await sortsOf(manyPages)).toBeLessThanOrEqual(1);
		} finally {
			sorts.mockRestore();
		}
	},
);
