/** Of any size that JSON can carry. */
const atMost = (ms: number) => Math.min(ms, Number.MAX_SAFE_INTEGER);

/**
 * The wait that a `Retry-After` header asks for, in ms; `undefined` where there is none or it cannot
 * be read. A date is compared with the answer's own `Date`, so that a clock that is off does no harm.
 */
export function askedWaitMs(
	headers: Record<string, unknown>,
	now: number = Date.now(),
): number | undefined {
	const asked = String(headers['retry-after'] ?? '').trim();
	if (asked === '') return undefined;
	if (/^\d+(\.\d+)?$/.test(asked)) return atMost(Math.ceil(Number(asked) * 1000));

	// Dates in headers name their month; other texts would be read as dates long past.
	const until = /[a-z]{3}/i.test(asked) ? Date.parse(asked) : NaN;
	if (Number.isNaN(until)) return undefined;
	const serviceNow = Date.parse(String(headers.date ?? ''));
	return Math.max(0, until - (Number.isNaN(serviceNow) ? now : serviceNow));
}
