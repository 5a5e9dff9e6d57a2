import type { ContactStore } from '../service';
import { beforeEachRequest } from '../support/betweenRequests';
import { add, addHistory, LiveTrigger, seeds, sorted, useService, type Event } from './liveTrigger';
import { MINUTE_MS, passTime, SECOND_MS } from './virtualTime';

const on = useService();

afterEach(() => {
	Reflect.deleteProperty(on.service.requests, 'push');
});

interface Move {
	change: string;
	make: (contacts: ContactStore, ids: { old: string[]; added: string[] }) => void;
}

const comes = (contacts: ContactStore, count: number) => contacts.add(seeds(count));
const leaves = (contacts: ContactStore, ids: string[]) => ids.map((id) => contacts.remove(id));

const MOVES: Move[] = [
	{ change: 'one comes', make: (contacts) => comes(contacts, 1) },
	{ change: 'a page comes', make: (contacts) => comes(contacts, 10) },
	{ change: 'an old one leaves', make: (contacts, { old }) => leaves(contacts, old.splice(20, 1)) },
	{
		change: 'a page of old ones leaves',
		make: (contacts, { old }) => leaves(contacts, old.splice(20, 10)),
	},
	{
		change: 'the newest one leaves',
		make: (contacts, { added }) => leaves(contacts, added.splice(-1, 1)),
	},
	{
		change: 'one comes and an old one leaves',
		make: (contacts, { old }) => {
			comes(contacts, 1);
			leaves(contacts, old.splice(20, 1));
		},
	},
	{
		change: 'five come and five old ones leave',
		make: (contacts, { old }) => {
			comes(contacts, 5);
			leaves(contacts, old.splice(20, 5));
		},
	},
	{
		change: 'one comes and the newest but one leaves',
		make: (contacts, { added }) => {
			comes(contacts, 1);
			leaves(contacts, added.splice(-2, 1));
		},
	},
	{
		change: 'one comes and the oldest new one leaves',
		make: (contacts, { added }) => {
			comes(contacts, 1);
			leaves(contacts, added.splice(0, 1));
		},
	},
];

const LISTS: Array<{
	event: Event;
	order: 'newest' | 'oldest' | 'updatedNewest' | 'updatedOldest';
}> = [
	{ event: 'contactCreated', order: 'newest' },
	{ event: 'contactCreated', order: 'oldest' },
	{ event: 'contactUpdated', order: 'updatedNewest' },
	{ event: 'contactUpdated', order: 'updatedOldest' },
];

describe.each(LISTS)('$event on a list in the order "$order"', ({ event, order }) => {
	/** Polls eleven times for 50 new contacts and moves the list once in each, one request later each time. */
	const rounds = async (make: Move['make']) => {
		const { contacts, behaviour } = on.service;
		behaviour.order = order;
		const old = addHistory(on.service, 200).map(({ id }) => id);
		const isOld = new Set(old);
		const trigger = await LiveTrigger.start(on.service, {
			parameters: { event, options: { pageSize: 10 } },
		});
		await trigger.poll();
		await trigger.settle();
		const delayed: string[] = [];
		for (let place = 2; place <= 12; place += 1) {
			const added = add(on.service, 50).map(({ id }) => id);
			passTime(SECOND_MS);
			let requests = 0;
			const hook = beforeEachRequest(on.service, () => {
				requests += 1;
				if (requests === place) make(contacts, { old, added });
			});
			const { json } = await trigger.poll();
			hook.stop();
			const inThisPoll = new Set(json.map(({ id }) => id));
			delayed.push(...added.filter((id) => !inThisPoll.has(id)));
			passTime(11 * MINUTE_MS);
			await trigger.poll();
			passTime(11 * MINUTE_MS);
		}
		await trigger.poll();
		return { delivered: trigger.delivered, delayed, isOld };
	};

	it.each(MOVES)(
		'each new contact is delivered once, and at once, when $change between two requests',
		async ({ make }) => {
			const { delivered, delayed, isOld } = await rounds(make);
			expect(delayed).toEqual([]);
			expect(delivered.filter((one, index) => delivered.indexOf(one) !== index)).toEqual([]);
			const ids = new Set(delivered.map((one) => one.split(' ')[0]!));
			expect([...ids].filter((id) => isOld.has(id))).toEqual([]);
			const due = on.service.contacts.all().filter(({ id }) => !isOld.has(id));
			expect(due.filter(({ id }) => !ids.has(id))).toEqual([]);
		},
	);
});

describe('a list that is no longer in the order it was', () => {
	it.each([
		{ before: 'newest', after: 'oldest' },
		{ before: 'oldest', after: 'newest' },
	] as const)(
		'is found out by its growth where the page read fits either order, $before then $after',
		async ({ before, after }) => {
			on.service.behaviour.order = before;
			const sameMs = Date.now() - 1000 * MINUTE_MS;
			on.service.contacts.add(seeds(120, { createdAt: sameMs }));
			addHistory(on.service, 330);
			const trigger = await LiveTrigger.start(on.service);
			await trigger.poll();
			await trigger.settle();

			on.service.behaviour.order = after;
			const added = add(on.service, 4);
			passTime(MINUTE_MS);
			expect(sorted(await trigger.emails())).toEqual(sorted(added.map(({ email }) => email)));
			await trigger.settle();
		},
	);

	it.each(['updatedNewest', 'updatedOldest'] as const)(
		'still shows each update, where it had been in the order "%s"',
		async (order) => {
			for (const after of ['email', 'shuffled', 'newest', 'oldest'] as const) {
				on.service.contacts.clear();
				on.service.behaviour.order = order;
				const old = addHistory(on.service, 450);
				const trigger = await LiveTrigger.start(on.service, {
					parameters: { event: 'contactUpdated' },
				});
				await trigger.poll();
				await trigger.settle();
				on.service.behaviour.order = after;
				const { email } = on.service.contacts.update(old[225]!.id, { name: 'Ada' });
				passTime(MINUTE_MS);
				expect([after, await trigger.emails()]).toEqual([after, [email]]);
			}
		},
	);
});
