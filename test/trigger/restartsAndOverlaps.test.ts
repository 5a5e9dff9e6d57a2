import { add, addHistory, emailsOf, LiveTrigger, useService } from './liveTrigger';
import { MINUTE_MS, passTime } from './virtualTime';

const on = useService();

const HOSTS = [
	{ host: 'its own state', durable: false, budgetMs: 300_000 },
	{ host: 'durable cursors', durable: true, budgetMs: 36_000 },
	{ host: 'no poll budget', durable: false, budgetMs: 'absent' },
] as const;

describe.each(HOSTS)('on an n8n with $host', ({ durable, budgetMs }) => {
	const activated = async () => {
		addHistory(on.service, 250);
		return await LiveTrigger.activated(on.service, { durable, budgetMs });
	};

	it('each new contact is delivered once, also when n8n restarts', async () => {
		const trigger = await activated();
		const first = add(on.service, 130);
		expect(await trigger.emails()).toEqual(emailsOf(first));
		expect(await trigger.emails()).toBeNull();
		const restarted = await trigger.restarted();
		const second = add(on.service, 2);
		passTime(MINUTE_MS);
		expect(await restarted.emails()).toEqual(emailsOf(second));
		await restarted.settle();
		const third = add(on.service, 1);
		expect(await restarted.emails()).toEqual(emailsOf(third));
	});

	it('if a poll fails, nothing is lost: the next one delivers everything', async () => {
		const trigger = await activated();
		const added = add(on.service, 130);
		const { state } = trigger;
		on.service.behaviour.faults = [{ kind: 'html', match: { page: 2 } }];
		await expect(trigger.poll()).rejects.toThrow('A web page came back');
		expect(trigger.state).toEqual(state);
		expect(await trigger.emails()).toEqual(emailsOf(added));
	});

	it('a poll that starts while another one runs waits for it and returns null, and the next ones go on', async () => {
		const trigger = await activated();
		on.service.behaviour.latencyMs = 20;
		const added = add(on.service, 3);
		const ended: number[] = [];
		const polls = [1, 2, 3].map(async (number) => {
			const emails = await trigger.emails();
			ended.push(number);
			return emails;
		});
		expect(await Promise.all(polls)).toEqual([emailsOf(added), null, null]);
		expect(ended[0]).toBe(1);
		const [last] = add(on.service);
		expect(await trigger.emails()).toEqual([last!.email]);
	});

	it('a poll that failed does not stand in the way of the next one', async () => {
		const trigger = await activated();
		on.service.behaviour.latencyMs = 20;
		on.service.behaviour.faults = [{ kind: 'status', status: 400 }];
		const [failed, skipped] = await Promise.allSettled([trigger.emails(), trigger.emails()]);
		expect(failed.status).toBe('rejected');
		expect(skipped).toEqual({ status: 'fulfilled', value: null });
		const [added] = add(on.service);
		expect(await trigger.emails()).toEqual([added!.email]);
	});
});

it('two trigger nodes can poll at the same time', async () => {
	addHistory(on.service, 30);
	const triggers = [await LiveTrigger.start(on.service), await LiveTrigger.start(on.service)];
	await Promise.all(triggers.map(async (trigger) => await trigger.poll()));
	on.service.behaviour.latencyMs = 20;
	const [added] = add(on.service);
	expect(await Promise.all(triggers.map(async (trigger) => await trigger.emails()))).toEqual([
		[added!.email],
		[added!.email],
	]);
});

describe('with durable cursors, a poll that begins before n8n has saved the state of the last one', () => {
	const delivering = async () => {
		addHistory(on.service, 250);
		const trigger = await LiveTrigger.activated(on.service, { durable: true });
		const { state } = trigger;
		const added = add(on.service, 3);
		expect(await trigger.emails()).toEqual(emailsOf(added));
		const saved = trigger.state;
		trigger.restore(state);
		return { trigger, added, saved };
	};

	it('delivers nothing, and the next one goes on', async () => {
		const { trigger, saved } = await delivering();
		const before = trigger.state;
		expect(await trigger.poll()).toMatchObject({ emails: null, requests: [] });
		expect(trigger.state).toEqual(before);
		trigger.restore(saved);
		const [last] = add(on.service);
		expect(await trigger.emails()).toEqual([last!.email]);
	});

	it('delivers the contacts again if n8n has not saved it a minute later', async () => {
		const { trigger, added } = await delivering();
		passTime(MINUTE_MS);
		expect(await trigger.emails()).toEqual(emailsOf(added));
	});
});
