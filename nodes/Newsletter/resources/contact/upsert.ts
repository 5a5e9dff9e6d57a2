import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import type { ErrorTexts } from '../../transport/errorTexts';
import type { Operation, Perform, PreSend } from '../../transport/pipeline';
import type { ContactInput } from '../../transport/types';
import { newsletterIdField, newsletterIdPreSend } from '../newsletterId';
import { contactFields, contactIdField, contactWithEmail, emailField } from './contactFields';
import { findUnsubscribed, keepsUnsubscribed } from './unsubscribed';
import { isUpsertAnswer } from './upsertAnswer';
import { upsertErrorOf } from './upsertFailure';

const showOnlyForContactUpsert = { resource: ['contact'], operation: ['upsert'] };
const showOnlyForDefineBelow = { ...showOnlyForContactUpsert, dataToSend: ['defineBelow'] };

const additionalFields = [contactIdField, ...contactFields].sort((a, b) =>
	a.displayName < b.displayName ? -1 : 1,
);

export const contactUpsertDescription: INodeProperties[] = [
	{
		displayName: 'Data to Send',
		name: 'dataToSend',
		type: 'options',
		displayOptions: { show: showOnlyForContactUpsert, hide: { '@tool': [true] } },
		options: [
			{
				name: 'Define Below for Each Contact',
				value: 'defineBelow',
				description: 'Set the value of each field',
			},
			{
				name: 'Auto-Map Input Data',
				value: 'autoMapInputData',
				description: 'Use when the input items have the names of the fields',
			},
		],
		default: 'defineBelow',
		description: 'Where the values of the contacts come from',
	},
	{
		displayName: 'Data to Send',
		name: 'dataToSend',
		type: 'hidden',
		displayOptions: { show: { ...showOnlyForContactUpsert, '@tool': [true] } },
		default: 'defineBelow',
	},
	{
		displayName:
			'Taken from each input item, by its keys: email, name, first_name or firstName, last_name or lastName, subscribed, subscribed_from or subscribedFrom, custom_fields or customFields, and the ID of the contact, its key in lower case. What becomes of other keys is set under Options.',
		name: 'autoMapNotice',
		type: 'notice',
		displayOptions: {
			show: { ...showOnlyForContactUpsert, dataToSend: ['autoMapInputData'] },
		},
		default: '',
	},
	{
		...emailField,
		required: true,
		displayOptions: { show: showOnlyForDefineBelow },
		description: 'Finds the contact to update, or is the email of the new one',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		displayOptions: { show: showOnlyForDefineBelow },
		default: {},
		options: additionalFields,
	},
	{
		displayName: 'Inputs to Ignore',
		name: 'inputsToIgnore',
		type: 'string',
		displayOptions: {
			show: { ...showOnlyForContactUpsert, dataToSend: ['autoMapInputData'] },
		},
		default: '',
		placeholder: 'e.g. subscribed, row_number',
		description: 'Keys of the input items that are not to be used, separated by commas',
	},
	newsletterIdField({ show: showOnlyForContactUpsert }),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		displayOptions: { show: showOnlyForContactUpsert },
		default: {},
		options: [
			{
				displayName: 'Batch Size',
				name: 'batchSize',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 1000 },
				displayOptions: { hide: { '@tool': [true] } },
				default: 1000,
				description: 'How many contacts to send in one request, from 1 to 1000',
			},
			{
				displayName: 'Keep Unsubscribed',
				name: 'keepUnsubscribed',
				type: 'boolean',
				default: false,
				description:
					'Whether contacts that have unsubscribed stay so, whatever the input says. Asks the service first.',
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				displayOptions: { hide: { '@tool': [true] } },
				options: [
					{
						name: 'Contacts',
						value: 'contacts',
						description: 'One item for each contact, as it was sent',
					},
					{
						name: 'Requests',
						value: 'requests',
						description: "One item for each request, with the service's answer",
					},
				],
				default: 'requests',
				description: 'What the node returns',
			},
			{
				displayName: 'Unmapped Fields',
				name: 'unmappedFields',
				type: 'options',
				displayOptions: { show: { '/dataToSend': ['autoMapInputData'] } },
				options: [
					{ name: 'Ignore', value: 'ignore', description: 'Do not send them' },
					{
						name: 'Send as Custom Fields',
						value: 'customFields',
						description:
							'Send texts, numbers, booleans and dates as custom fields, but nothing that the service itself sets, such as the unsubscribe token',
					},
				],
				default: 'ignore',
				description: 'What to do with keys of the input items that are not fields of a contact',
			},
		],
	},
];

export const UPSERT_TEXTS: ErrorTexts = {
	refused:
		'The service refused the contacts: check Newsletter ID, here or in the credential, and the values of the contacts.',
	tooLarge: 'The service takes no request as large as this: lower Batch Size.',
	notFound:
		'The service found nothing to create or update: check Newsletter ID, here or in the credential, and Contact ID.',
};

/** The body of a bulk write, also of one contact. */
export const bulkBody = (newsletterId: string, contacts: IDataObject[]): IDataObject => ({
	newsletter_id: newsletterId,
	contacts,
});

/** As a tool: one contact through the routing, built as the gathered contacts are. */
const contactPreSend: PreSend = async function (request: IHttpRequestOptions) {
	const source = { node: this.getNode(), itemIndex: this.getItemIndex() };
	const values = this.getNodeParameter('additionalFields', {}) as IDataObject;
	const raw = (request.body ?? {}) as IDataObject;
	const contact = contactWithEmail(source, raw, values, this.getTimezone());
	return { ...request, body: { contacts: [contact] } };
};

const perform: Perform = async function (client, call) {
	const { newsletter_id: newsletterId, contacts } = call.body as {
		newsletter_id: string;
		contacts: [ContactInput];
	};
	const source = { node: this.getNode(), itemIndex: this.getItemIndex() };
	let [contact] = contacts;
	if (keepsUnsubscribed(source, this.getNodeParameter('options', {}) as IDataObject)) {
		const isUnsubscribed = await findUnsubscribed(client, newsletterId, contacts, call);
		if (isUnsubscribed(contact)) contact = { ...contact, subscribed: false };
	}
	const result = await client.ask({ ...call, body: bulkBody(newsletterId, [contact]) });
	if (!result.ok) throw upsertErrorOf(client, result.failure, call);
	return [{ json: { ...result.body, contacts: 1 } }];
};

export const contactUpsert: Operation = {
	request: { method: 'POST', url: '/contacts' },
	texts: UPSERT_TEXTS,
	isAnswer: isUpsertAnswer,
	preSend: [contactPreSend, newsletterIdPreSend('body')],
	perform,
};
