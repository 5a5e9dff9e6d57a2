import { NodeOperationError } from 'n8n-workflow';
import {
	booleanValue,
	fieldError,
	textValue,
	wholeNumber,
} from '../../../nodes/Newsletter/resources/fieldValues';
import { identifier } from '../../../nodes/Newsletter/resources/identifiers';
import { node, source } from '../node';

const blanks = [undefined, null, '', ' ', '\n\t'];

describe('fieldError', () => {
	it('names the field and the item', () => {
		const error = fieldError(source, 'Email is empty.');
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'Email is empty. [item 3]',
			node,
			context: { itemIndex: 3 },
		});
	});
});

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

	it.each([['yes'], ['1'], [1], [0], [{}], [[]]])('%j is an error', (value) => {
		expect(() => booleanValue(source, 'Subscribed', value)).toThrow(
			'Subscribed must be true or false. [item 3]',
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
		expect(wholeNumber(source, 'Batch Size', value, { least: 1, most: 1000 })).toBe(expected);
	});

	it.each([
		[0],
		[1001],
		[-1],
		[1.5],
		['1.5'],
		['many'],
		[''],
		[' '],
		[null],
		[undefined],
		[true],
		[NaN],
		[Infinity],
		[[5]],
	])('%j is an error that names the bounds', (value) => {
		expect(() => wholeNumber(source, 'Batch Size', value, { least: 1, most: 1000 })).toThrow(
			'Batch Size must be a whole number from 1 to 1000. [item 3]',
		);
	});

	it('names no upper bound where there is none', () => {
		expect(wholeNumber(source, 'Limit', 5_000_000, { least: 1 })).toBe(5_000_000);
		expect(() => wholeNumber(source, 'Limit', 0, { least: 1 })).toThrow(
			'Limit must be a whole number of at least 1. [item 3]',
		);
	});
});

describe('identifier', () => {
	it.each([
		['con_1', 'con_1'],
		[' con_1\n', 'con_1'],
		[123, '123'],
		['0123-abc', '0123-abc'],
		['a%2Fb', 'a%2Fb'],
		['ключ', 'ключ'],
	])('%j is %j', (value, expected) => {
		expect(identifier(source, 'Send ID', value)).toBe(expected);
	});

	it.each(blanks)('%j is empty', (value) => {
		expect(() => identifier(source, 'Send ID', value)).toThrow(
			'Send ID is empty: fill it in. [item 3]',
		);
	});

	it.each([['a/b'], ['a?b'], ['a#b'], ['a b'], ['a\nb'], ['.'], ['..'], ['../contacts']])(
		'%j would change the path',
		(value) => {
			expect(() => identifier(source, 'Send ID', value)).toThrow(
				'Send ID must be an ID without spaces, /, ? or #. [item 3]',
			);
		},
	);

	it.each([['snd_1'], ['con_'], ['CON_1'], ['xcon_1']])('%j has not the prefix', (value) => {
		expect(() => identifier(source, 'Contact ID', value, 'con_')).toThrow(
			'Contact ID must be an ID that starts with con_. [item 3]',
		);
	});
});
