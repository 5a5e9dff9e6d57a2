/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import { jsonOf, useNewsletter } from '../newsletter';

const newsletter = useNewsletter({ resource: 'contact', operation: 'getAll' });

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));
const thirdPage = () => newsletter.service.requests.filter(({ query }) => query.page === '3');

it('after a 429 with Retry-After: 2 on page 3 the list goes on with page 3 two seconds later', async () => {
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
	const pauseMs = second!.receivedAt - first!.receivedAt;
	expect(pauseMs).toBeGreaterThanOrEqual(1990);
	expect(pauseMs).toBeLessThan(2600);
	const counts = [1, 2, 4, 5].map(
		(page) => newsletter.queries.filter((query) => query.page === String(page)).length,
	);
	expect(counts).toEqual([1, 1, 1, 1]);
});

describe('an execution that is cancelled', () => {
	it('ends a wait at once', async () => {
		newsletter.service.contacts.add(1);
		newsletter.service.behaviour.faults.push({ kind: 'rateLimit', retryAfter: 30, times: null });
		const began = Date.now();
		await newsletter.run({ abortAfterMs: 500 });
		expect(Date.now() - began).toBeLessThan(5000);
		expect(newsletter.service.requests).toHaveLength(1);
	});

	it('ends a request that gets no answer', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'hang', times: null });
		const began = Date.now();
		await newsletter.run({ abortAfterMs: 500 });
		expect(Date.now() - began).toBeLessThan(5000);
		expect(newsletter.service.requests).toHaveLength(1);
	});

	it('starts none of the requests that are still to come', async () => {
		newsletter.service.contacts.add(1);
		newsletter.service.behaviour.latencyMs = 100;
		const input = Array.from({ length: 30 }, () => ({ json: {} }));
		await newsletter.run({ input, abortAfterMs: 150 });
		await pause(100);
		const askedBefore = newsletter.service.requests.length;
		await pause(300);
		expect(askedBefore).toBeLessThan(input.length);
		expect(newsletter.service.requests).toHaveLength(askedBefore);
	});

	it('counts as cancelled', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'hang', times: null });
		const { run } = await newsletter.run({ abortAfterMs: 150 });
		expect(run.status).toBe('canceled');
	});
});
