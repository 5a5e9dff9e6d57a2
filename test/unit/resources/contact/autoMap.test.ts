import {
	autoMapped,
	ignoredKeys,
	type AutoMapOptions,
} from '../../../../nodes/Newsletter/resources/contact/autoMap';
import { source } from '../../node';

const mapped = (json: object, options: Partial<AutoMapOptions> = {}) =>
	autoMapped(source, json as never, {
		ignored: new Set(),
		unmappedAsCustomFields: false,
		timezone: 'Europe/Berlin',
		...options,
	});
const withOthers = { unmappedAsCustomFields: true };

describe('ignoredKeys', () => {
	it.each([
		['a, b ,c', ['a', 'b', 'c']],
		[' , ,', []],
		['', []],
		[undefined, []],
		['first name', ['first name']],
	])('%j', (list, expected) => {
		expect([...ignoredKeys(list)]).toEqual(expected);
	});
});

describe('autoMapped', () => {
	it.each<[names: string, json: object]>([
		[
			'the wire',
			{ first_name: 'Ada', last_name: 'L', subscribed_from: 'Form', custom_fields: { a: 1 } },
		],
		[
			'the screen',
			{ firstName: 'Ada', lastName: 'L', subscribedFrom: 'Form', customFields: { a: 1 } },
		],
	])('takes the names of %s', (...[, json]) => {
		const common = { id: 'con_1', email: 'ada@example.com', name: 'Ada L', subscribed: false };
		expect(mapped({ ...common, ...json })).toEqual({
			...common,
			first_name: 'Ada',
			last_name: 'L',
			subscribed_from: 'Form',
			custom_fields: { a: 1 },
		});
	});

	it('leaves other keys alone unless they are to be custom fields', () => {
		expect(mapped({ email: 'ada@example.com', plan: 'pro' })).toEqual({ email: 'ada@example.com' });
	});

	it('leaves out what is empty', () => {
		expect(mapped({ email: 'ada@example.com', name: '', id: null })).toEqual({
			email: 'ada@example.com',
		});
	});

	it('uses no key that is to be ignored, mapped or not', () => {
		const ignored = new Set(['subscribed', 'row_number']);
		expect(
			mapped(
				{ email: 'ada@example.com', subscribed: false, row_number: 7, plan: 'pro' },
				{ ...withOthers, ignored },
			),
		).toEqual({ email: 'ada@example.com', custom_fields: { plan: 'pro' } });
	});

	it('makes custom fields of texts, numbers, booleans, null and dates, and of nothing else', () => {
		const json = {
			text: 'a',
			number: 3,
			yes: true,
			none: null,
			date: new Date('2026-01-31T10:00:00Z'),
			luxon: { toISO: () => '2026-01-31T10:00:00.000+01:00' },
			list: [1],
			object: { a: 1 },
			nothing: undefined,
		};
		expect(mapped(json, withOthers)).toEqual({
			custom_fields: {
				text: 'a',
				number: 3,
				yes: true,
				none: null,
				date: '2026-01-31T10:00:00.000Z',
				luxon: '2026-01-31T10:00:00.000+01:00',
			},
		});
	});

	it('joins other keys with the custom fields of the input, which go over them', () => {
		const json = { plan: 'free', seats: 3, customFields: '{"plan":"pro"}' };
		expect(mapped(json, withOthers)).toEqual({ custom_fields: { plan: 'pro', seats: 3 } });
	});

	it('cannot join other keys with an array', () => {
		expect(() => mapped({ plan: 'free', custom_fields: [{ a: 1 }] }, withOthers)).toThrow(
			'custom_fields is an array, to which other keys cannot be added: set Unmapped Fields to Ignore. [item 3]',
		);
		expect(mapped({ email: 'a@x.org', custom_fields: [{ a: 1 }] }, withOthers)).toEqual({
			email: 'a@x.org',
			custom_fields: [{ a: 1 }],
		});
	});

	it('takes the names that objects have by nature for keys like others', () => {
		const json = JSON.parse('{"constructor":"a","toString":"b","__proto__":"c"}') as object;
		const { custom_fields: fields } = mapped(json, withOthers);
		expect(Object.entries(fields as object)).toEqual([
			['constructor', 'a'],
			['toString', 'b'],
			['__proto__', 'c'],
		]);
	});

	it('changes nothing of the input', () => {
		const json = Object.freeze({ email: 'a@x.org', plan: 'pro', custom_fields: Object.freeze({}) });
		expect(() => mapped(json, withOthers)).not.toThrow();
	});
});
