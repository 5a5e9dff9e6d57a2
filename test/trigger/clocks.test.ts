import type { Contact } from '../../nodes/Newsletter/transport/types';
import { MINUTE_MS } from './durations';
import { randomFrom } from './randomFrom';
import { Poller, SimulatedList, type ListOrder } from './simulation';

/** A contact a minute, the last one a minute ago. */
const listOf = (order: ListOrder, count: number) => {
	const list = new SimulatedList(order, randomFrom(5));
	const ids = Array.from({ length: count }, (_, index) =>
		list.add({ ageMs: (count - index) * MINUTE_MS }),
	);
	return { list, ids };
};

/** The answers' clock is so far from that of the time stamps. */
const setClock = (list: SimulatedList, aheadMs: number) => {
	const { fetchPage } = list;
	list.fetchPage = async (page, limit) => {
		const read = await fetchPage(page, limit);
		return { ...read, servedAtMs: (read.servedAtMs as number) + aheadMs };
	};
};

/** One contact every 5 minutes, each followed by a poll. */
const addSome = async (list: SimulatedList, poller: Poller, count: number) => {
	const added: string[] = [];
	for (let index = 0; index < count; index += 1) {
		added.push(list.add());
		list.pass(5 * MINUTE_MS);
		await poller.poll();
	}
	return added;
};

const idsOf = ({ delivered }: Poller) => delivered.map(({ id }) => id);

describe('a contact whose time stamp is ahead', () => {
	const CASES = (['newest', 'oldest', 'email'] as const).flatMap((order) =>
		[5, 20, 180].map((minutes) => ({ order, minutes })),
	);

	it.each(CASES)(
		'$minutes minutes at activation hides no later one, order $order',
		async (given) => {
			const { list } = listOf(given.order, 50);
			list.add({ ageMs: -given.minutes * MINUTE_MS });
			const poller = new Poller(list, { event: 'contactCreated' });
			await poller.poll();
			expect(await addSome(list, poller, 50)).toEqual(idsOf(poller));
		},
	);

	it.each(CASES)('$minutes minutes later hides no other one, order $order', async (given) => {
		const { list } = listOf(given.order, 50);
		const poller = new Poller(list, { event: 'contactCreated' });
		await poller.poll();
		const ahead = list.add({ ageMs: -given.minutes * MINUTE_MS });
		list.pass(MINUTE_MS);
		await poller.poll();
		const added = await addSome(list, poller, 50);
		expect(idsOf(poller)).toEqual([ahead, ...added]);
	});
});

describe.each([-3, 3])("an answers' clock that is %d hours ahead of the time stamps", (hours) => {
	const skewed = (order: ListOrder, count: number) => {
		const { list, ids } = listOf(order, count);
		setClock(list, hours * 60 * MINUTE_MS);
		return { list, ids };
	};

	it.each(['newest', 'oldest', 'email'] as const)(
		'neither loses a contact nor delivers an old one, order %s',
		async (order) => {
			const { list } = skewed(order, 250);
			const poller = new Poller(list, { event: 'contactCreated' });
			await poller.poll();
			expect(await addSome(list, poller, 50)).toEqual(idsOf(poller));
		},
	);
});

describe('a local clock that was a day ahead for one poll', () => {
	const pollAhead = async (list: SimulatedList, poller: Poller, aheadMs: number) => {
		const { fetchPage } = list;
		list.nowMs += aheadMs;
		list.fetchPage = (page, limit) => {
			list.nowMs -= aheadMs;
			const answer = fetchPage(page, limit);
			list.nowMs += aheadMs;
			return answer;
		};
		await poller.poll();
		list.fetchPage = fetchPage;
		list.nowMs -= aheadMs;
	};

	it.each(['newest', 'oldest'] as const)('makes no later poll dear, order "%s"', async (order) => {
		const { list, ids } = listOf(order, 300);
		for (const id of ids.filter((_, index) => index % 7 === 3)) list.update(id);
		const poller = new Poller(list, { event: 'contactCreated' });
		await poller.poll();
		list.pass(20 * MINUTE_MS);
		const added = [list.add()];
		await pollAhead(list, poller, 24 * 60 * MINUTE_MS);
		for (let count = 0; count < 250; count += 1) added.push(list.add());
		for (let minutes = 0; minutes < 24; minutes += 2) {
			list.pass(2 * MINUTE_MS);
			await poller.poll();
		}
		expect(idsOf(poller).sort()).toEqual(added.sort());
		const { requests } = list;
		await poller.poll();
		expect(list.requests - requests).toBe(1);
	});
});

/** Changes how the service writes the contacts of a list. */
const rewrite = (list: SimulatedList, change: (contact: Contact) => Contact) => {
	const { fetchPage } = list;
	list.fetchPage = async (page, limit) => {
		const read = await fetchPage(page, limit);
		return { ...read, contacts: read.contacts.map(change) };
	};
};

describe.each(['newest', 'oldest', 'email'] as const)('on a list in the order "%s"', (order) => {
	const activated = async () => {
		const { list } = listOf(order, 50);
		const poller = new Poller(list, { event: 'contactCreated' });
		await poller.poll();
		list.pass(MINUTE_MS);
		return { list, poller };
	};

	it('a contact without a readable time stamp does not keep the others from being delivered', async () => {
		const { list, poller } = await activated();
		const [unreadable, ...others] = [1, 2, 3, 4].map(() => list.add());
		rewrite(list, (contact) =>
			contact.id === unreadable ? { ...contact, createdAt: 'yesterday' } : contact,
		);
		list.pass(MINUTE_MS);
		expect(await poller.poll()).toBe(3);
		expect(idsOf(poller).sort()).toEqual(others.sort());
		list.pass(MINUTE_MS);
		const later = await addSome(list, poller, 3);
		expect(idsOf(poller).sort()).toEqual([...others, ...later].sort());
	});

	it('a time stamp that is written in another way is the same time stamp', async () => {
		const { list, poller } = await activated();
		list.add();
		list.pass(MINUTE_MS);
		expect(await poller.poll()).toBe(1);
		rewrite(list, (contact) => ({
			...contact,
			createdAt: contact.createdAt.replace('Z', '+00:00'),
		}));
		list.pass(MINUTE_MS);
		expect(await poller.poll()).toBe(0);
	});

	it('a contact that is two hours ahead hides nobody where answers have no Date header', async () => {
		const { list, poller } = await activated();
		const { fetchPage } = list;
		list.fetchPage = async (page, limit) => ({
			...(await fetchPage(page, limit)),
			servedAtMs: undefined,
		});
		const ahead = list.add({ ageMs: -120 * MINUTE_MS });
		list.pass(MINUTE_MS);
		await poller.poll();
		const added = await addSome(list, poller, 30);
		expect(idsOf(poller)).toEqual([ahead, ...added]);
	});
});
