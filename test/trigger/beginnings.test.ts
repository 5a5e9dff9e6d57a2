import { add, addHistory, emailsOf, LiveTrigger, ORDERS, sorted, useService } from './liveTrigger';
import { MINUTE_MS, passTime } from './virtualTime';

const on = useService();

/** A trigger whose activation n8n 2.41.1 has run with durable cursors: what it stored is thrown away. */
const activated = async ({ count = 250, ...options } = {}) => {
	addHistory(on.service, count);
	const trigger = await LiveTrigger.start(on.service, { durable: true, ...options });
	const { state } = trigger;
	expect(await trigger.emails()).toBeNull();
	expect(trigger.state).not.toEqual(state);
	trigger.restore(state);
	passTime(MINUTE_MS);
	return trigger;
};

describe('a trigger whose beginning n8n has thrown away', () => {
	it.each(ORDERS)(
		'delivers once what came before the second poll, and after it, order "%s"',
		async (order) => {
			on.service.behaviour.order = order;
			const trigger = await activated();
			for (const count of [3, 120, 1]) {
				const added = add(on.service, count);
				passTime(MINUTE_MS);
				expect(sorted(await trigger.emails())).toEqual(sorted(emailsOf(added)));
				passTime(MINUTE_MS);
				expect(await trigger.emails()).toBeNull();
			}
			await trigger.settle();
		},
	);

	it('takes nobody for new who was there at the activation, nor one who comes in a quiet time later', async () => {
		const trigger = await activated();
		expect(await trigger.emails()).toBeNull();
		await trigger.settle();
		const added = add(on.service, 2);
		expect(await trigger.emails()).toEqual(emailsOf(added));
	});

	it('delivers the first contact of a newsletter that was empty', async () => {
		const trigger = await activated({ count: 0 });
		const [added] = add(on.service);
		expect(await trigger.emails()).toEqual([added!.email]);
		expect(await trigger.emails()).toBeNull();
	});

	it('makes up for a second poll that fails', async () => {
		const trigger = await activated();
		const added = add(on.service, 130);
		on.service.behaviour.faults = [{ kind: 'status', status: 400, skip: 1 }];
		await expect(trigger.poll()).rejects.toThrow('The service refused');
		expect(trigger.state).toEqual({});
		expect(await trigger.emails()).toEqual(emailsOf(added));
		expect(await trigger.emails()).toBeNull();
	});

	it('remembers of two triggers the beginning of each', async () => {
		const first = await activated();
		const [between] = add(on.service);
		const second = await activated({ count: 0 });
		const [last] = add(on.service);
		expect(await first.emails()).toEqual(emailsOf([between!, last!]));
		expect(await second.emails()).toEqual([last!.email]);
	});

	it('begins afresh where n8n loses what it had stored after all', async () => {
		const trigger = await activated();
		const added = add(on.service, 3);
		expect(await trigger.emails()).toEqual(emailsOf(added));
		passTime(MINUTE_MS);
		expect(await trigger.emails()).toBeNull();
		trigger.restore({});
		passTime(MINUTE_MS);
		expect(await trigger.emails()).toBeNull();
		const [last] = add(on.service);
		expect(await trigger.emails()).toEqual([last!.email]);
	});
});
