import { stubNodeType } from '../support/engineStubs';
import { makePoll } from '../support/poll';

describe('makePoll', () => {
	function counter(onPoll: (stored: { count?: number }) => void = () => {}) {
		return stubNodeType(
			{ name: 'counter', group: ['trigger'], inputs: [] },
			{
				async poll() {
					const stored = this.getWorkflowStaticData('node') as { count?: number };
					stored.count = (stored.count ?? 0) + 1;
					onPoll(stored);
					return [[{ json: { count: stored.count, budgetMs: this.getPollBudgetMs?.() ?? null } }]];
				},
			},
		);
	}

	it('keeps one static data object through all polls and counts its writes', async () => {
		const trigger = await makePoll({
			type: 'test.counter',
			nodeTypes: { 'test.counter': counter() },
			staticData: { count: 5 },
			budgetMs: 1000,
		});
		await trigger.poll();
		expect(await trigger.poll()).toEqual([[{ json: { count: 7, budgetMs: 1000 } }]]);
		expect(trigger.staticData()).toEqual({ count: 7 });
		expect(trigger.writes()).toBe(2);
	});

	it('has no poll budget where it is absent', async () => {
		const trigger = await makePoll({
			type: 'test.counter',
			nodeTypes: { 'test.counter': counter() },
			budgetMs: 'absent',
		});
		expect(await trigger.poll()).toEqual([[{ json: { count: 1, budgetMs: null } }]]);
	});

	it.each([
		{ cursor: 'in memory, keeps', durable: false, stored: { count: 1 } },
		{ cursor: 'that is durable, drops', durable: true, stored: {} },
	])('with a cursor $cursor what a failed poll wrote', async ({ durable, stored }) => {
		const fail = () => {
			throw new Error('The poll failed');
		};
		const trigger = await makePoll({
			type: 'test.counter',
			nodeTypes: { 'test.counter': counter(fail) },
			durable,
		});
		await expect(trigger.poll()).rejects.toThrow('The poll failed');
		expect(trigger.staticData()).toEqual(stored);
	});
});
