import { SAVING_MS } from '../../nodes/Newsletter/trigger/deliveries';
import { add, addHistory, emailsOf, LiveTrigger, useService } from './liveTrigger';
import { MINUTE_MS, passTime } from './virtualTime';

const on = useService();

/** A trigger with a cursor from which it has just delivered, and which n8n gives it once more. */
const unsaved = async (durable: boolean, options = {}) => {
	addHistory(on.service, 50);
	const trigger = await LiveTrigger.start(on.service, { durable, ...options });
	await trigger.poll();
	passTime(MINUTE_MS);
	const before = trigger.state;
	const added = add(on.service, 3);
	expect(await trigger.emails()).toEqual(emailsOf(added));
	const { state } = trigger;
	trigger.restore(before);
	return { trigger, added, state };
};

describe.each([true, false])(
	'while n8n saves what a poll has stored, durable cursors %s',
	(durable) => {
		it('a poll with the cursor from before delivers nobody again, asks nothing and stores nothing', async () => {
			const { trigger, state } = await unsaved(durable);
			passTime(SAVING_MS / 2);
			expect(await trigger.poll()).toMatchObject({ emails: null, requests: [], writes: 0 });
			trigger.restore(state);
			const [last] = add(on.service);
			expect(await trigger.emails()).toEqual([last!.email]);
		});

		it('and never does, the next poll delivers them', async () => {
			const { trigger, added } = await unsaved(durable);
			passTime(MINUTE_MS);
			expect(await trigger.emails()).toEqual(emailsOf(added));
		});

		it('a poll with another cursor, or of another trigger, goes on', async () => {
			const { trigger, added } = await unsaved(durable);
			const other = await LiveTrigger.start(on.service, { durable, staticData: trigger.state });
			expect(await other.emails()).toEqual(emailsOf(added));
			trigger.restore({});
			expect((await trigger.poll()).requests).not.toEqual([]);
		});
	},
);

it('polls that deliver nobody can follow one another', async () => {
	addHistory(on.service, 50);
	const trigger = await LiveTrigger.start(on.service);
	await trigger.poll();
	const { state } = trigger;
	for (let poll = 0; poll < 3; poll += 1) {
		expect((await trigger.poll()).requests).not.toEqual([]);
		trigger.restore(state);
	}
});
