import { askedWaitMs } from '../../../nodes/Newsletter/transport/retryAfter';

const NOON = 'Thu, 01 Jan 2026 12:00:00 GMT';
const HALF_A_MINUTE_LATER = 'Thu, 01 Jan 2026 12:00:30 GMT';
const noonMs = Date.parse(NOON);

describe('the wait that Retry-After asks for', () => {
	it.each<[form: string, headers: Record<string, unknown>, ms: number | undefined]>([
		['seconds', { 'retry-after': '2' }, 2_000],
		['no seconds', { 'retry-after': '0' }, 0],
		['seconds as a number', { 'retry-after': 120 }, 120_000],
		['a number without end', { 'retry-after': '9'.repeat(400) }, Number.MAX_SAFE_INTEGER],
		['seconds with a fraction', { 'retry-after': '1.5' }, 1_500],
		['seconds between blanks', { 'retry-after': ' 3 ' }, 3_000],
		[
			"a date, by the answer's own clock",
			{ 'retry-after': HALF_A_MINUTE_LATER, date: NOON },
			30_000,
		],
		['a date without a clock, by ours', { 'retry-after': HALF_A_MINUTE_LATER }, 40_000],
		['a date that has passed', { 'retry-after': NOON, date: HALF_A_MINUTE_LATER }, 0],
		['nothing', {}, undefined],
		['an empty text', { 'retry-after': ' ' }, undefined],
		['words', { 'retry-after': 'soon' }, undefined],
		['seconds with a unit', { 'retry-after': '2 s' }, undefined],
		['a negative number', { 'retry-after': '-5' }, undefined],
		['a doubled header', { 'retry-after': '2, 2' }, undefined],
	])('%s', (...[, headers, ms]) => {
		expect(askedWaitMs(headers, noonMs - 10_000)).toBe(ms);
	});
});
