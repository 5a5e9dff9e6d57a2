import type { INodeProperties } from 'n8n-workflow';

import { routingOf, toolRoutingOf, workflowOperationOf } from '../../transport/pipeline';
import { contactDeleteMany, contactDeleteManyDescription } from './deleteMany';
import { contactGetAll, contactGetAllDescription } from './getAll';
import { contactUpdate, contactUpdateDescription } from './update';
import { contactUpsertDescription } from './upsertFields';
import { contactUpsert } from './upsertContacts';

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
				action: 'Create or update contact',
				routing: toolRoutingOf(contactUpsert),
			},
			{
				name: 'Delete Many',
				value: 'deleteMany',
				description: 'Delete all unsubscribed contacts, or all contacts of a newsletter',
				action: 'Delete many contacts',
				routing: routingOf({ method: 'DELETE', url: '/contacts' }, contactDeleteMany),
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get contacts of a newsletter',
				action: 'Get many contacts',
				routing: toolRoutingOf(contactGetAll),
			},
			{
				name: 'Update',
				value: 'update',
				description: 'Change fields of one contact',
				action: 'Update contact',
				routing: routingOf({ method: 'PUT', url: '/contacts/{id}' }, contactUpdate),
			},
		],
		default: 'getAll',
	},
	...contactGetAllDescription,
	...contactUpsertDescription,
	...contactUpdateDescription,
	...contactDeleteManyDescription,
];

export const contactCustomOperations = {
	getAll: workflowOperationOf(contactGetAll),
	upsert: workflowOperationOf(contactUpsert),
};
