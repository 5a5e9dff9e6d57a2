import type { INodeParameters } from 'n8n-workflow';
import { add, addHistory, emailsOf, LiveTrigger, useService } from './liveTrigger';
import { MINUTE_MS, passTime } from './virtualTime';

const on = useService();

const activated = async (parameters: INodeParameters = {}) =>
	await LiveTrigger.activated(on.service, { parameters });

describe('filters', () => {
	it.each([true, false])('by subscribed = %s deliver only those', async (subscribed) => {
		addHistory(on.service, 120);
		const trigger = await activated({ filters: { subscribed } });
		const [yes] = add(on.service, 1, { subscribed: true });
		const [no] = add(on.service, 1, { subscribed: false });
		const { emails, requests } = await trigger.poll();
		expect(emails).toEqual([(subscribed ? yes : no)!.email]);
		expect(new Set(requests.map(({ query }) => query.subscribed))).toEqual(
			new Set([String(subscribed)]),
		);
	});

	it.each([
		{ search: 'exact', email: 'ADA@example.com' },
		{ search: 'contains', email: 'ada@' },
		{ search: 'exact', email: '\u200bada@example.com\ufeff' },
	] as const)('by email deliver only what the service finds, $search', async (row) => {
		on.service.behaviour.emailSearch = row.search;
		addHistory(on.service, 120);
		const trigger = await activated({ filters: { email: row.email } });
		add(on.service, 3);
		expect(await trigger.emails()).toBeNull();
		add(on.service, 1, { email: 'ada@example.com' });
		add(on.service, 3);
		expect(await trigger.emails()).toEqual(['ada@example.com']);
		passTime(MINUTE_MS);
		expect(await trigger.emails()).toBeNull();
	});

	it('that are left empty are not sent', async () => {
		const trigger = await activated({ filters: { email: '' } });
		const [added] = add(on.service);
		const { emails, requests } = await trigger.poll();
		expect(emails).toEqual([added!.email]);
		expect(requests.map(({ query }) => Object.keys(query).sort())).toEqual(
			requests.map(() => ['limit', 'newsletter_id', 'page']),
		);
	});

	it.each(['newest', 'oldest', 'email', 'shuffled', 'random', 'updatedNewest'] as const)(
		'do not make a contact new that subscribes again, order "%s"',
		async (order) => {
			on.service.behaviour.order = order;
			const old = addHistory(on.service, 120);
			const gone = [old[0]!, old[60]!, old[115]!, old[119]!];
			for (const { id } of gone) on.service.contacts.update(id, { subscribed: false });
			const trigger = await activated({ filters: { subscribed: true } });
			for (const { id } of gone) {
				on.service.contacts.update(id, { subscribed: true });
				passTime(MINUTE_MS);
				expect(await trigger.emails()).toBeNull();
			}
			const [added] = add(on.service);
			expect(await trigger.emails()).toEqual([added!.email]);
		},
	);

	it('deliver once a contact that subscribes, unsubscribes and subscribes again after activation', async () => {
		addHistory(on.service, 120);
		const trigger = await activated({ filters: { subscribed: true } });
		const [added] = add(on.service);
		expect(await trigger.emails()).toEqual([added!.email]);
		on.service.contacts.update(added!.id, { subscribed: false });
		passTime(MINUTE_MS);
		expect(await trigger.emails()).toBeNull();
		on.service.contacts.update(added!.id, { subscribed: true });
		passTime(MINUTE_MS);
		expect(await trigger.emails()).toBeNull();
	});

	it('with Contact Created or Updated deliver a contact that subscribes again', async () => {
		const old = addHistory(on.service, 120);
		on.service.contacts.update(old[60]!.id, { subscribed: false });
		const trigger = await activated({ event: 'contactUpdated', filters: { subscribed: true } });
		on.service.contacts.update(old[60]!.id, { subscribed: true });
		passTime(MINUTE_MS);
		expect(await trigger.emails()).toEqual([old[60]!.email]);
	});

	it.each(['filtered', 'all', 'missing'] as const)(
		'deliver each once where the total counts "%s"',
		async (totalCounts) => {
			on.service.behaviour.totalCounts = totalCounts;
			const old = addHistory(on.service, 120);
			for (const { id } of old.slice(0, 60)) on.service.contacts.update(id, { subscribed: false });
			const trigger = await activated({ filters: { subscribed: true }, options: { pageSize: 25 } });
			const added = Array.from({ length: 60 }, (_, index) =>
				add(on.service, 1, { subscribed: index % 2 === 0 }),
			).flat();
			expect(await trigger.emails()).toEqual(
				emailsOf(added.filter(({ subscribed }) => subscribed)),
			);
			await trigger.settle();
		},
	);

	it('that nobody matches at activation let the first match through', async () => {
		addHistory(on.service, 120);
		const trigger = await activated({ filters: { subscribed: false } });
		const [added] = add(on.service, 1, { subscribed: false });
		expect(await trigger.emails()).toEqual([added!.email]);
	});
});

describe('a delivered contact', () => {
	const delivered = async (simplify?: boolean) => {
		const trigger = await activated(simplify === undefined ? {} : { simplify });
		const added = on.service.contacts.add({
			email: 'ada@example.com',
			first_name: 'Ada',
			custom_fields: { plan: 'gold', seats: 3, trial: false, until: null },
		});
		const { json } = await trigger.poll();
		return { json, added };
	};

	it('is as the service sent it where Simplify is off', async () => {
		const { json, added } = await delivered(false);
		expect(json).toEqual([added]);
		expect(json[0]).toMatchObject({
			unsub_token: expect.any(String),
			workspace_id: on.service.newsletterId,
		});
	});

	it.each([undefined, true])(
		'is without unsub_token and workspace_id where Simplify is %s',
		async (simplify) => {
			const { json, added } = await delivered(simplify);
			const { unsub_token, workspace_id, ...rest } = added;
			expect([unsub_token, workspace_id]).not.toContain(undefined);
			expect(json).toEqual([rest]);
		},
	);
});
