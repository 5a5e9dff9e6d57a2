import type { Order } from '../service';
import {
	add,
	addHistory,
	emailsOf,
	EVERY_ORDER,
	LiveTrigger,
	sorted,
	useService,
	type Event,
} from './liveTrigger';
import { MINUTE_MS, passTime, SECOND_MS } from './virtualTime';

const on = useService();

const activated = async (event: Event, order: Order, count: number, options = {}) => {
	on.service.behaviour.order = order;
	addHistory(on.service, count);
	return await LiveTrigger.activated(on.service, { parameters: { event, options } });
};

/** Polls a minute apart that find nothing new: one request each, and nothing is written. */
const expectIdle = async (trigger: LiveTrigger, polls = 3) => {
	for (let idle = 0; idle < polls; idle += 1) {
		passTime(MINUTE_MS);
		const { emails, requests, writes } = await trigger.poll();
		expect([emails, requests.length, writes]).toEqual([null, 1, 0]);
	}
};

const IN_ORDER: Array<{ event: Event; order: Order }> = [
	{ event: 'contactCreated', order: 'newest' },
	{ event: 'contactCreated', order: 'oldest' },
	{ event: 'contactUpdated', order: 'updatedNewest' },
	{ event: 'contactUpdated', order: 'updatedOldest' },
];
const isInOrder = ({ event, order }: { event: Event; order: Order }) =>
	IN_ORDER.some((row) => row.event === event && row.order === order);

describe.each(IN_ORDER)('$event on a list in the order "$order"', ({ event, order }) => {
	it.each([
		{ history: '250 contacts', count: 250 },
		{ history: '2,000 contacts', count: 2000 },
		{ history: 'as many contacts as fill 3 pages', count: 297 },
		{ history: 'one page of contacts', count: 80 },
	])('a poll without news is one request, and writes nothing: $history', async ({ count }) => {
		const trigger = await activated(event, order, count);
		add(on.service, 3);
		await trigger.poll();
		await trigger.settle();
		await expectIdle(trigger, 5);
	});

	it('asks once when idle from the second poll on where polls are an hour apart', async () => {
		const trigger = await activated(event, order, 940);
		add(on.service, 150);
		// Until the service's clock, in whole seconds, has come to all of them.
		passTime(2 * SECOND_MS);
		expect(await trigger.emails()).toHaveLength(150);
		passTime(60 * MINUTE_MS);
		await trigger.poll();
		passTime(59 * MINUTE_MS);
		await expectIdle(trigger, 1);
	});

	it('asks once when idle where 350 contacts share the newest time stamp', async () => {
		const trigger = await activated(event, order, 240);
		const added = add(on.service, 350, { createdAt: Date.now() });
		expect(sorted(await trigger.emails())).toEqual(sorted(emailsOf(added)));
		await trigger.settle();
		await expectIdle(trigger);
	});

	it('asks only for the pages of the last 10 minutes while contacts may still come late', async () => {
		const trigger = await activated(event, order, 950);
		await trigger.settle();
		for (let minute = 0; minute < 5; minute += 1) {
			const added = add(on.service, 10);
			const { emails, requests } = await trigger.poll();
			expect(emails).toEqual(emailsOf(added));
			expect(requests.length).toBeLessThanOrEqual(4);
			passTime(MINUTE_MS);
		}
	});

	it('asks once for what is new on the newest page after a quiet time', async () => {
		const trigger = await activated(event, order, 950);
		await trigger.settle();
		const added = add(on.service, 3);
		passTime(SECOND_MS);
		const { emails, requests } = await trigger.poll();
		expect([emails, requests.length]).toEqual([emailsOf(added), 1]);
	});

	it('reads everything where the total grew by more than it found', async () => {
		const trigger = await activated(event, order, 450);
		await trigger.settle();
		on.service.behaviour.order = 'email';
		const added = add(on.service, 4);
		passTime(MINUTE_MS);
		const { emails, requests } = await trigger.poll();
		expect(emails).toEqual(emailsOf(added));
		expect(requests.length).toBeGreaterThanOrEqual(5);
	});

	/** Leaves 1,000 contacts in polls of 100, 20 a page, and counts the requests. */
	const backlogRequests = async (apartMs: number) => {
		const trigger = await activated(event, order, 950, { maxContacts: 100, pageSize: 20 });
		await trigger.settle();
		const beganMs = Date.now();
		passTime(1000 * apartMs);
		const created = Array.from({ length: 1000 }, (_, index) => beganMs + index * apartMs);
		const added = created.flatMap((createdAt) => emailsOf(add(on.service, 1, { createdAt })));
		const before = on.service.requests.length;
		const polls = await trigger.drain();
		expect(polls.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 100));
		expect(polls.flat()).toEqual(added);
		return on.service.requests.length - before;
	};
	// As a poll asks for five pages at once, it may ask for four too many.
	const boundOf = (pagesOf: (poll: number) => number) =>
		Array.from({ length: 11 }, (_, poll) => pagesOf(poll) + 5).reduce((sum, pages) => sum + pages);

	it('reads no page below the cursor in the polls of a backlog', async () => {
		const bound = boundOf((poll) => (1000 - 100 * poll) / 20);
		expect(await backlogRequests(MINUTE_MS)).toBeLessThanOrEqual(bound);
	});

	it('reads the pages of the last 10 minutes in the polls of an import', async () => {
		expect(await backlogRequests(2)).toBeLessThanOrEqual(boundOf(() => 1000 / 20));
	});
});

