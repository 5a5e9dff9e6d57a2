import type { IDataObject } from 'n8n-workflow';

import { fieldError, isBlank, type FieldSource } from '../fieldValues';
import { isoDate } from '../isoDate';
import { customFieldsFromJson } from './customFields';
import type { RawContact } from './contactFields';

/** Keys of an input item that are fields of a contact, each in the two forms that users have. */
const MAPPED: Record<string, string> = {
	id: 'id',
	email: 'email',
	name: 'name',
	first_name: 'first_name',
	firstName: 'first_name',
	last_name: 'last_name',
	lastName: 'last_name',
	subscribed: 'subscribed',
	subscribed_from: 'subscribed_from',
	subscribedFrom: 'subscribed_from',
	custom_fields: 'custom_fields',
	customFields: 'custom_fields',
};

/**
 * What the service itself gives a contact: never sent, so that a contact as Get Many returns it does
 * not take the secret of its unsubscribe link along into its custom fields.
 */
const OF_THE_SERVICE = new Set([
	'unsub_token',
	'unsubToken',
	'workspace_id',
	'createdAt',
	'updatedAt',
]);

export interface AutoMapOptions {
	/** Keys that are not used at all. */
	ignored: Set<string>;
	/** Whether other keys become custom fields. */
	unmappedAsCustomFields: boolean;
	timezone: string;
}

export const ignoredKeys = (list: unknown): Set<string> =>
	new Set(
		String(list ?? '')
			.split(',')
			.map((key) => key.trim())
			.filter((key) => key !== ''),
	);

/** A value that can be a custom field, or `undefined`: texts, numbers, booleans, null and dates. */
function customFieldValue(value: unknown, timezone: string) {
	if (value === null) return null;
	if (typeof value === 'object') return isoDate(value, timezone);
	return ['string', 'number', 'boolean'].includes(typeof value)
		? (value as string | number | boolean)
		: undefined;
}

/** The contact that an input item describes by its keys, under the names on the wire. */
export function autoMapped(
	source: FieldSource,
	json: IDataObject,
	{ ignored, unmappedAsCustomFields, timezone }: AutoMapOptions,
): RawContact {
	const raw: RawContact = {};
	const others: Array<[string, unknown]> = [];
	for (const [key, value] of Object.entries(json)) {
		if (ignored.has(key) || OF_THE_SERVICE.has(key)) continue;
		const name = Object.hasOwn(MAPPED, key) ? MAPPED[key] : undefined;
		if (name === undefined) others.push([key, customFieldValue(value, timezone)]);
		else if (!isBlank(value)) raw[name] = value;
	}
	if (!unmappedAsCustomFields) return raw;

	const unmapped = others.filter(([, value]) => value !== undefined);
	if (unmapped.length === 0) return raw;
	const given = customFieldsFromJson(source, 'custom_fields', raw.custom_fields);
	if (Array.isArray(given)) {
		throw fieldError(
			source,
			'custom_fields is an array, to which other keys cannot be added: set Unmapped Fields to Ignore.',
		);
	}
	return {
		...raw,
		custom_fields: Object.fromEntries([...unmapped, ...Object.entries(given ?? {})]),
	} as RawContact;
}
