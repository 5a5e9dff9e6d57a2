import { NodeOperationError, type INode } from 'n8n-workflow';

/** Where a value comes from, so that what is wrong with it can be said: the node and the input item. */
export interface FieldSource {
	node: INode;
	itemIndex: number;
}

/** The error for a value that cannot be used: a sentence that names the field, and the item. */
export function fieldError({ node, itemIndex }: FieldSource, sentence: string): NodeOperationError {
	return new NodeOperationError(node, `${sentence} [item ${itemIndex}]`, { itemIndex });
}

export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * Whether a field, as it stands in the workflow, holds an expression. An expression that was left
 * empty is an empty field.
 */
export const isExpression = (field: unknown): boolean =>
	typeof field === 'string' && field.startsWith('=') && field.trim() !== '=';

/**
 * For a value that is blank, where the default would do harm if another was meant.
 *
 * @param parameter the field as it stands in the workflow
 * @param otherwise what to do for the default
 * @throws {NodeOperationError} where it is an expression
 */
export function refuseNothing(
	source: FieldSource,
	field: string,
	parameter: unknown,
	otherwise: string,
): void {
	if (!isExpression(parameter)) return;
	const sentence = `${field} is an expression that yields nothing: correct it, or ${otherwise}.`;
	throw fieldError(source, sentence);
}

/** An option of a collection as it stands in the workflow. */
export const optionParameter = (
	{ node }: FieldSource,
	collection: string,
	option: string,
): unknown => (node.parameters[collection] as Record<string, unknown> | undefined)?.[option];

/** An empty option is as if it were not there. */
export const orDefault = <T>(value: unknown, ownDefault: T): unknown =>
	isBlank(value) ? ownDefault : value;

/** Text without surrounding blanks, or `undefined` where there is none. */
export function textValue(source: FieldSource, field: string, value: unknown): string | undefined {
	if (isBlank(value)) return undefined;
	if (typeof value === 'object') throw fieldError(source, `${field} must be text.`);
	return String(value).trim();
}

/** True or false, also from the texts that expressions and forms yield. */
export function booleanValue(
	source: FieldSource,
	field: string,
	value: unknown,
): boolean | undefined {
	if (isBlank(value)) return undefined;
	if (typeof value === 'boolean') return value;
	const text = (typeof value === 'string' ? value : '').trim().toLowerCase();
	if (text === 'true') return true;
	if (text === 'false') return false;
	throw fieldError(source, `${field} must be true or false.`);
}

/** A whole number within bounds, also from text that holds one. */
export function wholeNumber(
	source: FieldSource,
	field: string,
	value: unknown,
	{ least, most = Number.MAX_SAFE_INTEGER }: { least: number; most?: number },
): number {
	const number = typeof value === 'string' && !isBlank(value) ? Number(value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most) {
		return number;
	}
	const bounds =
		most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
	throw fieldError(source, `${field} must be a whole number ${bounds}.`);
}

// One @, no blanks or list separators, a dot in the domain; letters of any alphabet.
const EMAIL = /^[^\s@,;<>()"]+@[^\s@,;<>()".]+(\.[^\s@,;<>()".]+)+$/u;

export function emailValue(source: FieldSource, field: string, value: unknown): string | undefined {
	const email = textValue(source, field, value);
	if (email === undefined || EMAIL.test(email)) return email;
	throw fieldError(source, `${field} must be one email address, such as ada@example.com.`);
}

// The service says of its other identifiers only that they are text; these would change the path.
const IDENTIFIER = /^[^\s/?#]+$/;

/** An identifier that can stand in a path once it is encoded. */
export function identifier(
	source: FieldSource,
	field: string,
	value: unknown,
	prefix = '',
): string {
	const id = textValue(source, field, value);
	if (id === undefined) throw fieldError(source, `${field} is empty: fill it in.`);
	// Half of a surrogate pair cannot be encoded.
	if (!IDENTIFIER.test(id) || id === '.' || id === '..' || /\p{Surrogate}/u.test(id)) {
		throw fieldError(source, `${field} must be an ID without blanks, /, ? or #.`);
	}
	if (!id.startsWith(prefix) || id === prefix) {
		throw fieldError(source, `${field} must be an ID that starts with ${prefix}.`);
	}
	return id;
}
