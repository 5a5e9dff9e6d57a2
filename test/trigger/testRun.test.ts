import { NodeOperationError, type INodeParameters } from 'n8n-workflow';
import { add, addHistory, emailsOf, EVERY_ORDER, LiveTrigger, useService } from './liveTrigger';
import { MINUTE_MS, passTime } from './virtualTime';

const on = useService();

const manual = async (parameters: INodeParameters = {}, staticData = {}) =>
	await LiveTrigger.start(on.service, { parameters, staticData, mode: 'manual' });

describe('a test run in the editor', () => {
	it.each(EVERY_ORDER)(
		'shows the newest contacts first, $event on a list in the order "$order"',
		async ({ event, order }) => {
			on.service.behaviour.order = order;
			const key = event === 'contactCreated' ? 'createdAt' : 'updatedAt';
			const newestFirst = addHistory(on.service, 80).sort(
				(a, b) => Date.parse(b[key]) - Date.parse(a[key]),
			);
			const emails = await (await manual({ event })).emails();
			expect(emails!.length).toBeGreaterThan(0);
			expect(emails).toEqual(emailsOf(newestFirst.slice(0, emails!.length)));
		},
	);

	it.each(['newest', 'oldest'] as const)(
		'shows the newest contacts of many pages, order "%s"',
		async (order) => {
			on.service.behaviour.order = order;
			on.service.contacts.fill(2000);
			const newest = add(on.service, 1);
			const { emails, requests } = await (await manual()).poll();
			expect(emails![0]).toBe(newest[0]!.email);
			expect(requests.length).toBeLessThanOrEqual(20);
		},
	);

	it('changes nothing: it neither reads nor writes the stored state', async () => {
		addHistory(on.service, 30);
		const trigger = await LiveTrigger.start(on.service);
		await trigger.poll();
		const { state } = trigger;
		const [added] = add(on.service);

		const sample = await trigger.restarted({ mode: 'manual' });
		expect((await sample.emails())![0]).toBe(added!.email);
		expect((await sample.emails())![0]).toBe(added!.email);
		expect([sample.state, sample.writes]).toEqual([state, 0]);
		passTime(MINUTE_MS);
		expect(await trigger.emails()).toEqual([added!.email]);
	});

	it('keeps to the filters and to Simplify', async () => {
		addHistory(on.service, 30);
		const [gone] = add(on.service, 1, { subscribed: false });
		const run = await manual({ filters: { subscribed: false }, simplify: false });
		expect((await run.poll()).json).toEqual([gone]);
	});

	it.each(['404', '200'] as const)(
		'says so where there is no contact at all, a %s from the service',
		async (emptyList) => {
			on.service.behaviour.emptyList = emptyList;
			const run = await manual();
			await expect(run.poll()).rejects.toThrow(NodeOperationError);
			await expect(run.poll()).rejects.toThrow(/^No contact/);
			expect(run.writes).toBe(0);
		},
	);

	it('says so where no contact matches the filters', async () => {
		addHistory(on.service, 30);
		await expect((await manual({ filters: { subscribed: false } })).poll()).rejects.toThrow(
			/^No contact/,
		);
	});
});
