import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ContactInput } from '../../transport/types';
import {
	booleanValue,
	emailValue,
	fieldError,
	identifier,
	textValue,
	type FieldSource,
} from '../fieldValues';
import { customFieldsFields, customFieldsFromJson, customFieldsOf } from './customFields';

const toBody = (property: string): INodeProperties['routing'] => ({
	send: { type: 'body', property },
});

export const emailField: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. ada@example.com',
	default: '',
	routing: toBody('email'),
};

export const contactIdField: INodeProperties = {
	displayName: 'Contact ID',
	name: 'id',
	type: 'string',
	placeholder: 'e.g. con_…',
	default: '',
	description: 'ID of an existing contact, to update it even if its email has changed',
	routing: toBody('id'),
};

const [customFields, customFieldsJson] = customFieldsFields as [INodeProperties, INodeProperties];

/** What can be set on a contact besides its email; in the alphabetical order of the screen. */
export const contactFields: INodeProperties[] = [
	customFields,
	customFieldsJson,
	{
		displayName: 'First Name',
		name: 'firstName',
		type: 'string',
		default: '',
		routing: toBody('first_name'),
	},
	{
		displayName: 'Last Name',
		name: 'lastName',
		type: 'string',
		default: '',
		routing: toBody('last_name'),
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		description: 'Full name of the contact',
		routing: toBody('name'),
	},
	{
		displayName: 'Subscribed',
		name: 'subscribed',
		type: 'boolean',
		default: true,
		description:
			'Whether the contact receives the newsletter. A new contact does unless this says otherwise.',
		routing: toBody('subscribed'),
	},
	{
		displayName: 'Subscribed From',
		name: 'subscribedFrom',
		type: 'string',
		placeholder: 'e.g. Website form',
		default: '',
		description: 'Where the contact comes from, to sort contacts by later',
		routing: toBody('subscribed_from'),
	},
];

/** Values under the names on the wire, not yet looked at. */
export type RawContact = IDataObject;

const labelled = [emailField, contactIdField, ...contactFields];

/** Takes a collection's values to the names on the wire, which stand in the fields' routing. */
export function rawContactOf(values: IDataObject): RawContact {
	const raw: RawContact = {};
	for (const { name, routing } of labelled) {
		const property = routing?.send?.property;
		if (property !== undefined && name in values) raw[property] = values[name];
	}
	return raw;
}

/**
 * The contact that is sent: every value of its documented type, empty ones left out, custom fields
 * as given.
 *
 * @param values the collection that holds the two custom fields fields, if any
 * @throws {NodeOperationError} naming the field, for a value of the wrong kind
 */
export function contactOf(
	source: FieldSource,
	raw: RawContact,
	values: IDataObject,
	timezone: string,
): ContactInput {
	const contact: ContactInput = {
		id:
			textValue(source, 'Contact ID', raw.id) === undefined
				? undefined
				: identifier(source, 'Contact ID', raw.id, 'con_'),
		email: emailValue(source, 'Email', raw.email),
		name: textValue(source, 'Name', raw.name),
		first_name: textValue(source, 'First Name', raw.first_name),
		last_name: textValue(source, 'Last Name', raw.last_name),
		subscribed: booleanValue(source, 'Subscribed', raw.subscribed),
		subscribed_from: textValue(source, 'Subscribed From', raw.subscribed_from),
		custom_fields:
			customFieldsFromJson(source, 'custom_fields', raw.custom_fields) ??
			customFieldsOf(source, values, timezone),
	};
	return Object.fromEntries(
		Object.entries(contact).filter(([, value]) => value !== undefined),
	) as ContactInput;
}

/** As `contactOf`, for a contact that must have an email. */
export function contactWithEmail(
	source: FieldSource,
	raw: RawContact,
	values: IDataObject,
	timezone: string,
): ContactInput & { email: string } {
	const contact = contactOf(source, raw, values, timezone);
	if (contact.email === undefined) throw fieldError(source, 'Email is empty: fill it in.');
	return { ...contact, email: contact.email };
}
