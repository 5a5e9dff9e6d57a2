/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import { jsonOf, useNewsletter } from '../newsletter';

const newsletter = useNewsletter({ resource: 'contact', operation: 'getAll' });

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));
const thirdPage = () => newsletter.service.requests.filter(({ query }) => query.page === '3');

it('after a 429 with Retry-After: 2 on page 3 the list goes on with page 3 after two seconds', async () => {
	const timers = jest.spyOn(globalThis, 'setTimeout');
	newsletter.service.contacts.add(500);
	newsletter.service.behaviour.faults.push({
		kind: 'rateLimit',
		retryAfter: 2,
		match: { page: 3 },
	});
	const run = await newsletter.run({ parameters: { returnAll: true } });
	expect(new Set(jsonOf(run).map(({ id }) => id)).size).toBe(500);
	const [first, second, ...more] = thirdPage();
	expect(more).toEqual([]);
	expect(second!.receivedAt - first!.receivedAt).toBeGreaterThanOrEqual(1990);
	expect(timers.mock.calls.filter(([, ms]) => ms === 2000)).toHaveLength(1);
	timers.mockRestore();
	const counts = [1, 2, 4, 5].map(
		(page) => newsletter.queries.filter((query) => query.page === String(page)).length,
	);
	expect(counts).toEqual([1, 1, 1, 1]);
});

describe('an execution that is cancelled', () => {
	/** Far more than ending takes, far less than what there is to wait for. */
	const AT_ONCE_MS = 20_000;
	const asked = (count: number) => () => newsletter.service.requests.length >= count;

	it('ends a request that gets no answer', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'hang', times: null });
		const began = Date.now();
		const { run } = await newsletter.run({ abortWhen: asked(1) });
		expect(run.status).toBe('canceled');
		expect(Date.now() - began).toBeLessThan(AT_ONCE_MS);
		expect(newsletter.service.requests).toHaveLength(1);
	});

	it('starts none of the requests that are still to come', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'hang', times: null });
		const input = Array.from({ length: 30 }, () => ({ json: {} }));
		await newsletter.run({ input, abortWhen: asked(5) });
		await pause(300);
		expect(newsletter.service.requests).toHaveLength(5);
	});

	// The last one: the key stays paused.
	it('ends a wait at once', async () => {
		newsletter.service.contacts.add(1);
		newsletter.service.behaviour.faults.push({ kind: 'rateLimit', retryAfter: 50, times: null });
		const timers = jest.spyOn(globalThis, 'setTimeout');
		const began = Date.now();
		await newsletter.run({
			abortWhen: () => timers.mock.calls.some(([, ms]) => ms === 50_000),
		});
		expect(Date.now() - began).toBeLessThan(AT_ONCE_MS);
		expect(newsletter.service.requests).toHaveLength(1);
		timers.mockRestore();
	});
});
