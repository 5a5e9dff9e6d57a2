import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import type { Operation, Perform, PreSend } from '../../transport/pipeline';
import { fieldError, orDefault } from '../fieldValues';
import { newsletterIdField, newsletterIdPreSend } from '../newsletterId';
import { pathIdPreSend } from '../pathId';
import { contactFields, contactOf, emailField } from './contactFields';
import { simplified } from './simplified';

const showOnlyForContactUpdate = { resource: ['contact'], operation: ['update'] };

const updateFields = [...contactFields, emailField].sort((a, b) =>
	a.displayName < b.displayName ? -1 : 1,
);

export const contactUpdateDescription: INodeProperties[] = [
	{
		displayName: 'Contact',
		name: 'contactId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		displayOptions: { show: showOnlyForContactUpdate },
		description: 'The contact to update',
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
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		displayOptions: { show: showOnlyForContactUpdate },
		default: {},
		description: 'Only the fields added here are sent',
		options: updateFields,
	},
	newsletterIdField({ show: showOnlyForContactUpdate }),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		displayOptions: { show: showOnlyForContactUpdate },
		default: {},
		options: [
			{
				displayName: 'Request Form',
				name: 'requestForm',
				type: 'options',
				options: [
					{
						name: 'POST',
						value: 'post',
						description: 'Takes Subscribed From, but no custom fields',
					},
					{
						name: 'PUT',
						value: 'put',
						description: 'Takes custom fields, but not Subscribed From',
					},
				],
				default: 'put',
				description: "Which of the service's two documented forms of this request to use",
			},
		],
	},
];

/** The body in the chosen form; only fields that were set are in it. */
const updatePreSend: PreSend = async function (request: IHttpRequestOptions) {
	const source = { node: this.getNode(), itemIndex: this.getItemIndex() };
	const options = this.getNodeParameter('options', {}) as IDataObject;
	const requestForm = orDefault(options.requestForm, 'put');
	if (requestForm !== 'put' && requestForm !== 'post') {
		throw fieldError(source, 'Request Form must be put or post.');
	}
	const values = this.getNodeParameter('updateFields', {}) as IDataObject;
	const contact = contactOf(
		source,
		(request.body ?? {}) as IDataObject,
		values,
		this.getTimezone(),
	);
	if (requestForm === 'put' && contact.subscribed_from !== undefined) {
		throw fieldError(
			source,
			'Subscribed From can only be updated with Request Form set to POST, under Options.',
		);
	}
	// The service documents no custom fields for its POST form, so they would be lost or refused.
	if (requestForm === 'post' && contact.custom_fields !== undefined) {
		throw fieldError(
			source,
			'Custom Fields can only be updated with Request Form set to PUT, under Options.',
		);
	}
	if (Object.keys(contact).length === 0) {
		throw fieldError(source, 'Update Fields has no value: add at least one field to update.');
	}
	return { ...request, method: requestForm === 'put' ? 'PUT' : 'POST', body: contact };
};

/** Only the POST form names the newsletter; both need it to be well-formed. */
const updateNewsletterPreSend: PreSend = async function (request: IHttpRequestOptions) {
	const part = request.method === 'POST' ? 'body' : 'nowhere';
	return await newsletterIdPreSend(part).call(this, request);
};

/** A model needs no unsubscribe token. */
const perform: Perform = async function (client, call) {
	const contact = await client.request(call);
	return [{ json: this.getNode().type.endsWith('Tool') ? simplified(contact) : contact }];
};

export const contactUpdate: Operation = {
	request: { method: 'PUT', url: '/contacts/{id}' },
	texts: {
		refused:
			'The service refused to update the contact: check Contact, the fields to update, Newsletter ID, and that the API key may reach this contact.',
		notFound: 'The service has no contact with this ID: check Contact.',
	},
	isAnswer: ({ id }) => typeof id === 'string',
	inTurn: ({ getNodeParameter }) =>
		String(getNodeParameter('contactId', '', { extractValue: true })).trim(),
	perform,
	preSend: [pathIdPreSend('contactId', 'Contact', 'con_'), updatePreSend, updateNewsletterPreSend],
};
