import {
	customFieldsFromJson,
	customFieldsOf,
} from '../../../../nodes/Newsletter/resources/contact/customFields';
import { source } from '../../node';

const ZONE = 'Europe/Berlin';
const JSON_FIELD = 'Custom Fields (JSON)';
const fromJson = (value: unknown) => customFieldsFromJson(source, JSON_FIELD, value);
const rows = (...fields: object[]) => ({ custom_fields_rows: { fields } });
const of = (raw: object) => customFieldsOf(source, raw as never, ZONE, JSON_FIELD);

describe('custom fields from JSON', () => {
	it('keep their types', () => {
		const fields = { text: 'a', number: 1.5, yes: true, none: null, day: '2026-01-31', list: [1] };
		expect(fromJson(JSON.stringify(fields))).toEqual(fields);
		expect(fromJson(fields)).toEqual(fields);
	});

	it('may be an array of objects', () => {
		expect(fromJson('[{"plan":"pro"},{"seats":3}]')).toEqual([{ plan: 'pro' }, { seats: 3 }]);
	});

	it.each([[undefined], [null], [''], [' '], ['{}'], ['[]'], [{}], [[]]])(
		'are not there for %j',
		(value) => {
			expect(fromJson(value)).toBeUndefined();
		},
	);

	it.each([['{plan: "pro"}'], ['{"plan":'], ['plan']])('%j is not JSON', (value) => {
		expect(() => fromJson(value)).toThrow('Custom Fields (JSON) is not valid JSON. [item 3]');
	});

	it.each([
		['7'],
		['"text"'],
		['true'],
		['null'],
		['[1]'],
		['[{},"a"]'],
		['[[]]'],
		[7],
		[new Date(0)],
	])('%j is neither an object nor an array of objects', (value) => {
		expect(() => fromJson(value)).toThrow(
			'Custom Fields (JSON) must be a JSON object or an array of objects. [item 3]',
		);
	});
});

describe('custom fields from rows', () => {
	it('have the type of their row', () => {
		expect(
			of(
				rows(
					{ key: 'plan', type: 'text', textValue: 'pro' },
					{ key: 'seats', type: 'number', numberValue: 3 },
					{ key: 'active', type: 'boolean', booleanValue: false },
					{ key: 'since', type: 'date', dateValue: '2026-01-31' },
					{ key: 'until', type: 'date', dateValue: '2026-01-31T10:00:00' },
				),
			),
		).toEqual({
			plan: 'pro',
			seats: 3,
			active: false,
			since: '2026-01-31',
			until: '2026-01-31T09:00:00.000Z',
		});
	});

	it.each<[row: string, row: object, value: unknown]>([
		['text by default', { textValue: 'pro' }, 'pro'],
		['a number as text', { type: 'text', textValue: 3 }, '3'],
		['a number in a text', { type: 'number', numberValue: '2.5' }, 2.5],
		['zero', { type: 'number', numberValue: 0 }, 0],
		['a boolean in a text', { type: 'boolean', booleanValue: 'true' }, true],
	])('take %s', (...[, row, value]) => {
		expect(of(rows({ key: 'a', ...row }))).toEqual({ a: value });
	});

	it.each<[row: string, row: object]>([
		['an empty text', { type: 'text', textValue: '' }],
		['a blank number', { type: 'number', numberValue: ' ' }],
		['no number', { type: 'number' }],
		['no boolean', { type: 'boolean', booleanValue: null }],
		['no date', { type: 'date', dateValue: '' }],
	])('are as if a row with %s were not there', (_, row) => {
		expect(of(rows({ key: 'a', ...row }))).toBeUndefined();
		expect(of(rows({ key: 'a', ...row }, { key: 'b', textValue: 'x' }))).toEqual({ b: 'x' });
	});

	it('keep their names as they are written', () => {
		const fields = of(
			rows(
				{ key: 'a.b', textValue: '1' },
				{ key: ' a b ', textValue: '2' },
				{ key: '__proto__', textValue: '3' },
				{ key: 'constructor', textValue: '4' },
			),
		) as object;
		expect(Object.entries(fields)).toEqual([
			['a.b', '1'],
			['a b', '2'],
			['__proto__', '3'],
			['constructor', '4'],
		]);
		expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
	});

	it.each<[row: string, row: object, sentence: string]>([
		['without a field', { textValue: 'pro' }, 'Custom Fields has a row without a Field.'],
		[
			'with a blank field',
			{ key: ' ', textValue: 'a' },
			'Custom Fields has a row without a Field.',
		],
		[
			'whose number is a word',
			{ key: 'a', type: 'number', numberValue: 'many' },
			'Custom Fields has a value of type number that is not a number.',
		],
		[
			'whose number has no end',
			{ key: 'a', type: 'number', numberValue: Infinity },
			'Custom Fields has a value of type number that is not a number.',
		],
		[
			'whose boolean is a word',
			{ key: 'a', type: 'boolean', booleanValue: 'maybe' },
			'A Boolean in Custom Fields must be true or false.',
		],
		[
			'whose date is a word',
			{ key: 'a', type: 'date', dateValue: 'tomorrow' },
			'Custom Fields has a value of type date that is not a date.',
		],
		[
			'whose text is an object',
			{ key: 'a', type: 'text', textValue: {} },
			'Custom Fields has a value of type text that is not a text.',
		],
		[
			'of no known type',
			{ key: 'a', type: 'x' },
			'Type of a row in Custom Fields must be text or number or boolean or date.',
		],
	])('of a row %s are an error', (...[, row, sentence]) => {
		expect(() => of(rows(row))).toThrow(`${sentence} [item 3]`);
	});
});

describe('custom fields from rows and JSON together', () => {
	it('are joined, and rows go over the JSON', () => {
		const custom_fields_rows = { fields: [{ key: 'plan', textValue: 'pro' }] };
		expect(of({ custom_fields_rows, custom_fields: '{"plan":"free","seats":3}' })).toEqual({
			plan: 'pro',
			seats: 3,
		});
	});

	it('are the JSON alone where there are no rows', () => {
		expect(of({ custom_fields_rows: {}, custom_fields: '{"seats":3}' })).toEqual({ seats: 3 });
		expect(of({})).toBeUndefined();
	});

	it('cannot be joined with an array', () => {
		const custom_fields_rows = { fields: [{ key: 'plan', textValue: 'pro' }] };
		expect(() => of({ custom_fields_rows, custom_fields: '[{"seats":3}]' })).toThrow(
			'Custom Fields (JSON) is an array, to which rows of Custom Fields cannot be added: use one of the two. [item 3]',
		);
	});
});
