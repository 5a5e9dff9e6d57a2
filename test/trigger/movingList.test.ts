import { add, addHistory, LiveTrigger, seeds, sorted, useService, type Event } from './liveTrigger';
import { randomFrom } from './randomFrom';
import { Poller, SimulatedList } from './simulation';
import { MINUTE_MS, passTime, SECOND_MS } from './virtualTime';

const on = useService();

interface Move {
	change: string;
	make: (list: SimulatedList, ids: { old: string[]; added: string[] }) => void;
}

const comes = (list: SimulatedList, count: number) =>
	Array.from({ length: count }, () => list.add());
const leaves = (list: SimulatedList, ids: string[]) => ids.map((id) => list.remove(id));

const MOVES: Move[] = [
	{ change: 'one comes', make: (list) => comes(list, 1) },
	{ change: 'a page comes', make: (list) => comes(list, 10) },
	{ change: 'an old one leaves', make: (list, { old }) => leaves(list, old.splice(20, 1)) },
	{
		change: 'a page of old ones leaves',
		make: (list, { old }) => leaves(list, old.splice(20, 10)),
	},
	{
		change: 'the newest one leaves',
		make: (list, { added }) => leaves(list, added.splice(-1, 1)),
	},
	{
		change: 'one comes and an old one leaves',
		make: (list, { old }) => {
			comes(list, 1);
			leaves(list, old.splice(20, 1));
		},
	},
	{
		change: 'five come and five old ones leave',
		make: (list, { old }) => {
			comes(list, 5);
			leaves(list, old.splice(20, 5));
		},
	},
	{
		change: 'one comes and the newest but one leaves',
		make: (list, { added }) => {
			comes(list, 1);
			leaves(list, added.splice(-2, 1));
		},
	},
	{
		change: 'one comes and the oldest new one leaves',
		make: (list, { added }) => {
			comes(list, 1);
			leaves(list, added.splice(0, 1));
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
		const list = new SimulatedList(order, randomFrom(1));
		const old = list.addHistory(200);
		const isOld = new Set(old);
		for (let index = 3; index < 200; index += 7) list.update(old[index]!);
		const poller = new Poller(list, { event, pageSize: 10 });
		for (let polls = 0; polls < 3; polls += 1) {
			await poller.poll();
			list.pass(11 * MINUTE_MS);
		}
		const delayed: string[] = [];
		for (let place = 2; place <= 12; place += 1) {
			const added = Array.from({ length: 50 }, () => {
				list.pass(1);
				return list.add();
			});
			list.pass(SECOND_MS);
			const { requests } = list;
			list.beforeRequest = (number) => {
				if (number === requests + place) make(list, { old, added });
			};
			const before = poller.delivered.length;
			await poller.poll();
			list.beforeRequest = () => undefined;
			const inThisPoll = new Set(poller.delivered.slice(before).map(({ id }) => id));
			delayed.push(...added.filter((id) => !inThisPoll.has(id)));
			list.pass(11 * MINUTE_MS);
			await poller.poll();
			list.pass(11 * MINUTE_MS);
		}
		await poller.poll();
		const due = [...list.contacts.keys()].filter((id) => !isOld.has(id));
		return { delivered: poller.delivered.map(({ id }) => id), delayed, due, isOld };
	};

	it.each(MOVES)(
		'each new contact is delivered once, and at once, when $change between two requests',
		async ({ make }) => {
			const { delivered, delayed, due, isOld } = await rounds(make);
			expect(delayed).toEqual([]);
			expect(delivered.filter((one, index) => delivered.indexOf(one) !== index)).toEqual([]);
			expect(delivered.filter((id) => isOld.has(id))).toEqual([]);
			expect(due.filter((id) => !delivered.includes(id))).toEqual([]);
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
