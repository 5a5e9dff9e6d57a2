import { isoDate } from '../../../nodes/Newsletter/resources/isoDate';

describe('isoDate', () => {
	it.each<[form: string, value: unknown, expected: string]>([
		['a day', '2026-01-31', '2026-01-31'],
		['a day between blanks', ' 2026-01-31 ', '2026-01-31'],
		['a leap day', '2028-02-29', '2028-02-29'],
		['a time in UTC', '2026-01-31T10:00:00.000Z', '2026-01-31T10:00:00.000Z'],
		['a time with its zone', '2026-01-31T10:00:00+05:30', '2026-01-31T10:00:00+05:30'],
		['a Date', new Date('2026-01-31T10:00:00Z'), '2026-01-31T10:00:00.000Z'],
		[
			'an object with toISO()',
			{ toISO: () => '2026-01-31T10:00:00.000+01:00' },
			'2026-01-31T10:00:00.000+01:00',
		],
		['a time without a zone', '2026-01-31T10:00:00', '2026-01-31T09:00:00.000Z'],
		['a time with a blank for the T', '2026-01-31 10:00:00', '2026-01-31T09:00:00.000Z'],
		[
			'a time with its zone and a blank for the T',
			'2026-01-31 10:00:00+01:00',
			'2026-01-31T10:00:00+01:00',
		],
		['a time without seconds', '2026-01-31T10:00', '2026-01-31T09:00:00.000Z'],
		['a time with fractions', '2026-01-31T10:00:00.25', '2026-01-31T09:00:00.250Z'],
		['a time in summer', '2026-07-31T10:00:00', '2026-07-31T08:00:00.000Z'],
	])('takes %s', (...[, value, expected]) => {
		expect(isoDate(value, 'Europe/Berlin')).toBe(expected);
	});

	it.each<[form: string, value: unknown]>([
		['words', 'tomorrow'],
		['nothing', ''],
		['undefined', undefined],
		['null', null],
		['a number', 1_769_853_600_000],
		['a text of digits', '20260131'],
		['a month that is none', '2026-13-01'],
		['a day that is none', '2026-01-32'],
		['the 30th of February', '2026-02-30'],
		['the 31st of April with a time', '2026-04-31T10:00:00'],
		['the 29th of February of no leap year, with a zone', '2026-02-29T10:00:00Z'],
		['an hour that is none', '2026-01-31T25:00:00'],
		['a date in local form', '31.01.2026'],
		['words between date and zone', '2026-01-31T10:00 or so Z'],
		['an invalid Date', new Date('never')],
		['an object', {}],
		['an invalid object with toISO()', { toISO: () => null }],
	])('gives undefined for %s', (...[, value]) => {
		expect(isoDate(value, 'Europe/Berlin')).toBeUndefined();
	});

	it.each<[moment: string, zone: string, local: string, expected: string]>([
		['before spring', 'Europe/Berlin', '2026-03-29T01:59:59', '2026-03-29T00:59:59.000Z'],
		['after spring', 'Europe/Berlin', '2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z'],
		['before autumn', 'Europe/Berlin', '2026-10-25T01:59:59', '2026-10-24T23:59:59.000Z'],
		['after autumn', 'Europe/Berlin', '2026-10-25T03:00:00', '2026-10-25T02:00:00.000Z'],
		['before spring', 'America/New_York', '2026-03-08T01:59:59', '2026-03-08T06:59:59.000Z'],
		['after spring', 'America/New_York', '2026-03-08T03:00:00', '2026-03-08T07:00:00.000Z'],
		['before autumn', 'America/New_York', '2026-11-01T00:59:59', '2026-11-01T04:59:59.000Z'],
		['after autumn', 'America/New_York', '2026-11-01T02:00:00', '2026-11-01T07:00:00.000Z'],
		['half an hour', 'Australia/Lord_Howe', '2026-04-05T02:00:00', '2026-04-04T15:30:00.000Z'],
	])('is exact %s in %s: %s', (...[, zone, local, expected]) => {
		expect(isoDate(local, zone)).toBe(expected);
	});
});
