import type { IDataObject } from 'n8n-workflow';

import { booleanValue, fieldError, isBlank, textValue, type FieldSource } from '../fieldValues';
import { isoDate } from '../isoDate';
import { CUSTOM_FIELD_TYPES } from './customFieldsFields';

type CustomFields = IDataObject | IDataObject[];

const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Custom fields from JSON text, or from data that is already parsed. */
export function customFieldsFromJson(
	source: FieldSource,
	field: string,
	value: unknown,
): CustomFields | undefined {
	if (isBlank(value)) return undefined;
	let parsed: unknown;
	try {
		// What JSON cannot hold is found here, before any request.
		parsed = JSON.parse(typeof value === 'string' ? value : JSON.stringify(value));
	} catch {
		throw fieldError(source, `${field} is not valid JSON.`);
	}
	if (isRecord(parsed) || (Array.isArray(parsed) && parsed.every(isRecord))) {
		return Object.keys(parsed).length === 0 ? undefined : parsed;
	}
	throw fieldError(source, `${field} must be a JSON object or an array of objects.`);
}

/** The name in a row's Field, as it was chosen or typed. */
function nameOf(source: FieldSource, { key }: IDataObject): string {
	const isLocator = isRecord(key) && 'value' in key;
	const field = isLocator ? key.value : key;
	const name = textValue(source, 'A field name in Custom Fields', field);
	if (name === undefined) throw fieldError(source, 'Custom Fields has a row without a Field.');
	return name;
}

/** A row's value; `undefined` where it has none. */
function rowValue(source: FieldSource, name: string, row: IDataObject, timezone: string) {
	const type = CUSTOM_FIELD_TYPES.find((one) => one === row.type);
	if (type === undefined) {
		throw fieldError(source, 'Type in Custom Fields must be text, number, boolean or date.');
	}
	const given = row[`${type}Value`];
	if (isBlank(given)) return undefined;
	const field = `In Custom Fields, the value of "${name}"`;
	if (type === 'boolean') return booleanValue(source, field, given);
	const text = typeof given === 'object' || Number.isNaN(given) ? undefined : String(given);
	const value = {
		text,
		number: Number.isFinite(Number(text)) ? Number(text) : undefined,
		date: isoDate(given, timezone),
	}[type];
	if (value !== undefined) return value;
	throw fieldError(source, `${field} is not a valid ${type}.`);
}

/**
 * The custom fields of the rows and of the JSON. A row wins over the JSON. Names are kept as they are,
 * even `a.b` and `__proto__`.
 */
export function customFieldsOf(
	source: FieldSource,
	{ custom_fields: json, custom_fields_rows: rows }: IDataObject,
	timezone: string,
	jsonName: string,
): CustomFields | undefined {
	const fromJson = customFieldsFromJson(source, jsonName, json);
	const entries = (((rows as IDataObject | undefined)?.fields ?? []) as IDataObject[])
		.map((row): [string, unknown] => {
			const name = nameOf(source, row);
			return [name, rowValue(source, name, row, timezone)];
		})
		.filter(([, value]) => value !== undefined);
	if (entries.length === 0) return fromJson;
	if (Array.isArray(fromJson)) {
		throw fieldError(
			source,
			'Custom Fields (JSON) is an array, to which rows of Custom Fields cannot be added: use one of the two.',
		);
	}
	return Object.fromEntries([...Object.entries(fromJson ?? {}), ...entries]) as IDataObject;
}
