import type { INodeProperties } from 'n8n-workflow';

import { routingOf } from '../../transport/pipeline';
import { contactDeleteMany, contactDeleteManyDescription } from './deleteMany';
import { contactGetAll, contactGetAllDescription } from './getAll';
import { contactUpdate, contactUpdateDescription } from './update';
import { contactUpsert, contactUpsertDescription } from './upsert';

const showOnlyForContacts = { resource: ['contact'] };

export const contactDescription: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: showOnlyForContacts },
		options: [
			{
				name: 'Create or Update',
				value: 'upsert',
				description:
					'Create a new contact, or update the current one if it already exists (upsert)',
				action: 'Create or update a contact',
				routing: routingOf(contactUpsert),
			},
			{
				name: 'Delete Many',
				value: 'deleteMany',
				description: 'Delete all unsubscribed contacts, or all contacts of a newsletter',
				action: 'Delete many contacts',
				routing: routingOf(contactDeleteMany),
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many contacts of a newsletter',
				action: 'Get many contacts',
				routing: routingOf(contactGetAll),
			},
			{
				name: 'Update',
				value: 'update',
				description: 'Change fields of one contact',
				action: 'Update a contact',
				routing: routingOf(contactUpdate),
			},
		],
		default: 'getAll',
	},
	...contactGetAllDescription,
	...contactUpsertDescription,
	...contactUpdateDescription,
	...contactDeleteManyDescription,
];
