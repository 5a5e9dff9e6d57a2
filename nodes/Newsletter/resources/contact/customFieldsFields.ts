import type { INodeProperties } from 'n8n-workflow';

import type { SentField } from '../sentFields';

export const CUSTOM_FIELD_TYPES = ['text', 'number', 'boolean', 'date'] as const;

const valueField = (
	type: (typeof CUSTOM_FIELD_TYPES)[number],
	valueType: INodeProperties['type'],
	ownDefault: INodeProperties['default'],
): INodeProperties => ({
	displayName: 'Value',
	name: `${type}Value`,
	type: valueType,
	displayOptions: { show: { type: [type] } },
	default: ownDefault,
});

export const customFieldsFields: SentField[] = [
	{
		// Both are sent as `custom_fields`; until they are joined, the rows have a name of their own.
		displayName: 'Custom Fields',
		name: 'customFields',
		sent: { as: 'custom_fields_rows', kind: 'raw' },
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Custom Field',
		default: {},
		options: [
			{
				displayName: 'Fields',
				name: 'fields',
				values: [
					{
						displayName: 'Field',
						name: 'key',
						// Older workflows have the name alone, which n8n and `nameOf` take, too.
						type: 'resourceLocator',
						default: { mode: 'list', value: '' },
						description:
							'Custom field to set. The list has the names that the newest contacts use.',
						modes: [
							{
								displayName: 'From List',
								name: 'list',
								type: 'list',
								placeholder: 'Select a field…',
								typeOptions: { searchListMethod: 'searchCustomFields', searchable: true },
							},
							{
								displayName: 'By Name',
								name: 'name',
								type: 'string',
								placeholder: 'e.g. plan',
							},
						],
					},
					{
						displayName: 'Type',
						name: 'type',
						type: 'options',
						options: [
							{ name: 'Boolean', value: 'boolean' },
							{ name: 'Date', value: 'date' },
							{ name: 'Number', value: 'number' },
							{ name: 'Text', value: 'text' },
						],
						default: 'text',
					},
					valueField('text', 'string', ''),
					valueField('number', 'number', 0),
					valueField('boolean', 'boolean', true),
					valueField('date', 'dateTime', ''),
				],
			},
		],
	},
	{
		displayName: 'Custom Fields (JSON)',
		name: 'customFieldsJson',
		sent: { as: 'custom_fields', kind: 'raw' },
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "plan": "pro", "seats": 3 }',
		description:
			'Custom fields as a JSON object, or as an array of objects. Values keep their JSON types.',
	},
];
