const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/i;
const TIME_WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/** How far the zone's clock is ahead of UTC at a moment, ms. */
function offsetMs(atMs: number, timezone: string): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone: timezone,
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	}).formatToParts(atMs);
	const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
	const shown = Date.UTC(
		part('year'),
		part('month') - 1,
		part('day'),
		part('hour'),
		part('minute'),
		part('second'),
	);
	return shown - Math.floor(atMs / 1000) * 1000;
}

/** Whether `YYYY-MM-DD` is a day that exists; 30 February would become one of March. */
function isDayOfCalendar(day: string): boolean {
	const ms = Date.parse(`${day}T00:00:00Z`);
	return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

/**
 * A date as the service recognises it: `YYYY-MM-DD` verbatim, a date-time in ISO form. A time
 * without a zone, as the editor's date picker gives it, is one in the workflow's time zone.
 *
 * @param value text, a `Date`, or an object with `toISO()` (luxon)
 * @returns `undefined` for anything that is not a date
 */
export function isoDate(value: unknown, timezone: string): string | undefined {
	if (value instanceof Date) {
		return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	}
	if (typeof value === 'object' && value !== null && 'toISO' in value) {
		return isoDate((value as { toISO(): unknown }).toISO(), timezone);
	}
	if (typeof value !== 'string') return undefined;

	const text = value.trim().replace(' ', 'T');
	if (!isDayOfCalendar(text.slice(0, 10))) return undefined;
	if (DAY.test(text)) return text;
	if (TIME_WITH_ZONE.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : text;
	if (!TIME_WITHOUT_ZONE.test(text)) return undefined;
	const asUtcMs = Date.parse(`${text}Z`);
	if (Number.isNaN(asUtcMs)) return undefined;
	// The second look settles times near a change of the clocks.
	const firstGuessMs = asUtcMs - offsetMs(asUtcMs, timezone);
	return new Date(asUtcMs - offsetMs(firstGuessMs, timezone)).toISOString();
}
