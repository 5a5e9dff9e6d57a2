import { tryToParseDateTime } from 'n8n-workflow';

const DATE =
	/^(?<day>\d{4}-\d{2}-\d{2})(?<time>T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * A date as the service recognises it: `YYYY-MM-DD` or an ISO date-time. A time without a zone, as
 * the editor's date picker gives it, is one in the workflow's time zone.
 *
 * @param value text, a `Date`, or an object with `toISO()` (luxon)
 * @returns `undefined` for anything that is not a date
 */
export function isoDate(value: unknown, timezone: string): string | undefined {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	if (typeof value === 'object' && value !== null && 'toISO' in value) {
		return isoDate((value as { toISO(): unknown }).toISO(), timezone);
	}
	const text = typeof value === 'string' ? value.trim().replace(' ', 'T') : '';
	const { day = '', time, zone } = DATE.exec(text)?.groups ?? {};
	try {
		const date = tryToParseDateTime(text, timezone);
		// 30 February would become a day of March.
		if (day === '' || date.toISODate() !== day) return undefined;
		return time === undefined || zone !== undefined ? text : (date.toUTC().toISO() ?? undefined);
	} catch {
		return undefined;
	}
}
