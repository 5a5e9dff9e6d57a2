import { NodeApiError } from 'n8n-workflow';
import type { FaultRule } from '../service';
import { add, addHistory, emailsOf, LiveTrigger, useService } from './liveTrigger';
import { MINUTE_MS, passTime, waits } from './virtualTime';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('./virtualTime')>('./virtualTime').withoutWaits(),
);

const on = useService();

const errorOf = async (trigger: LiveTrigger): Promise<NodeApiError> => {
	const error: unknown = await trigger.poll().then(
		({ emails }) => new Error(`no error, but ${JSON.stringify(emails)}`),
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof NodeApiError)) throw error;
	return error;
};

const FOR_GOOD = { times: null } as const;
const MOVED_TO = 'https://moved.example/v1';

const FAULTS: Array<[fault: string, rule: FaultRule, cause: string, httpCode: string]> = [
	[
		'a 500 for good',
		{ kind: 'status', status: 500, ...FOR_GOOD },
		'temporarily-unavailable',
		'500',
	],
	['a 429 for good', { kind: 'rateLimit', ...FOR_GOOD }, 'rate-limited', '429'],
	['a lost connection', { kind: 'drop', ...FOR_GOOD }, 'temporarily-unavailable', 'none'],
	['half an answer', { kind: 'truncate', ...FOR_GOOD }, 'temporarily-unavailable', '200'],
	['a web page', { kind: 'html', ...FOR_GOOD }, 'configuration-invalid', '200'],
	['a 401', { kind: 'status', status: 401 }, 'credential-invalid', '401'],
	['a redirect', { kind: 'redirect', location: MOVED_TO }, 'configuration-invalid', '302'],
];

const PLACES = [
	{ where: 'at activation, page 1', order: 'newest', count: 250, isActive: false, page: 1 },
	{ where: 'at activation, page 3', order: 'newest', count: 250, isActive: false, page: 3 },
	{ where: 'on the page with the newest', order: 'newest', count: 250, isActive: true, page: 1 },
	{ where: 'on a page behind that', order: 'newest', count: 250, isActive: true, page: 2 },
	{ where: 'on the last page of a full scan', order: 'email', count: 50, isActive: true, page: 3 },
] as const;

describe.each(FAULTS)('a poll that fails by %s', (_fault, rule, cause, httpCode) => {
	// A rate limit on a later page ends this poll's part of the scan: longLists.test.ts.
	it.each(PLACES.filter(({ page }) => page === 1 || rule.kind !== 'rateLimit'))(
		'$where loses nothing: the next one picks up where the last successful one ended',
		async ({ order, count, isActive, page }) => {
			on.service.behaviour.order = order;
			addHistory(on.service, count);
			const trigger = await LiveTrigger.start(on.service);
			if (isActive) {
				await trigger.poll();
				passTime(MINUTE_MS);
			}
			const added = isActive ? emailsOf(add(on.service, 230)) : null;
			const { state, writes } = trigger;

			on.service.behaviour.faults = [{ ...rule, match: { page } }];
			const error = await errorOf(trigger);
			expect(error).toMatchObject({ failure: { cause }, httpCode });
			expect([trigger.state, trigger.writes]).toEqual([state, writes]);

			on.service.behaviour.faults = [];
			passTime(MINUTE_MS);
			expect(await trigger.emails()).toEqual(added);
			passTime(MINUTE_MS);
			expect(await trigger.emails()).toBeNull();
			const [last] = add(on.service);
			expect(await trigger.emails()).toEqual([last!.email]);
		},
	);
});