describe.each(EVERY_ORDER.filter((row) => !isInOrder(row)))(
	'$event on a list in the order "$order"',
	({ event, order }) => {
		it('asks for no more than every page once when idle, and then writes nothing', async () => {
			const trigger = await activated(event, order, 450);
			add(on.service, 3);
			await trigger.poll();
			await trigger.settle();
			for (let idle = 0; idle < 3; idle += 1) {
				passTime(MINUTE_MS);
				const { emails, requests, writes } = await trigger.poll();
				expect([emails, writes]).toEqual([null, 0]);
				expect(requests.length).toBeLessThanOrEqual(5);
			}
		});
	},
);

describe('Contact Created or Updated on a list in the order of creation', () => {
	it.each(['newest', 'oldest', 'updatedNewest', 'updatedOldest'] as const)(
		'finds an update deep in a list in the order "%s" where nobody had been updated before',
		async (order) => {
			on.service.behaviour.order = order;
			const nowMs = Date.now();
			const old = on.service.contacts.add(
				Array.from({ length: 450 }, (_, index) => ({
					createdAt: nowMs - (450 - index) * MINUTE_MS,
				})),
			);
			const trigger = await LiveTrigger.start(on.service, {
				parameters: { event: 'contactUpdated' },
			});
			await trigger.poll();
			await trigger.settle();
			for (const index of [225, 226]) {
				const { email } = on.service.contacts.update(old[index]!.id, { name: 'Ada' });
				passTime(MINUTE_MS);
				expect(await trigger.emails()).toEqual([email]);
				passTime(20 * MINUTE_MS);
			}
		},
	);
});

describe.each(['newest', 'oldest'] as const)(
	'Contact Created on a list in the order "%s" where nobody had been updated before',
	(order) => {
		const untouched = async () => {
			on.service.behaviour.order = order;
			const nowMs = Date.now();
			const contacts = on.service.contacts.add(
				Array.from({ length: 450 }, (_, index) => ({
					createdAt: nowMs - (450 - index) * MINUTE_MS,
				})),
			);
			const trigger = await LiveTrigger.start(on.service);
			await trigger.settle();
			return { contacts, trigger };
		};

		it.each([
			['everybody is updated at once', 0],
			['the newest 250 are updated at once', 200],
			['the newest alone is updated', 449],
		])('asks once when idle 10 minutes after %s', async (_, from) => {
			const { contacts, trigger } = await untouched();
			const updatedAt = Date.now();
			for (const { id } of contacts.slice(from)) {
				on.service.contacts.update(id, { updatedAt });
			}
			await trigger.settle();
			await expectIdle(trigger);
		});
	},
);

describe('the stored state', () => {
	it('is written once, by the poll that delivers', async () => {
		const trigger = await activated('contactCreated', 'newest', 250);
		expect(trigger.writes).toBe(1);
		add(on.service, 250);
		expect((await trigger.poll()).writes).toBe(1);
	});

	it('stays under 256 KB through an import of 20,000 with one time stamp', async () => {
		const trigger = await activated('contactCreated', 'newest', 120, {
			maxContacts: 20_000,
			pageSize: 20_000,
		});
		const added = add(on.service, 20_000, { createdAt: Date.now() });
		for (let polls = 0; polls < 6 && trigger.delivered.length < 20_000; polls += 1) {
			await trigger.poll();
			expect(Buffer.byteLength(JSON.stringify(trigger.state))).toBeLessThan(256 * 1024);
			passTime(11 * MINUTE_MS);
		}
		const due = added.map(({ id, createdAt }) => `${id} ${createdAt}`);
		expect(sorted(trigger.delivered)).toEqual(sorted(due));
	});
});
