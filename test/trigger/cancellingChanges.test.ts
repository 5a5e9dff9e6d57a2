import { MINUTE_MS, SECOND_MS } from './durations';
import { randomFrom } from './randomFrom';
import { Poller, SimulatedList } from './simulation';

/*
 * One contact appears late and an old one leaves between the same two requests: the length of the
 * list stays the same, and the contacts between the two shift by one place.
 */

const PAGE_SIZE = 5;
const OLD = 100;

interface Course {
	list: SimulatedList;
	poller: Poller;
	/** Those who were there at the beginning, oldest first. */
	old: string[];
	/** Those who are to be delivered. */
	due: string[];
}

async function activated(
	list: SimulatedList,
	{ maxContacts = 1000, isUpdated = false } = {},
): Promise<Course> {
	const old = Array.from({ length: OLD }, (_, index) =>
		list.add({ ageMs: (40 + OLD - index) * MINUTE_MS }),
	);
	for (let index = 0; isUpdated && index < OLD; index += 7) {
		list.pass(SECOND_MS);
		list.update(old[index] as string);
	}
	list.pass(20 * MINUTE_MS);
	const poller = new Poller(list, { event: 'contactCreated', maxContacts, pageSize: PAGE_SIZE });
	await poller.poll();
	return { list, poller, old, due: [] };
}

/** Lets a late contact appear and an old one leave before the poll's request of that number. */
function changeBefore({ list, old }: Course, late: string, request: number): void {
	const { requests } = list;
	list.beforeRequest = (number) => {
		if (number !== requests + request) return;
		list.reveal(late);
		list.remove(old[3] as string);
	};
}

async function expectEachOnce({ list, poller, due }: Course, polls: number, everyMs: number) {
	for (let count = 0; count < polls; count += 1) {
		list.pass(everyMs);
		await poller.poll();
	}
	const delivered = poller.delivered.map(({ id }) => id);
	expect([...delivered].sort()).toEqual([...due].sort());
}

describe.each(['newest', 'oldest'] as const)('a backlog on a list in the order "%s"', (order) => {
	const REQUESTS = Array.from({ length: 16 }, (_, index) => index + 2);

	it.each(REQUESTS)('loses nobody by changes before request %i of a poll', async (request) => {
		const list = new SimulatedList(order, randomFrom(3));
		const course = await activated(list, { maxContacts: 20, isUpdated: true });
		list.pass(11 * MINUTE_MS);
		await course.poller.poll();
		let late = '';
		for (let count = 0; count < 100; count += 1) {
			list.pass(MINUTE_MS);
			course.due.push(list.add());
			if (count === 94) course.due.push((late = list.add({ lateMs: 9 * MINUTE_MS })));
		}
		await course.poller.poll();
		list.pass(MINUTE_MS);
		changeBefore(course, late, request);
		await course.poller.poll();
		await expectEachOnce(course, 25, MINUTE_MS);
	});
});

describe.each(['shuffled', 'email'] as const)('a list in the order "%s"', (order) => {
	const REQUESTS = Array.from({ length: 20 }, (_, index) => index + 2);
	const SEEDS = [77, 154, 231, 308, 385];

	it.each(REQUESTS)('loses nobody by changes before request %i of a scan', async (request) => {
		for (const seed of SEEDS) {
			const list = new SimulatedList(order, randomFrom(seed));
			const course = await activated(list);
			list.pass(15 * MINUTE_MS);
			for (let count = 0; count < 8; count += 1) {
				list.pass(10 * SECOND_MS);
				course.due.push(list.add({ lateMs: 9 * MINUTE_MS }));
			}
			list.pass(SECOND_MS);
			course.due.push(list.add());
			await course.poller.poll();
			list.pass(11 * MINUTE_MS);
			const late = list.add({ lateMs: 8 * MINUTE_MS });
			course.due.push(late);
			list.pass(4 * MINUTE_MS);
			changeBefore(course, late, request);
			await course.poller.poll();
			await expectEachOnce(course, 5, 15 * MINUTE_MS);
		}
	});
});

it('a list in no order is read twice, too, where Max Contacts is more than can be remembered', async () => {
	const COUNT = 20_000;
	const list = new SimulatedList('email', randomFrom(7));
	const due = Array.from({ length: COUNT }, (_, index) =>
		list.add({ ageMs: 15 * MINUTE_MS + (COUNT - index) * SECOND_MS }),
	);
	const poller = new Poller(list, {
		event: 'contactCreated',
		startFrom: 'beginning',
		maxContacts: COUNT,
		pageSize: 1000,
	});
	// In the middle of the second scan: one who stands before it leaves, one appears behind it.
	list.beforeRequest = (request) => {
		if (request !== 25) return;
		const [first] = [...list.contacts.values()].sort((a, b) => (a.email < b.email ? -1 : 1));
		list.remove(first!.id);
		const late = list.add({ ageMs: 2 * MINUTE_MS });
		list.contacts.get(late)!.email = 'zzzz@example.com';
		due.push(late);
	};
	for (let polls = 0; polls < 8; polls += 1) {
		await poller.poll();
		list.pass(MINUTE_MS);
	}
	expect(list.requests).toBeGreaterThan(25);
	const delivered = new Set(poller.delivered.map(({ id }) => id));
	expect(poller.delivered).toHaveLength(delivered.size);
	expect(due.filter((id) => list.contacts.has(id) && !delivered.has(id))).toEqual([]);
});
