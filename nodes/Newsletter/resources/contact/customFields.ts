import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { booleanValue, fieldError, isBlank, textValue, type FieldSource } from '../fieldValues';
import { isoDate } from '../isoDate';

type CustomFields = IDataObject | IDataObject[];

export const customFieldsFields: INodeProperties[] = [
	{
		displayName: 'Custom Fields',
		name: 'customFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Custom Field',
		default: {},
		options: [
			{
				displayName: 'Fields',
				name: 'fields',
				values: [
					{
						displayName: 'Key',
						name: 'key',
						type: 'string',
						default: '',
						description: 'The name of the custom field, as it stands in the newsletter',
					},
					{
						displayName: 'Type',
						name: 'type',
						type: 'options',
						options: [
							{ name: 'Boolean', value: 'boolean' },
							{ name: 'Date', value: 'date' },
							{ name: 'Number', value: 'number' },
							{ name: 'Text', value: 'text' },
						],
						default: 'text',
					},
					{
						displayName: 'Value',
						name: 'textValue',
						type: 'string',
						displayOptions: { show: { type: ['text'] } },
						default: '',
					},
					{
						displayName: 'Value',
						name: 'numberValue',
						type: 'number',
						displayOptions: { show: { type: ['number'] } },
						default: 0,
					},
					{
						displayName: 'Value',
						name: 'booleanValue',
						type: 'boolean',
						displayOptions: { show: { type: ['boolean'] } },
						default: true,
					},
					{
						displayName: 'Value',
						name: 'dateValue',
						type: 'dateTime',
						displayOptions: { show: { type: ['date'] } },
						default: '',
						description: 'A day such as 2026-01-31, or a day and time',
					},
				],
			},
		],
	},
	{
		displayName: 'Custom Fields (JSON)',
		name: 'customFieldsJson',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "plan": "pro", "seats": 3 }',
		description:
			'Custom fields as a JSON object, or as an array of objects. Values keep their JSON types.',
	},
];

const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Refuses what JSON writes as null, such as NaN, over a stored value, and what it cannot write. */
function checked(source: FieldSource, field: string, fields: CustomFields): CustomFields {
	let at = '';
	try {
		JSON.stringify(fields, function (this: IDataObject, key, value: unknown) {
			at = key;
			const isNull = [null, NaN, Infinity, -Infinity].includes(value as number);
			if (isNull && this[key] !== null) throw fieldError(source, field);
			return value;
		});
		return fields;
	} catch {
		throw fieldError(source, `${field} has a value that JSON cannot hold: ${at}.`);
	}
}

/** Custom fields from JSON text or from data that is already parsed; the text's own types are kept. */
export function customFieldsFromJson(
	source: FieldSource,
	field: string,
	value: unknown,
): CustomFields | undefined {
	if (value === undefined || value === null) return undefined;
	let parsed: unknown = value;
	if (typeof value === 'string') {
		if (value.trim() === '') return undefined;
		try {
			parsed = JSON.parse(value);
		} catch {
			parsed = undefined;
		}
		if (parsed === undefined) throw fieldError(source, `${field} is not valid JSON.`);
	}
	if (isRecord(parsed) || (Array.isArray(parsed) && parsed.every(isRecord))) {
		return Object.keys(parsed).length === 0 ? undefined : checked(source, field, parsed);
	}
	throw fieldError(source, `${field} must be a JSON object or an array of objects.`);
}

interface Row {
	key?: unknown;
	type?: unknown;
	textValue?: unknown;
	numberValue?: unknown;
	booleanValue?: unknown;
	dateValue?: unknown;
}

/** A row's value; `undefined` where it has none, which is as if the row were not there. */
function rowValue(source: FieldSource, row: Row, timezone: string) {
	const type = row.type ?? 'text';
	if (!['text', 'number', 'boolean', 'date'].includes(String(type))) {
		throw fieldError(source, 'Custom Fields has a row whose Type is unknown.');
	}
	const value = row[`${type as 'text' | 'number' | 'boolean' | 'date'}Value`];
	if (isBlank(value)) return undefined;
	switch (type) {
		case 'number': {
			const number = typeof value === 'string' ? Number(value) : value;
			if (typeof number === 'number' && Number.isFinite(number)) return number;
			throw fieldError(source, 'Custom Fields has a value of type Number that is not a number.');
		}
		case 'boolean':
			return booleanValue(source, 'A value of type Boolean in Custom Fields', value);
		case 'date': {
			const date = isoDate(value, timezone);
			if (date !== undefined) return date;
			throw fieldError(source, 'Custom Fields has a value of type Date that is not a date.');
		}
		default:
			if (typeof value !== 'object') return String(value);
			throw fieldError(source, 'Custom Fields has a value of type Text that is not text.');
	}
}

/**
 * The custom fields that the two fields of a collection give together: rows go over the JSON.
 * Keys are kept verbatim, `a.b` and `__proto__` too.
 */
export function customFieldsOf(
	source: FieldSource,
	{ customFields, customFieldsJson }: IDataObject,
	timezone: string,
): CustomFields | undefined {
	const json = customFieldsFromJson(source, 'Custom Fields (JSON)', customFieldsJson);
	const rows = ((customFields as IDataObject | undefined)?.fields ?? []) as Row[];
	if (rows.length === 0) return json;
	if (Array.isArray(json)) {
		throw fieldError(
			source,
			'Custom Fields (JSON) is an array, to which rows of Custom Fields cannot be added: use one of the two.',
		);
	}
	const entries = rows.map((row): [string, unknown] => {
		const key = textValue(source, 'A key in Custom Fields', row.key);
		if (key === undefined) throw fieldError(source, 'Custom Fields has a row without a Key.');
		return [key, rowValue(source, row, timezone)];
	});
	const given = entries.filter(([, value]) => value !== undefined);
	if (given.length === 0) return json;
	return Object.fromEntries([...Object.entries(json ?? {}), ...given]) as IDataObject;
}
