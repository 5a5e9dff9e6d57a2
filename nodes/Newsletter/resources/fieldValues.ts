import {
	NodeOperationError,
	type IDataObject,
	type IExecuteSingleFunctions,
	type INode,
} from 'n8n-workflow';

import { BLANK } from './invisible';

const MOST_SHOWN = 100;

/** Where a value comes from, for the sentence that says what is wrong with it. */
export interface FieldSource {
	node: INode;
	itemIndex: number;
	/** The parameter, such as `filters.email`, if an expression in it must not return nothing. */
	path?: string;
}

export const sourceOf = (item: IExecuteSingleFunctions): FieldSource => ({
	node: item.getNode(),
	itemIndex: item.getItemIndex(),
});

/** The error for a value that cannot be used: a sentence that names the field, and the item. */
export function fieldError({ node, itemIndex }: FieldSource, sentence: string): NodeOperationError {
	return new NodeOperationError(node, `${sentence} [item ${itemIndex}]`, { itemIndex });
}

export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && BLANK.test(value));

/** Whether the workflow has an expression in a field. A lone `=` is an empty field. */
function holdsExpression({ parameters }: INode, path: string): boolean {
	let field: unknown = parameters;
	for (const name of path.split('.')) field = (field as IDataObject | undefined)?.[name];
	// A field with a list, such as Contact.
	if (typeof field === 'object' && field !== null && 'value' in field) field = field.value;
	return typeof field === 'string' && field.startsWith('=') && field.trim() !== '=';
}

/**
 * The one rule for empty fields: an empty field is as if it were not there. But an expression that
 * returns nothing is an error in filters, IDs, choices, switches and numbers. Without them, the node
 * would do more or something else than asked. Their sources have a `path`.
 *
 * @throws {NodeOperationError} for such an expression
 */
export function isLeftEmpty(source: FieldSource, field: string, value: unknown): boolean {
	if (!isBlank(value)) return false;
	if (source.path === undefined || !holdsExpression(source.node, source.path)) return true;
	throw fieldError(
		source,
		`${field} is an expression that returns nothing: correct it, or clear the field.`,
	);
}

/** Text without surrounding spaces, or `undefined` where there is none. */
export function textValue(source: FieldSource, field: string, value: unknown): string | undefined {
	if (isLeftEmpty(source, field, value)) return undefined;
	if (typeof value === 'object' || Number.isNaN(value)) {
		throw fieldError(source, `${field} must be text.`);
	}
	return String(value).trim();
}

/** The wrong value, for the end of an error message. It is cut if it is long, and left out if empty. */
export function insteadOf(value: unknown): string {
	if (isBlank(value) || Number.isNaN(value)) return '';
	if (typeof value === 'object') return ', not an object or a list';
	const text = String(value);
	return `, not "${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text}"`;
}

/** True or false, also from the texts that expressions and forms return. */
export function booleanValue(
	source: FieldSource,
	field: string,
	value: unknown,
): boolean | undefined {
	if (isLeftEmpty(source, field, value)) return undefined;
	if (typeof value === 'boolean') return value;
	const text = String(value).trim().toLowerCase();
	if (text === 'true') return true;
	if (text === 'false') return false;
	throw fieldError(source, `${field} must be true or false${insteadOf(value)}.`);
}

/** A whole number within bounds, also from text that holds one. */
export function wholeNumber(
	source: FieldSource,
	field: string,
	value: unknown,
	{ min, max = Infinity, ifEmpty }: { min: number; max?: number; ifEmpty?: number },
): number {
	if (isLeftEmpty(source, field, value) && ifEmpty !== undefined) return ifEmpty;
	const number = typeof value === 'string' && !isBlank(value) ? Number(value) : value;
	const isWhole = typeof number === 'number' && Number.isSafeInteger(number);
	if (isWhole && number >= min && number <= max) return number;
	const bounds = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
	throw fieldError(source, `${field} must be a whole number ${bounds}${insteadOf(value)}.`);
}

/** One of the values that a field offers; an empty field is the first of them. */
export function choice<T extends string>(
	source: FieldSource,
	field: string,
	value: unknown,
	choices: readonly [T, ...T[]],
): T {
	if (isLeftEmpty(source, field, value)) return choices[0];
	if (choices.includes(value as T)) return value as T;
	const quoted = choices.map((one) => `"${one}"`);
	throw fieldError(source, `${field} must be ${quoted.join(' or ')}${insteadOf(value)}.`);
}
