import fc from 'fast-check';
import type { FailureKind } from '../../../nodes/Newsletter/transport/failures';
import {
	LONGEST_WAIT_MS,
	ONCE,
	REPEATABLE,
	waitBeforeRetryMs,
	type RetryPolicy,
} from '../../../nodes/Newsletter/transport/retry';

const MIDDLE = 0.5;

function triesOf(kind: FailureKind, policy: RetryPolicy): number {
	let tries = 1;
	while (waitBeforeRetryMs({ kind }, policy, tries, MIDDLE) !== undefined) tries += 1;
	return tries;
}

describe('tries in all', () => {
	it.each<[kind: FailureKind, repeatable: number, once: number]>([
		['rateLimited', 4, 4],
		['unreachable', 3, 3],
		['unavailable', 3, 1],
		['lost', 3, 1],
		['timedOut', 3, 1],
		['serverError', 2, 1],
		['refused', 1, 1],
		['unauthorized', 1, 1],
		['notFound', 1, 1],
		['wrongRoute', 1, 1],
		['redirected', 1, 1],
		['webPage', 1, 1],
		['notJson', 1, 1],
		['otherShape', 1, 1],
		['blocked', 1, 1],
		['cancelled', 1, 1],
	])('%s: %i where it can be repeated, %i for an issue', (kind, repeatable, once) => {
		expect([triesOf(kind, REPEATABLE), triesOf(kind, ONCE)]).toEqual([repeatable, once]);
	});
});

describe('the wait before the next try', () => {
	const rateLimited = { kind: 'rateLimited' } as const;

	it.each([
		[1, 1_000],
		[2, 2_000],
		[3, 4_000],
	])('after try %i is %i ms, where the service asks for none', (tries, expected) => {
		expect(waitBeforeRetryMs(rateLimited, REPEATABLE, tries, MIDDLE)).toBe(expected);
	});

	it('differs by up to a quarter, so that many callers do not come back at once', () => {
		expect(waitBeforeRetryMs(rateLimited, REPEATABLE, 2, 0)).toBe(1_500);
		expect(waitBeforeRetryMs(rateLimited, REPEATABLE, 2, 1)).toBe(2_500);
	});

	it('is what the service asks for, without jitter', () => {
		const asked = { ...rateLimited, retryAfterMs: 7_000 };
		expect(waitBeforeRetryMs(asked, REPEATABLE, 1, 0)).toBe(7_000);
		expect(waitBeforeRetryMs(asked, REPEATABLE, 3, 1)).toBe(7_000);
	});

	it('may be none at all, where the service says so', () => {
		const asked = { ...rateLimited, retryAfterMs: 0 };
		expect(waitBeforeRetryMs(asked, REPEATABLE, 1, MIDDLE)).toBe(0);
	});

	it('is not sat out above a minute', () => {
		const asking = (retryAfterMs: number) => ({ ...rateLimited, retryAfterMs });
		expect(waitBeforeRetryMs(asking(60_000), REPEATABLE, 1, MIDDLE)).toBe(60_000);
		expect(waitBeforeRetryMs(asking(60_001), REPEATABLE, 1, MIDDLE)).toBeUndefined();
	});

	it('never passes the deadline or a minute, whatever is asked', () => {
		fc.assert(
			fc.property(
				fc.option(fc.nat(200_000), { nil: undefined }),
				fc.integer({ min: 1, max: 6 }),
				fc.double({ min: 0, max: 1, noNaN: true }),
				fc.nat(90_000),
				(retryAfterMs, tries, random, untilDeadlineMs) => {
					const failure = { ...rateLimited, retryAfterMs };
					const waitMs = waitBeforeRetryMs(failure, REPEATABLE, tries, random, untilDeadlineMs);
					if (waitMs === undefined) return;
					expect(waitMs).toBeGreaterThanOrEqual(0);
					expect(waitMs).toBeLessThan(untilDeadlineMs);
					expect(waitMs).toBeLessThanOrEqual(LONGEST_WAIT_MS);
				},
			),
		);
	});
});
