import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../transport/pipeline';
import { choice, fieldError, isBlank, type FieldSource } from '../fieldValues';
import { isoDate } from '../isoDate';
import { contactFields } from './contactFields';
import { customFieldsFromJson } from './customFields';

/** Their names on the wire; rows of custom fields are nothing that an input item has. */
const NAMES = contactFields
	.filter(({ name }) => name !== 'customFields')
	.map(({ sent }) => sent.as);

/** The field of a contact that a field of the input item is, written `first_name` or `firstName`. */
function wireNameOf(name: string): string | undefined {
	const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	return NAMES.find((known) => known === name || known === snakeCase);
}

/**
 * What the service itself gives a contact. It is never sent, so that a contact that Get Many returned
 * does not take the secret of its unsubscribe link along into its custom fields.
 */
const OF_THE_SERVICE = ['unsub_token', 'unsubToken', 'workspace_id', 'createdAt', 'updatedAt'];

/** A value that can be a custom field: texts, numbers, booleans, null and dates. */
function customFieldValue(value: unknown, timezone: string): unknown {
	// JSON would write it as null.
	if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
	return value !== null && typeof value === 'object' ? isoDate(value, timezone) : value;
}

/** The contact that an input item describes, under the names on the wire. */
export function autoMapped(item: ItemContext, source: FieldSource): IDataObject {
	const timezone = item.getTimezone();
	const ignored = String(item.getNodeParameter('inputsToIgnore', '') ?? '').split(',');
	const names = ignored.map((name) => name.trim()).filter((name) => name !== '');
	const unused = [...OF_THE_SERVICE, ...names];
	const at = { ...source, path: 'options.unmappedFields' };
	const unmappedFields = item.getNodeParameter('options.unmappedFields', '');
	const use = choice(at, 'Unmapped Fields', unmappedFields, ['ignore', 'customFields']);

	const raw: IDataObject = {};
	const others: Array<[string, unknown]> = [];
	for (const [name, value] of Object.entries(item.getInputData().json)) {
		if (unused.includes(name)) continue;
		const wire = wireNameOf(name);
		if (wire === undefined) others.push([name, customFieldValue(value, timezone)]);
		else if (!isBlank(value)) raw[wire] = value;
	}
	const unmapped = others.filter(([, value]) => value !== undefined);
	if (use === 'ignore' || unmapped.length === 0) return raw;

	const given = customFieldsFromJson(source, 'custom_fields', raw.custom_fields);
	if (Array.isArray(given)) {
		throw fieldError(
			source,
			'custom_fields is an array, to which other fields cannot be added: set Unmapped Fields to Ignore.',
		);
	}
	const customFields = Object.fromEntries([...unmapped, ...Object.entries(given ?? {})]);
	return { ...raw, custom_fields: customFields as IDataObject };
}
