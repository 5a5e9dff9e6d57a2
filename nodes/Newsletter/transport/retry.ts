import type { Failure, FailureKind } from './failures';

/** Tries in all for each kind of failure; a kind that is not named is not tried again. */
export type RetryPolicy = Partial<Record<FailureKind, number>>;

/** What can safely be asked twice: lists, updates, bulk writes and deletions. */
export const REPEATABLE: RetryPolicy = {
	rateLimited: Infinity,
	unreachable: 3,
	untrusted: 3,
	unavailable: 3,
	lost: 3,
	failed: 3,
	timedOut: 3,
	serverError: 2,
};

/** Creating or sending an issue: made again only where it certainly was not taken. */
export const ONCE: RetryPolicy = { rateLimited: Infinity, unreachable: 3, untrusted: 3 };

/** A request waits no longer than this in all, ms. A longer wait is left to the caller. */
export const LONGEST_WAIT_MS = 60_000;

const FIRST_WAIT_MS = 1_000;

/** Whether the service asks everybody with this key to wait. */
export const isLimit = ({ kind, retryAfterMs }: Failure): boolean =>
	kind === 'rateLimited' || (kind === 'unavailable' && retryAfterMs !== undefined);

/**
 * The wait before the next try, ms: as the service asks, else 1, 2, 4, 8 … s with jitter. Rate limits
 * are bounded by time, other failures by tries.
 *
 * @param tries tries so far, from 1
 * @param waitedMs how long the request has waited so far
 * @param random a number from 0 to 1, for the jitter
 * @returns `undefined` to give up
 */
export function waitBeforeRetryMs(
	failure: Failure,
	policy: RetryPolicy,
	tries: number,
	waitedMs: number,
	random: number,
): number | undefined {
	const mostTries = policy[failure.kind] ?? 1;
	const isBoundedByTime = isLimit(failure) && mostTries > 1;
	if (tries >= mostTries && !isBoundedByTime) return undefined;

	const leftMs = LONGEST_WAIT_MS - waitedMs;
	const backoffMs = Math.round(FIRST_WAIT_MS * 2 ** (tries - 1) * (0.75 + random / 2));
	const waitMs = failure.retryAfterMs ?? Math.min(backoffMs, leftMs);
	return leftMs > 0 && waitMs <= leftMs ? waitMs : undefined;
}
