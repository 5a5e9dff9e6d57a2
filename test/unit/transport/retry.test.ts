import type { Failure, FailureKind } from '../../../nodes/Newsletter/transport/failures';
import {
	ONCE,
	REPEATABLE,
	waitBeforeRetryMs,
	type RetryPolicy,
} from '../../../nodes/Newsletter/transport/retry';
import { askedWaitMs } from '../../../nodes/Newsletter/transport/retryAfter';

const NO_JITTER = 0.5;

/** The waits of a request that fails in one way for good, ms. */
function waitsOf(failure: Failure, policy: RetryPolicy): number[] {
	const waits: number[] = [];
	for (let tries = 1; ; tries += 1) {
		const waitedMs = waits.reduce((sum, ms) => sum + ms, 0);
		const waitMs = waitBeforeRetryMs(failure, policy, tries, waitedMs, NO_JITTER);
		if (waitMs === undefined) return waits;
		waits.push(waitMs);
	}
}

const UP_TO_60_S = [1000, 2000, 4000, 8000, 16_000, 29_000];

describe('the waits of a request', () => {
	it.each<[kind: FailureKind, repeatable: number[], once: number[]]>([
		['rateLimited', UP_TO_60_S, UP_TO_60_S],
		['unreachable', [1000, 2000], [1000, 2000]],
		['untrusted', [1000, 2000], [1000, 2000]],
		['unavailable', [1000, 2000], []],
		['lost', [1000, 2000], []],
		['timedOut', [1000, 2000], []],
		['failed', [1000, 2000], []],
		['serverError', [1000], []],
		['refused', [], []],
		['inFront', [], []],
		['redirected', [], []],
		['notJson', [], []],
		['cancelled', [], []],
	])('that is %s are %j where it may be repeated, else %j', (kind, repeatable, once) => {
		expect(waitsOf({ kind }, REPEATABLE)).toEqual(repeatable);
		expect(waitsOf({ kind }, ONCE)).toEqual(once);
	});

	it.each<[kind: FailureKind, retryAfterMs: number, repeatable: number[], once: number[]]>([
		['rateLimited', 20_000, [20_000, 20_000, 20_000], [20_000, 20_000, 20_000]],
		['rateLimited', 60_000, [60_000], [60_000]],
		['rateLimited', 60_001, [], []],
		['unavailable', 25_000, [25_000, 25_000], []],
	])('that is %s are as the service asks, %i ms', (kind, retryAfterMs, repeatable, once) => {
		expect(waitsOf({ kind, retryAfterMs }, REPEATABLE)).toEqual(repeatable);
		expect(waitsOf({ kind, retryAfterMs }, ONCE)).toEqual(once);
	});

	it('differ by a quarter, so that many clients do not come back at once', () => {
		const wait = (random: number) => waitBeforeRetryMs({ kind: 'lost' }, REPEATABLE, 2, 0, random);
		expect([wait(0), wait(1)]).toEqual([1500, 2500]);
	});
});

const NOON = 'Thu, 01 Jan 2026 12:00:00 GMT';
const HALF_A_MINUTE_LATER = 'Thu, 01 Jan 2026 12:00:30 GMT';

describe('the wait that Retry-After asks for', () => {
	it.each<[form: string, headers: Record<string, unknown>, ms: number | undefined]>([
		['seconds', { 'retry-after': '2' }, 2_000],
		['seconds as a number, between blanks', { 'retry-after': ' 120 ' }, 120_000],
		['less than a second', { 'retry-after': '0.1' }, 1_000],
		['a date, by the Date header', { 'retry-after': HALF_A_MINUTE_LATER, date: NOON }, 30_000],
		['a date without one, by our clock', { 'retry-after': HALF_A_MINUTE_LATER }, 40_000],
		['a date that has passed', { 'retry-after': NOON, date: HALF_A_MINUTE_LATER }, undefined],
		['no time', { 'retry-after': '0' }, undefined],
		['more than a month', { 'retry-after': '9'.repeat(40) }, undefined],
		['nothing', {}, undefined],
		['words', { 'retry-after': 'soon' }, undefined],
		['seconds with a unit', { 'retry-after': '2 s' }, undefined],
		['a negative number', { 'retry-after': '-5' }, undefined],
	])('is read from %s', (...[, headers, ms]) => {
		expect(askedWaitMs(headers, Date.parse(NOON) - 10_000)).toBe(ms);
	});
});
