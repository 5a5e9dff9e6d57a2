import type { INodeProperties } from 'n8n-workflow';

import { collection, filtersField, pageSizeField, simplifyField } from '../resources/fieldsOf';
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
				description: 'When a contact is added or changed',
			},
		],
		default: 'contactCreated',
	},
	newsletterIdField(),
	simplifyField,
	filtersField('trigger on'),
	collection({ displayName: 'Options', name: 'options', placeholder: 'Add Option' }, [
		{
			displayName: 'Max Contacts',
			name: 'maxContacts',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1000,
			description:
				'Max number of contacts to deliver in one poll. The next polls deliver the rest.',
		},
		pageSizeField,
		{
			displayName: 'Start From',
			name: 'startFrom',
			type: 'options',
			options: [
				{
					name: 'Beginning',
					value: 'beginning',
					description: 'Deliver existing contacts first, starting with the oldest',
				},
				{
					name: 'Now',
					value: 'now',
					description: 'Deliver only events that happen after the workflow is activated',
				},
			],
			default: 'now',
			description: 'What to do with contacts that exist when the workflow is activated',
		},
	]),
];