describe('a poll', () => {
	const activated = async (count = 250) => {
		addHistory(on.service, count);
		return await LiveTrigger.activated(on.service);
	};

	it.each([
		{ fault: 'a 429', rule: { kind: 'rateLimit', retryAfter: 2 }, waitMs: 2000 },
		{ fault: 'a 503', rule: { kind: 'status', status: 503 }, waitMs: expect.any(Number) },
		{ fault: 'a lost connection', rule: { kind: 'drop' }, waitMs: expect.any(Number) },
	] as Array<{ fault: string; rule: FaultRule; waitMs: number }>)(
		'goes on after $fault that passes',
		async ({ rule, waitMs }) => {
			const trigger = await activated();
			const added = add(on.service, 150);
			on.service.behaviour.faults = [{ ...rule, match: { page: 2 } }];
			expect(await trigger.emails()).toEqual(emailsOf(added));
			expect(waits).toEqual([waitMs]);
		},
	);

	it('reads the whole list where the service refuses the page size that shows its end', async () => {
		on.service.behaviour.order = 'oldest';
		const trigger = await activated(200);
		on.service.behaviour.faults = [
			{ kind: 'status', status: 400, match: { query: { limit: '99' } }, times: null },
		];
		const added = add(on.service, 3);
		const { emails, requests } = await trigger.poll();
		expect(emails).toEqual(emailsOf(added));
		expect(requests[0]!.query.limit).toBe('99');
	});

	it('carries the wait that the service asks for in its error', async () => {
		const trigger = await activated();
		on.service.behaviour.faults = [{ kind: 'rateLimit', retryAfter: 300, times: null }];
		const error = await errorOf(trigger);
		expect(error).toMatchObject({ failure: { cause: 'rate-limited', retryAfterMs: 300_000 } });
		expect(waits).toEqual([]);
		expect(on.service.requests.at(-1)!.fault).toBe('rateLimit');
	});

	it.each([
		{ budgetMs: 5000, retryAfter: 10 },
		{ budgetMs: 36_000, retryAfter: 40 },
	])('of $budgetMs ms does not wait for $retryAfter s', async ({ budgetMs, retryAfter }) => {
		addHistory(on.service, 50);
		const trigger = await LiveTrigger.start(on.service, { budgetMs });
		await trigger.poll();
		on.service.behaviour.faults = [{ kind: 'rateLimit', retryAfter }];
		expect(await errorOf(trigger)).toMatchObject({
			failure: { cause: 'rate-limited', retryAfterMs: retryAfter * 1000 },
		});
		// The pause is for others with this key. The poll would ask again after a wait of its own.
		expect(on.service.requests.filter(({ fault }) => fault === 'rateLimit')).toHaveLength(1);
		expect(on.service.requests.at(-1)!.fault).toBe('rateLimit');
	});

	it('ends within its budget where the service never answers', async () => {
		addHistory(on.service, 50);
		const trigger = await LiveTrigger.start(on.service, { budgetMs: 600 });
		await trigger.poll();
		on.service.behaviour.faults = [{ kind: 'hang', times: null }];
		const began = performance.now();
		expect(await errorOf(trigger)).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
		// Without the budget the request alone waits a minute.
		expect(performance.now() - began).toBeLessThan(20_000);
	});

	it('says to check Newsletter ID where the service knows no such newsletter', async () => {
		const trigger = await LiveTrigger.start(on.service, {
			parameters: { newsletterId: 'wks_nobodysNewsletter0001' },
		});
		const error = await errorOf(trigger);
		expect(error).toMatchObject({ failure: { cause: 'configuration-invalid' }, httpCode: '400' });
		expect(error.message).toContain('Newsletter ID');
	});

	it('says to check API Key where the key is wrong, without repeating it', async () => {
		const trigger = await LiveTrigger.start(on.service, { credential: { apiKey: 'wrong-key' } });
		const error = await errorOf(trigger);
		expect(error).toMatchObject({ failure: { cause: 'credential-invalid' }, httpCode: '401' });
		expect(error.message).toContain('API Key');
		expect(JSON.stringify({ ...error, message: error.message })).not.toContain('wrong-key');
	});

	it('says to check Base URL where nobody listens', async () => {
		const trigger = await LiveTrigger.start(on.service, {
			credential: { baseUrl: 'http://127.0.0.1:9/v1' },
		});
		const error = await errorOf(trigger);
		expect(error).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
		expect(error.message).toContain('Base URL');
	});

	it('names Page Size where the service refuses that many contacts a page', async () => {
		on.service.behaviour.maxPageSize = 50;
		on.service.behaviour.tooLargeLimit = 'refuse';
		addHistory(on.service, 120);
		const trigger = await LiveTrigger.start(on.service);
		expect((await errorOf(trigger)).message).toContain('Page Size');
	});
});
