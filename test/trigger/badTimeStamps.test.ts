import { add, addHistory, EVERY_ORDER, LiveTrigger, sorted, useService } from './liveTrigger';

const on = useService();

const UNREADABLE = [undefined, null, '', 'yesterday'] as const;

/** Every contact at `bad.example` has this as its time stamp. */
const damage = (value: unknown) => {
	on.service.behaviour.shownInstead = ({ email }) =>
		email.endsWith('@bad.example') ? { createdAt: value, updatedAt: value } : {};
};

const isGood = (email: string) => !email.endsWith('@bad.example');

describe.each(UNREADABLE)('a contact with the time stamp %p', (value) => {
	it.each(EVERY_ORDER)(
		'keeps no other from being delivered, $event on a list in the order "$order"',
		async ({ event, order }) => {
			on.service.behaviour.order = order;
			damage(value);
			addHistory(on.service, 30);
			on.service.contacts.add({ email: 'old@bad.example' });
			const trigger = await LiveTrigger.activated(on.service, { parameters: { event } });
			const added = add(on.service, 3).map(({ email }) => email);
			const bad = on.service.contacts.add({ email: 'new@bad.example' });
			added.push(...add(on.service, 1).map(({ email }) => email));
			expect(sorted((await trigger.emails()) ?? [])).toEqual(sorted(added));
			expect(await trigger.emails()).toBeNull();
			expect(trigger.warnings.filter((warning) => warning.includes(bad.id))).toHaveLength(1);
		},
	);

	it('is left out of a test run', async () => {
		damage(value);
		addHistory(on.service, 3);
		on.service.contacts.add({ email: 'new@bad.example' });
		const trigger = await LiveTrigger.start(on.service, { mode: 'manual' });
		const emails = await trigger.emails();
		expect(emails).toHaveLength(3);
		expect(emails!.every(isGood)).toBe(true);
	});
});

it('a test run says so where no contact has a time stamp that can be read', async () => {
	damage(null);
	on.service.contacts.add({ email: 'new@bad.example' });
	const trigger = await LiveTrigger.start(on.service, { mode: 'manual' });
	await expect(trigger.poll()).rejects.toThrow('The service returned no readable createdAt');
});

it('a contact that was never changed, with null as updatedAt, is delivered once', async () => {
	on.service.behaviour.shownInstead = () => ({ updatedAt: null });
	addHistory(on.service, 30);
	const parameters = { event: 'contactUpdated' };
	const trigger = await LiveTrigger.activated(on.service, { parameters });
	const [added] = add(on.service);
	expect(await trigger.emails()).toEqual([added!.email]);
	expect(await trigger.emails()).toBeNull();
});
