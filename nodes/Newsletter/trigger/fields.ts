import type { INodeProperties } from 'n8n-workflow';

import { newsletterIdField } from '../resources/newsletterId';

export const triggerDescription: INodeProperties[] = [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Contact Created',
				value: 'contactCreated',
				description: 'When a contact is added to the newsletter',
			},
			{
				name: 'Contact Created or Updated',
				value: 'contactUpdated',
				description: 'When a contact is added, or anything about it changes',
			},
		],
		default: 'contactCreated',
	},
	newsletterIdField(),
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Email',
				name: 'email',
				type: 'string',
				placeholder: 'e.g. ada@example.com',
				default: '',
				description: 'Search by email, upper and lower case alike',
			},
			{
				displayName: 'Subscribed',
				name: 'subscribed',
				type: 'boolean',
				default: true,
				description:
					'Whether to start only for contacts that are subscribed, or only for those that are not',
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Max Contacts',
				name: 'maxContacts',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 1000,
				description:
					'How many contacts one poll delivers at most. The rest comes with the next polls.',
			},
			{
				displayName: 'Page Size',
				name: 'pageSize',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 100,
				description: 'How many contacts to ask for in one request. The service may give fewer.',
			},
			{
				displayName: 'Start From',
				name: 'startFrom',
				type: 'options',
				options: [
					{
						name: 'Beginning',
						value: 'beginning',
						description: 'Deliver the existing contacts first, oldest first',
					},
					{
						name: 'Now',
						value: 'now',
						description: 'Deliver only what comes after the workflow is activated',
					},
				],
				default: 'now',
				description: 'What to do with contacts that exist when the workflow is activated',
			},
		],
	},
];
