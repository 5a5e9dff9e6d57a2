import {
	booleanValue,
	choice,
	textValue,
	wholeNumber,
} from '../../../nodes/Newsletter/resources/fieldValues';
import { source } from '../node';

const blanks = [undefined, null, '', ' ', '\n\t'];

describe('textValue', () => {
	it.each<[value: unknown, expected: unknown]>([
		[' Ada ', 'Ada'],
		[7, '7'],
		[0, '0'],
		[false, 'false'],
		...blanks.map((blank): [unknown, unknown] => [blank, undefined]),
	])('%j is %j', (value, expected) => {
		expect(textValue(source, 'Name', value)).toBe(expected);
	});

	it.each([[{}], [['Ada']], [new Date(0)]])('%j is an error', (value) => {
		expect(() => textValue(source, 'Name', value)).toThrow('Name must be text. [item 3]');
	});
});

describe('booleanValue', () => {
	it.each<[value: unknown, expected: unknown]>([
		[true, true],
		[false, false],
		['true', true],
		[' FALSE ', false],
		...blanks.map((blank): [unknown, unknown] => [blank, undefined]),
	])('%j is %j', (value, expected) => {
		expect(booleanValue(source, 'Subscribed', value)).toBe(expected);
	});

	it.each<[value: unknown, shown: string]>([
		['no', '"no"'],
		[1, '"1"'],
		[{}, 'an object or a list'],
	])('%j is an error that shows it', (value, shown) => {
		expect(() => booleanValue(source, 'Subscribed', value)).toThrow(
			`Subscribed must be true or false, not ${shown}. [item 3]`,
		);
	});
});

describe('wholeNumber', () => {
	it.each([
		[1, 1],
		[1000, 1000],
		['250', 250],
		[' 5 ', 5],
		['1e2', 100],
	])('%j is %j', (value, expected) => {
		expect(wholeNumber(source, 'Batch Size', value, { min: 1, max: 1000 })).toBe(expected);
	});

	it.each([
		[1001, ', not "1001"'],
		[NaN, ''],
		[Infinity, ', not "Infinity"'],
		[[5], ', not an object or a list'],
		['', ''],
	])('%j is an error that names the bounds and shows it', (value, shown) => {
		expect(() => wholeNumber(source, 'Batch Size', value, { min: 1, max: 1000 })).toThrow(
			`Batch Size must be a whole number from 1 to 1000${shown}. [item 3]`,
		);
	});

	it('names no upper bound where there is none', () => {
		expect(wholeNumber(source, 'Limit', 5_000_000, { min: 1 })).toBe(5_000_000);
		expect(() => wholeNumber(source, 'Limit', 0, { min: 1 })).toThrow(
			'Limit must be a whole number of at least 1, not "0". [item 3]',
		);
	});
});

it('a choice that is not offered is an error that shows it', () => {
	expect(() => choice(source, 'Output', 'all', ['requests', 'contacts'])).toThrow(
		'Output must be "requests" or "contacts", not "all". [item 3]',
	);
});
