import type { INodeProperties } from 'n8n-workflow';

import { pipeline } from '../../transport/pipeline';
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
				routing: {
					request: { method: 'POST', url: '/contacts' },
					send: { paginate: true },
					operations: { pagination: pipeline(contactUpsert) },
				},
			},
			{
				name: 'Delete Many',
				value: 'deleteMany',
				description: 'Delete all unsubscribed contacts, or all contacts of a newsletter',
				action: 'Delete many contacts',
				routing: {
					request: { method: 'DELETE', url: '/contacts' },
					send: { paginate: true },
					operations: { pagination: pipeline(contactDeleteMany) },
				},
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many contacts of a newsletter',
				action: 'Get many contacts',
				routing: {
					request: { method: 'GET', url: '/contacts' },
					send: { paginate: true },
					operations: { pagination: pipeline(contactGetAll) },
				},
			},
			{
				name: 'Update',
				value: 'update',
				description: 'Change fields of one contact',
				action: 'Update a contact',
				routing: {
					request: { method: 'PUT', url: '/contacts/{id}' },
					send: { paginate: true },
					operations: { pagination: pipeline(contactUpdate) },
				},
			},
		],
		default: 'getAll',
	},
	...contactGetAllDescription,
	...contactUpsertDescription,
	...contactUpdateDescription,
	...contactDeleteManyDescription,
];
