import type { INodeProperties } from 'n8n-workflow';

/** Shows fields for one operation only, beside the conditions that they have of their own. */
export function fieldsOf(
	resource: string,
	operation: string,
	fields: INodeProperties[],
): INodeProperties[] {
	const showOnlyForOperation = { resource: [resource], operation: [operation] };
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...showOnlyForOperation, ...field.displayOptions?.show },
		},
	}));
}

/** Fields that the user can add. */
export const collection = (
	labels: Omit<INodeProperties, 'type' | 'default' | 'options'>,
	options: INodeProperties[],
): INodeProperties => ({ ...labels, type: 'collection', default: {}, options });

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** @param verb what happens with the contacts that pass */
export const filtersField = (verb: string): INodeProperties =>
	collection({ displayName: 'Filters', name: 'filters', placeholder: 'Add Filter' }, [
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			placeholder: 'e.g. ada@example.com',
			default: '',
			description: 'Email to search for, not case-sensitive',
		},
		{
			displayName: 'Subscribed',
			name: 'subscribed',
			type: 'boolean',
			default: true,
			description: `Whether to ${verb} subscribed contacts (on) or unsubscribed ones (off)`,
		},
	]);

export const pageSizeField: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description: 'Number of contacts to request at a time. The service may return smaller pages.',
};
