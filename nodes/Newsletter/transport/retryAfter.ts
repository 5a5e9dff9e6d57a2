const DAY_MS = 86_400_000;

/** Limits of a month are the longest that services have; a longer wait is taken for a mistake. */
const LONGEST_MS = 31 * DAY_MS;
const SHORTEST_MS = 1_000;

/**
 * The wait that a `Retry-After` header asks for, ms: seconds or a date. A date is compared with the
 * `Date` of the answer, so that a wrong clock does no harm. `undefined` where it makes no sense.
 */
export function askedWaitMs(
	headers: Record<string, unknown>,
	now: number = Date.now(),
): number | undefined {
	const asked = String(headers['retry-after'] ?? '').trim();
	const serviceNow = Date.parse(String(headers.date ?? ''));
	const waitMs = /^\d+(\.\d+)?$/.test(asked)
		? Math.ceil(Number(asked) * 1000)
		: // A date names its month; other texts could be read as dates long past.
			(/[a-z]{3}/i.test(asked) ? Date.parse(asked) : NaN) - (serviceNow || now);
	return waitMs > 0 && waitMs <= LONGEST_MS ? Math.max(SHORTEST_MS, waitMs) : undefined;
}
