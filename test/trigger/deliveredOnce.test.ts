import {
	add,
	addHistory,
	emailsOf,
	LiveTrigger,
	ORDERS,
	sorted,
	useService,
	type PollResult,
} from './liveTrigger';
import { MINUTE_MS, passTime, SECOND_MS } from './virtualTime';

const on = useService();

const pagesOf = ({ requests }: PollResult) => requests.map(({ query }) => Number(query.page));

describe('the trigger', () => {
	it('delivers every new contact of three pages, the newest on the last page', async () => {
		on.service.behaviour.order = 'oldest';
		addHistory(on.service, 30);
		const trigger = await LiveTrigger.start(on.service);
		await trigger.poll();
		passTime(MINUTE_MS);
		const added = add(on.service, 250);
		passTime(MINUTE_MS);
		const result = await trigger.poll();
		expect(result.emails).toEqual(emailsOf(added));
		expect(new Set(pagesOf(result))).toEqual(new Set([1, 2, 3]));
	});

	it('delivers each contact once in whatever order the list is, another at each poll', async () => {
		addHistory(on.service, 250);
		const trigger = await LiveTrigger.start(on.service);
		await trigger.poll();
		for (const order of [...ORDERS, ...ORDERS.reverse()]) {
			on.service.behaviour.order = order;
			passTime(MINUTE_MS);
			expect(await trigger.emails()).toBeNull();
			const added = add(on.service, 3);
			passTime(SECOND_MS);
			expect(sorted(await trigger.emails())).toEqual(sorted(emailsOf(added)));
		}
		for (const order of ORDERS) {
			on.service.behaviour.order = order;
			passTime(11 * MINUTE_MS);
			expect(await trigger.emails()).toBeNull();
			const added = add(on.service, 3);
			passTime(SECOND_MS);
			expect(sorted(await trigger.emails())).toEqual(sorted(emailsOf(added)));
		}
	});

	it('delivers no contact from before the activation', async () => {
		on.service.contacts.fill(5000);
		const trigger = await LiveTrigger.start(on.service);
		expect(trigger.state).toEqual({});
		expect(await trigger.emails()).toBeNull();
		expect(trigger.state).not.toEqual({});
		const [added] = add(on.service);
		expect(await trigger.emails()).toEqual([added!.email]);
	});

	it.each([
		{ answer: 'a 404', emptyList: '404' },
		{ answer: 'a 200 without data', emptyList: '200' },
	] as const)(
		'delivers the first contact of a newsletter that was empty at activation, with $answer',
		async ({ emptyList }) => {
			on.service.behaviour.emptyList = emptyList;
			const trigger = await LiveTrigger.start(on.service);
			expect(await trigger.emails()).toBeNull();
			passTime(MINUTE_MS);
			expect(await trigger.emails()).toBeNull();
			passTime(60 * MINUTE_MS);
			const [added] = add(on.service);
			expect(await trigger.emails()).toEqual([added!.email]);
			passTime(MINUTE_MS);
			expect(await trigger.emails()).toBeNull();
		},
	);

	it('delivers once what came while n8n was off', async () => {
		addHistory(on.service, 250);
		const trigger = await LiveTrigger.start(on.service);
		await trigger.poll();
		const added = Array.from({ length: 7 }, () => {
			passTime(24 * 60 * MINUTE_MS);
			return add(on.service, 30);
		}).flat();
		const restarted = await trigger.restarted();
		expect(await restarted.emails()).toEqual(emailsOf(added));
		await restarted.settle();
	});

	it('goes on where every contact has left the newsletter', async () => {
		const old = addHistory(on.service, 30);
		const trigger = await LiveTrigger.start(on.service);
		await trigger.poll();
		for (const { id } of old) on.service.contacts.remove(id);
		passTime(MINUTE_MS);
		expect(await trigger.emails()).toBeNull();
		const [added] = add(on.service);
		expect(await trigger.emails()).toEqual([added!.email]);
	});
});

describe('a service with its own idea of pages', () => {
	it.each([
		{ how: 'pages of 7', options: { pageSize: 7 }, behaviour: {} },
		{ how: 'pages capped at 40', options: {}, behaviour: { maxPageSize: 40 } },
		{ how: 'a page of 1,000', options: { pageSize: 1000 }, behaviour: {} },
		{ how: 'a total of all contacts', options: {}, behaviour: { totalCounts: 'all' } },
		{ how: 'no total', options: {}, behaviour: { totalCounts: 'missing' } },
		{
			how: 'no total, and pages capped at 40',
			options: {},
			behaviour: { totalCounts: 'missing', maxPageSize: 40 },
		},
		{
			how: 'no total, and a 200 for an empty page',
			options: { pageSize: 40 },
			behaviour: { totalCounts: 'missing', emptyList: '200' },
		},
	] as const)('is read to its end: $how', async ({ options, behaviour }) => {
		for (const order of ['newest', 'oldest', 'shuffled'] as const) {
			Object.assign(on.service.behaviour, { ...behaviour, order });
			on.service.contacts.clear();
			addHistory(on.service, 120);
			const trigger = await LiveTrigger.start(on.service, { parameters: { options } });
			expect(await trigger.emails()).toBeNull();
			for (const count of [1, 130, 2]) {
				const added = add(on.service, count);
				passTime(MINUTE_MS);
				expect(await trigger.emails()).toEqual(emailsOf(added));
				passTime(12 * MINUTE_MS);
				expect(await trigger.emails()).toBeNull();
			}
		}
	});

	it('may change the size of its pages between two polls', async () => {
		addHistory(on.service, 250);
		const trigger = await LiveTrigger.start(on.service);
		await trigger.poll();
		for (const maxPageSize of [30, null, 50]) {
			on.service.behaviour.maxPageSize = maxPageSize;
			passTime(12 * MINUTE_MS);
			expect(await trigger.emails()).toBeNull();
			const added = add(on.service, 120);
			passTime(MINUTE_MS);
			expect(await trigger.emails()).toEqual(emailsOf(added));
		}
	});
});
