import { isTool } from '../../transport/itemContexts';
import type { Operation } from '../../transport/pipeline';
import { collection, fieldsOf } from '../fieldsOf';
import { choice, fieldError, sourceOf } from '../fieldValues';
import { identifier } from '../identifiers';
import { newsletterIdField, newsletterIdOf } from '../newsletterId';
import { shown } from '../sentFields';
import { contactFields, contactOf } from './contactFields';
import { simplified } from './simplified';

const FORMS = ['put', 'post'] as const;

const updateFields = contactFields
	.filter(({ name }) => name !== 'id')
	.map((field) => ({
		...field,
		routing: { send: { type: 'body' as const, property: field.sent.as } },
	}));

export const contactUpdateDescription = fieldsOf('contact', 'update', [
	{
		displayName: 'Contact',
		name: 'contactId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: 'Contact to update',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a contact…',
				typeOptions: { searchListMethod: 'searchContacts', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. con_…',
			},
		],
	},
	collection(
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			placeholder: 'Add Field',
			description: 'Fields to change. Only the fields added here are sent.',
		},
		shown(updateFields),
	),
	newsletterIdField('body'),
	collection({ displayName: 'Options', name: 'options', placeholder: 'Add Option' }, [
		{
			displayName: 'Request Form',
			name: 'requestForm',
			type: 'options',
			options: [
				{
					name: 'POST',
					value: 'post',
					description: 'Can update Subscribed From, but not custom fields',
				},
				{
					name: 'PUT',
					value: 'put',
					description: 'Can update custom fields, but not Subscribed From',
				},
			],
			default: 'put',
			description: 'HTTP request to use for the update',
		},
	]),
]);

/** Update: n8n builds the body from the fields. This brings it into the chosen Request Form. */
export const contactUpdate: Operation = async (item, client, call) => {
	const source = sourceOf(item);
	const at = (path: string) => ({ ...source, path });
	const contactId = item.getNodeParameter('contactId', '', { extractValue: true });
	const id = identifier(source, 'Contact', contactId, 'con_');
	const form = item.getNodeParameter('options.requestForm', '');
	const requestForm = choice(at('options.requestForm'), 'Request Form', form, FORMS);
	const { newsletter_id: newsletterField, ...fields } = call.body ?? {};
	// Only the POST form sends the newsletter, but a wrong one is an error in both.
	const newsletterId = newsletterIdOf(source, newsletterField, client.connection.newsletterId);
	const contact = contactOf(source, fields, item.getTimezone(), 'updateFields');
	if (requestForm === 'put' && contact.subscribed_from !== undefined) {
		throw fieldError(
			source,
			'Subscribed From can only be updated with Request Form set to POST, under Options.',
		);
	}
	// The service documents no custom fields for its POST form, so they would be lost or rejected.
	if (requestForm === 'post' && contact.custom_fields !== undefined) {
		throw fieldError(
			source,
			'Custom Fields can only be updated with Request Form set to PUT, under Options.',
		);
	}
	if (Object.keys(contact).length === 0) {
		throw fieldError(source, 'Update Fields has no value: add at least one field to update.');
	}
	const answer = await client.request({
		...call,
		method: requestForm === 'put' ? 'PUT' : 'POST',
		url: `/contacts/${encodeURIComponent(id)}`,
		body: requestForm === 'put' ? contact : { newsletter_id: newsletterId, ...contact },
		isAnswer: (body) => typeof body.id === 'string',
		mayBeEmpty: true,
		texts: {
			refused:
				'The service refused the update. Check Contact, the updated fields and Newsletter ID. The API key may lack access to this contact.',
			notFound: 'The service has no contact with this ID: check Contact.',
		},
	});
	const updated = { id, ...answer };
	// A model needs no unsubscribe token.
	return [{ json: isTool(item) ? simplified(updated) : updated }];
};
