import type { IDataObject } from 'n8n-workflow';

import type { ContactInput } from '../../transport/types';
import type { FieldSource } from '../fieldValues';
import { sentValues, type SentField } from '../sentFields';
import { customFieldsOf } from './customFields';
import { customFieldsFields } from './customFieldsFields';

/** What can be set on a contact: a row each, with its name on the wire and the kind of its value. */
export const contactFields: SentField[] = [
	{
		displayName: 'Contact ID',
		name: 'id',
		sent: { as: 'id', kind: 'contactId' },
		type: 'string',
		placeholder: 'e.g. con_…',
		default: '',
		description: 'ID of an existing contact. It is updated even if its email has changed.',
	},
	{
		displayName: 'Email',
		name: 'email',
		sent: { as: 'email', kind: 'email' },
		type: 'string',
		placeholder: 'e.g. ada@example.com',
		default: '',
	},
	{
		displayName: 'First Name',
		name: 'firstName',
		sent: { as: 'first_name', kind: 'text' },
		type: 'string',
		placeholder: 'e.g. Ada',
		default: '',
	},
	{
		displayName: 'Last Name',
		name: 'lastName',
		sent: { as: 'last_name', kind: 'text' },
		type: 'string',
		placeholder: 'e.g. Lovelace',
		default: '',
	},
	{
		displayName: 'Name',
		name: 'name',
		sent: { as: 'name', kind: 'text' },
		type: 'string',
		placeholder: 'e.g. Ada Lovelace',
		default: '',
		description: 'Full name of the contact',
	},
	{
		displayName: 'Subscribed',
		name: 'subscribed',
		sent: { as: 'subscribed', kind: 'switch' },
		type: 'boolean',
		default: true,
		description:
			'Whether the contact receives the newsletter. If not set, a new contact is subscribed.',
	},
	{
		displayName: 'Subscribed From',
		name: 'subscribedFrom',
		sent: { as: 'subscribed_from', kind: 'text' },
		type: 'string',
		placeholder: 'e.g. Website form',
		default: '',
		description: 'Where the contact comes from. Use it to group contacts later.',
	},
	...customFieldsFields,
];

/**
 * The contact that is sent: every value as its kind, empty ones left out, custom fields as given.
 *
 * @param raw values under their names on the wire
 * @param collection the parameter that holds the fields, if one does
 * @throws {NodeOperationError} naming the field, for a value of another kind
 */
export function contactOf(
	source: FieldSource,
	raw: IDataObject,
	timezone: string,
	collection?: string,
): ContactInput {
	const contact: ContactInput = sentValues(source, contactFields, raw, collection);
	const jsonName = collection ? 'Custom Fields (JSON)' : 'custom_fields';
	const customFields = customFieldsOf(source, raw, timezone, jsonName);
	return customFields === undefined ? contact : { ...contact, custom_fields: customFields };
}
