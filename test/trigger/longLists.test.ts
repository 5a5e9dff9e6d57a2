import type { Order, StoredContact } from '../service';
import { beforeEachRequest } from '../support/betweenRequests';
import { add, addHistory, LiveTrigger, sorted, useService } from './liveTrigger';
import { MINUTE_MS, passTime, SECOND_MS } from './virtualTime';

const on = useService();

/** What is to be delivered of some contacts, as `delivered` holds it. */
const dueOf = (contacts: StoredContact[]) =>
	sorted(contacts.map(({ id, createdAt }) => `${id} ${createdAt}`));

describe('polls that are too short for the whole list', () => {
	const BUDGET_MS = 36_000;

	/** A list whose every page takes a second, and a trigger that polls it. */
	const start = async (order: Order, parameters = {}) => {
		on.service.behaviour.order = order;
		beforeEachRequest(on.service, () => passTime(SECOND_MS));
		const trigger = await LiveTrigger.start(on.service, { parameters, budgetMs: BUDGET_MS });
		const polls = async (count: number) => {
			for (let poll = 0; poll < count; poll += 1) {
				const beganMs = Date.now();
				await trigger.poll();
				expect(Date.now() - beganMs).toBeLessThan(BUDGET_MS);
				passTime(MINUTE_MS);
			}
		};
		return { trigger, polls };
	};

	afterEach(() => {
		Reflect.deleteProperty(on.service.requests, 'push');
	});

	describe.each(['newest', 'oldest', 'email', 'shuffled', 'updatedNewest'] as const)(
		'and the order "%s"',
		(order) => {
			it('still let all that is new through, each once, and nothing old', async () => {
				addHistory(on.service, 600);
				const { trigger, polls } = await start(order, { options: { pageSize: 10 } });
				await polls(3);
				expect(trigger.delivered).toEqual([]);
				const added = add(on.service, 100);
				await polls(6);
				expect(sorted(trigger.delivered)).toEqual(dueOf(added));
			});

			it('still let all from the beginning through, each once', async () => {
				const old = addHistory(on.service, 600);
				const options = { pageSize: 10, startFrom: 'beginning' };
				const { trigger, polls } = await start(order, { options });
				await polls(6);
				expect(sorted(trigger.delivered)).toEqual(dueOf(old));
			});

			it('let through what comes while the first polls still find out what was there', async () => {
				addHistory(on.service, 600);
				const { trigger, polls } = await start(order, { options: { pageSize: 10 } });
				await polls(1);
				const added = add(on.service, 5);
				await polls(6);
				expect(sorted(trigger.delivered)).toEqual(dueOf(added));
			});
		},
	);

	it.each(['newest', 'oldest'] as const)(
		'still let a backlog through on a list in the order "%s"',
		async (order) => {
			on.service.behaviour.order = order;
			addHistory(on.service, 100);
			const parameters = { options: { pageSize: 10 } };
			const before = await LiveTrigger.start(on.service, { parameters, budgetMs: BUDGET_MS });
			await before.poll();
			await before.settle();
			passTime(600 * MINUTE_MS);
			const added = addHistory(on.service, 500);
			beforeEachRequest(on.service, () => passTime(SECOND_MS));
			for (let polls = 0; polls < 8; polls += 1) {
				await before.poll();
				passTime(MINUTE_MS);
			}
			expect(sorted(before.delivered)).toEqual(dueOf(added));
		},
	);

	it('is read on where a failed poll left off before', async () => {
		const old = addHistory(on.service, 600);
		const options = { pageSize: 10, startFrom: 'beginning' };
		const { trigger, polls } = await start('email', { options });
		await polls(1);
		const { state } = trigger;
		on.service.behaviour.faults = [{ kind: 'status', status: 400, skip: 5 }];
		await expect(trigger.poll()).rejects.toThrow('The service refused');
		expect(trigger.state).toEqual(state);
		await polls(6);
		expect(sorted(trigger.delivered)).toEqual(dueOf(old));
	});
});

it.each(['newest', 'oldest', 'email'] as const)(
	'a rate limit below the pages of a list in the order "%s" lets all through, each once',
	async (order) => {
		on.service.behaviour.order = order;
		addHistory(on.service, 200);
		const parameters = { options: { pageSize: 10 } };
		const trigger = await LiveTrigger.start(on.service, { parameters });
		const polls = async (count: number) => {
			for (let poll = 0; poll < count; poll += 1) {
				on.service.behaviour.faults = [
					{ kind: 'rateLimit', retryAfter: 300, skip: 6, times: null },
				];
				await trigger.poll();
				passTime(5 * MINUTE_MS);
			}
		};
		await polls(8);
		expect(trigger.delivered).toEqual([]);
		const added = add(on.service, 100);
		await polls(30);
		expect(sorted(trigger.delivered)).toEqual(dueOf(added));
	},
);

it('a page that is not there by the end of the budget does not undo the pages before it', async () => {
	const old = addHistory(on.service, 30);
	Object.assign(on.service.behaviour, { order: 'email', latencyMs: 520 });
	const trigger = await LiveTrigger.start(on.service, {
		parameters: { options: { pageSize: 10, startFrom: 'beginning' } },
		budgetMs: 1000,
	});
	for (let polls = 0; polls < 8 && trigger.delivered.length < 30; polls += 1) await trigger.poll();
	expect(sorted(trigger.delivered)).toEqual(dueOf(old));
});

it('a budget of any number of milliseconds will do', async () => {
	addHistory(on.service, 30);
	const trigger = await LiveTrigger.start(on.service, { budgetMs: 35_999 });
	expect(await trigger.emails()).toBeNull();
	const added = add(on.service);
	expect(await trigger.emails()).toEqual([added[0]!.email]);
});
