import type { INodeProperties } from 'n8n-workflow';

import { collection, fieldsOf } from '../fieldsOf';
import { newsletterIdField } from '../newsletterId';
import { shown } from '../sentFields';
import { contactFields } from './contactFields';

const showOnlyForDefineBelow = { dataToSend: ['defineBelow'] };
const showOnlyForAutoMap = { dataToSend: ['autoMapInputData'] };

const fields = shown(contactFields);
const emailField = fields.find(({ name }) => name === 'email') as INodeProperties;
const additionalFields = fields.filter((field) => field !== emailField);

/** What Auto-Map takes, by name; of an ID, the value decides. */
const autoMapNames = contactFields
	.filter(({ name }) => name !== 'id' && name !== 'customFields')
	.map(({ sent }) => `<code>${sent.as}</code>`)
	.join(', ');

export const contactUpsertDescription = fieldsOf('contact', 'upsert', [
	{
		displayName: 'Data to Send',
		name: 'dataToSend',
		type: 'options',
		displayOptions: { hide: { '@tool': [true] } },
		options: [
			{
				name: 'Define Below for Each Contact',
				value: 'defineBelow',
				description: 'Set the value of each field here',
			},
			{
				name: 'Auto-Map Input Data',
				value: 'autoMapInputData',
				description: 'Take the values from the fields of each input item',
			},
		],
		default: 'defineBelow',
		description: 'Where the values of the contacts come from',
	},
	{
		displayName: 'Data to Send',
		name: 'dataToSend',
		type: 'hidden',
		displayOptions: { show: { '@tool': [true] } },
		default: 'defineBelow',
	},
	{
		displayName: `The node uses these fields of each input item: ${autoMapNames}, and an ID that starts with <code>con_</code>. Names such as <code>firstName</code>, <code>First Name</code> and <code>Email Address</code> work too. Other fields are sent only if you set <b>Unmapped Fields</b>.`,
		name: 'autoMapNotice',
		type: 'notice',
		displayOptions: { show: showOnlyForAutoMap },
		default: '',
	},
	{
		...emailField,
		required: true,
		displayOptions: { show: showOnlyForDefineBelow },
		description: 'Email of the contact to create or update',
	},
	collection(
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			placeholder: 'Add Field',
			displayOptions: { show: showOnlyForDefineBelow },
		},
		additionalFields,
	),
	{
		displayName: 'Inputs to Ignore',
		name: 'inputsToIgnore',
		type: 'string',
		displayOptions: { show: showOnlyForAutoMap },
		default: '',
		placeholder: 'e.g. subscribed, phone',
		description: 'Comma-separated list of input fields to ignore',
	},
	newsletterIdField(),
	collection({ displayName: 'Options', name: 'options', placeholder: 'Add Option' }, [
		{
			displayName: 'Batch Size',
			name: 'batchSize',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1000 },
			displayOptions: { hide: { '@tool': [true] } },
			default: 1000,
			description: 'Number of contacts to send in one request, from 1 to 1000',
		},
		{
			displayName: 'Keep Unsubscribed',
			name: 'keepUnsubscribed',
			type: 'boolean',
			default: false,
			description:
				'Whether contacts that have unsubscribed stay unsubscribed, even if the input says otherwise. Makes extra requests.',
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
					description: 'Return one item for each contact, as it was sent',
				},
				{
					name: 'Requests',
					value: 'requests',
					description: "Return one item for each request, with the service's answer",
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
				{ name: 'Ignore', value: 'ignore', description: 'Do not send these fields' },
				{
					name: 'Send as Custom Fields',
					value: 'customFields',
					description:
						'Send text, numbers, booleans and dates as custom fields. Values that the service sets, such as the unsubscribe token, are never sent.',
				},
			],
			default: 'ignore',
			description: 'What to do with input fields that match no field of a contact',
		},
	]),
]);
