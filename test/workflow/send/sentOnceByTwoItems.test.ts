import type { INode } from 'n8n-workflow';
import { errorOf, jsonOf, linksOf, useNewsletter } from '../newsletter';
import { useNoWaits } from '../waits';
import { isLate, isUnclear, OUTCOMES, seenIn } from './outcomes';
import { KINDS, LATE_MS, useTimeouts } from './threeItems';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const newsletter = useNewsletter({ resource: 'send' });
useNoWaits();
useTimeouts(newsletter);

const [{ parameters, unclear }] = KINDS as [(typeof KINDS)[0]];
const withSender = { ...parameters, options: { senderId: '={{ $json.as }}' } };
const CONTINUE = { onError: 'continueRegularOutput' as const };
const OTHERWISE = /already sent in this execution with another Sender ID/;
const ANSWERED = OUTCOMES.filter(({ fault }) => fault !== undefined);

const sent = () => newsletter.service.sends.all().map(({ senderIds }) => senderIds);

/** One item for each sender, all for one issue. */
const sendAs = async (senders: string[], node: Partial<INode> = {}, timeout = 0) => {
	const { id } = await newsletter.draft();
	const input = senders.map((as) => ({ json: { id, as, timeout } }));
	return await newsletter.run({ parameters: withSender, input, node });
};

describe('two items with one send ID', () => {
	it('are one request, and both have its answer', async () => {
		const run = await sendAs(['a', 'a']);
		expect(newsletter.service.requests).toHaveLength(1);
		expect(sent()).toEqual([['a']]);
		const answer = { id: expect.any(String), subscribers: 0, status: 'sending' };
		expect(jsonOf(run)).toEqual([answer, answer]);
		expect(linksOf(run)).toEqual([[0], [1]]);
	});

	it.each(ANSWERED)('are done once at most: $outcome', async (outcome) => {
		const { fault, isDone } = outcome;
		newsletter.service.behaviour.faults.push({ ...fault!, match: { path: '/send$' }, times: null });
		const node = { ...CONTINUE, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const run = await sendAs(['a', 'a'], node, isLate(outcome) ? LATE_MS : 0);
		const asking = outcome.asked === 'once' ? 1 : 2;
		expect(newsletter.service.requests).toHaveLength(asking * seenIn(outcome, 3).asked);
		expect(sent()).toEqual([isDone ? ['a'] : []]);
		const error = expect.stringMatching(isUnclear(outcome) ? unclear : /./);
		expect(jsonOf(run)).toEqual([{ error }, { error }]);
	});
});

describe('two items with one send ID and other senders', () => {
	it('are one sending, and the second says that it was sent as somebody else', async () => {
		const run = await sendAs(['a', 'b'], CONTINUE);
		expect(sent()).toEqual([['a']]);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ status: 'sending' }),
			{ error: expect.stringMatching(OTHERWISE) },
		]);
		expect(linksOf(run)).toEqual([[0], [1]]);
	});

	it('are told apart from those with one sender written otherwise', async () => {
		const run = await sendAs(['a', ' a ', 'a']);
		expect(errorOf(run)).toBeUndefined();
		expect(sent()).toEqual([['a']]);
	});

	it('fail the run, in all tries the same, and send once', async () => {
		const run = await sendAs(['a', 'b'], { retryOnFail: true, maxTries: 4, waitBetweenTries: 1 });
		expect(errorOf(run)?.message).toMatch(OTHERWISE);
		expect(errorOf(run)?.context.itemIndex).toBe(1);
		expect(newsletter.service.requests).toHaveLength(1);
		expect(sent()).toEqual([['a']]);
	});

	it('are sent as the second where the service refused the first', async () => {
		newsletter.service.behaviour.faults.push({
			kind: 'status',
			status: 400,
			match: { bodyContains: '"a"' },
		});
		const run = await sendAs(['a', 'b'], CONTINUE);
		expect(sent()).toEqual([['b']]);
		expect(jsonOf(run)).toEqual([
			{ error: expect.stringContaining('Failed with 400') },
			expect.objectContaining({ status: 'sending' }),
		]);
	});

	it('are both unclear where the first is', async () => {
		newsletter.service.behaviour.faults.push({
			kind: 'drop',
			when: 'after',
			match: { path: '/send$' },
		});
		const run = await sendAs(['a', 'b'], CONTINUE);
		expect(newsletter.service.requests).toHaveLength(1);
		expect(jsonOf(run)).toEqual(Array(2).fill({ error: expect.stringMatching(unclear) }));
	});
});
