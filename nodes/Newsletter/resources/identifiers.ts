import { fieldError, textValue, type FieldSource } from './fieldValues';
import { withoutInvisible } from './invisible';

// The service does not document the form of these IDs. The characters left out would change the path.
const IDENTIFIER = /^[^\s/?#]+$/;

/** The text of an ID, without invisible characters. `undefined` for an empty field. */
export function idText(source: FieldSource, field: string, value: unknown): string | undefined {
	const text = textValue(source, field, value);
	return text === undefined ? undefined : withoutInvisible(text).trim();
}

/** An ID that can be part of a URL. `undefined` for an empty field. */
export function optionalIdentifier(
	source: FieldSource,
	field: string,
	value: unknown,
	prefix = '',
): string | undefined {
	const id = idText(source, field, value);
	if (id === undefined) return undefined;
	// Half of a surrogate pair cannot be encoded.
	if (!IDENTIFIER.test(id) || id === '.' || id === '..' || /\p{Surrogate}/u.test(id)) {
		throw fieldError(source, `${field} must be an ID without spaces, /, ? or #.`);
	}
	if (!id.startsWith(prefix) || id === prefix) {
		throw fieldError(source, `${field} must be an ID that starts with ${prefix}.`);
	}
	return id;
}

/** As `optionalIdentifier`. @throws {NodeOperationError} for an empty field */
export function identifier(
	source: FieldSource,
	field: string,
	value: unknown,
	prefix = '',
): string {
	const id = optionalIdentifier(source, field, value, prefix);
	if (id === undefined) throw fieldError(source, `${field} is empty: fill it in.`);
	return id;
}
