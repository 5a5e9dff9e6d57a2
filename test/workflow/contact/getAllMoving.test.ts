import type { Order } from '../../service';
import { beforeEachRequest } from '../../support/betweenRequests';
import { errorOf, jsonOf, sorted, useNewsletter } from '../newsletter';
import { seeded } from '../seeded';
import { addContacts, LISTINGS, ORDERS, type Listing } from './listings';

const newsletter = useNewsletter({ resource: 'contact', operation: 'getAll', returnAll: true });

const PAGE_SIZE = 10;
const parameters = { options: { pageSize: PAGE_SIZE } };
const idsOf = (run: Parameters<typeof jsonOf>[0]) => jsonOf(run).map(({ id }) => id as string);

let random: jest.SpyInstance;
beforeEach(() => {
	random = jest.spyOn(Math, 'random').mockImplementation(seeded(42));
});
afterEach(() => random.mockRestore());

function shuffled(ids: string[]): string[] {
	const next = seeded(ids.length);
	const keyed = ids.map((id) => ({ id, key: next() }));
	return keyed.sort((a, b) => a.key - b.key).map(({ id }) => id);
}

/** Contacts leave and come, one before each request, until so many have. */
async function listWhileMoving(
	{ order, behaviour }: Listing,
	{ comes = 0, goes = 0 }: { comes?: number; goes?: number },
) {
	Object.assign(newsletter.service.behaviour, { order, ...behaviour });
	const stay = addContacts(newsletter.service, 30);
	const leave = shuffled(addContacts(newsletter.service, goes));
	const next = seeded(3);
	const moving = beforeEachRequest(newsletter.service, (number) => {
		const id = leave.pop();
		if (number <= comes) newsletter.service.contacts.add({ email: `${next()}@new.example` });
		if (id !== undefined) newsletter.service.contacts.remove(id);
	});
	const run = await newsletter.run({ parameters });
	moving.stop();
	expect(errorOf(run)).toBeUndefined();
	const ids = idsOf(run);
	expect(ids.length).toBe(new Set(ids).size);
	expect(stay.filter((id) => !ids.includes(id))).toEqual([]);
}

// How a page without contacts is answered makes no difference to a list that moves.
const MOVING = LISTINGS.filter(({ behaviour }) => behaviour.emptyList === undefined);
const LIST = 'Return All in order "$order" from a service that $service';

describe.each([
	{ change: 'a contact comes', comes: 15 },
	{ change: 'a contact goes', goes: 15 },
	{ change: 'one comes and one goes', comes: 15, goes: 15 },
])('while $change before each request', (change) => {
	it.each(MOVING)(`${LIST} loses and doubles none`, async (listing) => {
		await listWhileMoving(listing, change);
	});
});

it.each(ORDERS)(
	'Return All in order "%s" ends where contacts never cease to come',
	async (order) => {
		await listWhileMoving({ order, service: '', behaviour: {} }, { comes: Infinity });
	},
);

/** The number of contacts in the list stays the same, and nobody in it is new. */
async function listWhileSwapping({ order, leaveFirst }: { order: Order; leaveFirst: boolean }) {
	newsletter.service.behaviour.order = order;
	const before = addContacts(newsletter.service, 21);
	const stay = addContacts(newsletter.service, 45);
	const after = addContacts(newsletter.service, 22);
	const [leave, back] = leaveFirst ? [before, after] : [after, before];
	for (const id of back) newsletter.service.contacts.update(id, { subscribed: false });
	const moving = beforeEachRequest(newsletter.service, () => {
		const [gone, come] = [leave.shift(), back.shift()];
		if (gone) newsletter.service.contacts.update(gone, { subscribed: false });
		if (come) newsletter.service.contacts.update(come, { subscribed: true });
	});
	const run = await newsletter.run({
		parameters: { ...parameters, filters: { subscribed: true } },
	});
	moving.stop();
	const ids = idsOf(run);
	expect(ids.length).toBe(new Set(ids).size);
	expect(stay.filter((id) => !ids.includes(id))).toEqual([]);
}

describe('while one contact subscribes again and one unsubscribes before each request', () => {
	const swaps = (['newest', 'oldest', 'updatedNewest', 'updatedOldest'] as const).flatMap(
		(order) => [
			{ order, who: 'older', leaveFirst: true },
			{ order, who: 'newer', leaveFirst: false },
		],
	);

	it.each(swaps)(
		'Return All in order "$order" loses none where the $who ones leave',
		listWhileSwapping,
	);
});

it.each(ORDERS)(
	'Return All in order "%s" holds each contact once while some are updated',
	async (order) => {
		newsletter.service.behaviour.order = order;
		const ids = addContacts(newsletter.service, 65);
		const updated = shuffled(ids).slice(0, 30);
		const moving = beforeEachRequest(newsletter.service, () => {
			const id = updated.pop();
			if (id) newsletter.service.contacts.update(id, { name: 'Changed' });
		});
		const run = await newsletter.run({ parameters });
		moving.stop();
		expect(sorted(idsOf(run))).toEqual(sorted(ids));
	},
);
