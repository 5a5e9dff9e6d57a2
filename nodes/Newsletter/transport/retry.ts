import type { Failure, FailureKind } from './failures';

/** Tries in all for each kind of failure; a kind that is not named is not tried again. */
export type RetryPolicy = Partial<Record<FailureKind, number>>;

/** What can safely be asked twice: lists, updates, bulk writes and deletions. */
export const REPEATABLE: RetryPolicy = {
	rateLimited: 4,
	unreachable: 3,
	unavailable: 3,
	lost: 3,
	timedOut: 3,
	serverError: 2,
};

/** Creating or sending an issue: made again only where it certainly was not taken. */
export const ONCE: RetryPolicy = { rateLimited: 4, unreachable: 3 };

/** The longest wait that is sat out, ms; a longer one is the caller's to plan. */
export const LONGEST_WAIT_MS = 60_000;

const FIRST_WAIT_MS = 1_000;

/**
 * How long to wait before the next try, or `undefined` to give up.
 *
 * @param triesMade tries so far, from 1
 * @param random a number from 0 to 1, for the jitter
 * @param untilDeadlineMs time left in all; a wait that would pass it is not begun
 */
export function waitBeforeRetryMs(
	failure: Failure,
	policy: RetryPolicy,
	triesMade: number,
	random: number,
	untilDeadlineMs = Infinity,
): number | undefined {
	if (triesMade >= (policy[failure.kind] ?? 1)) return undefined;
	const ownWaitMs = FIRST_WAIT_MS * 2 ** (triesMade - 1);
	const waitMs = failure.retryAfterMs ?? Math.round(ownWaitMs * (0.75 + random / 2));
	return waitMs > LONGEST_WAIT_MS || waitMs >= untilDeadlineMs ? undefined : waitMs;
}
