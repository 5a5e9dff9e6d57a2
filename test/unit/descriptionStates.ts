import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { Newsletter } from '../../nodes/Newsletter/Newsletter.node';
import { NewsletterTrigger } from '../../nodes/Newsletter/NewsletterTrigger.node';

type Choice = string | number | boolean;

const isCollection = (option: object): option is INodePropertyCollection => 'values' in option;

/** Fields directly below a field: those of a collection, or of the groups of a fixed collection. */
export function fieldsBelow({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) => {
		if (isCollection(option)) return option.values;
		return 'displayName' in option ? [option] : [];
	});
}

export function allFields(fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) => [field, ...allFields(fieldsBelow(field))]);
}

export function choicesOf(field: INodeProperties): Choice[] {
	if (field.type === 'boolean') return [true, false];
	const options = field.options ?? [];
	return options.flatMap((option) => ('value' in option ? [option.value as Choice] : []));
}

/** Every condition that a field's display depends on: the field that it names, and the values. */
export function conditionsOf({ displayOptions = {} }: INodeProperties) {
	return [displayOptions.show ?? {}, displayOptions.hide ?? {}].flatMap((conditions) =>
		Object.entries(conditions).map(([name, values]) => ({ name, values: values as Choice[] })),
	);
}

const node = new Newsletter().description;
const tool = { ...node, name: `${node.name}Tool` };
const trigger = new NewsletterTrigger().description;

/** What n8n shows: the node to people, its twin to an AI agent, and the trigger. */
export const VIEWS = [node, tool, trigger].map((view) => [view.name, view] as const) as [
	[string, INodeTypeDescription],
	[string, INodeTypeDescription],
	[string, INodeTypeDescription],
];

function shownAmong(
	fields: INodeProperties[],
	values: INodeParameters,
	description: INodeTypeDescription,
	root: INodeParameters,
): INodeProperties[] {
	return fields.filter((field) =>
		NodeHelpers.displayParameter(values, field, { typeVersion: 1 }, description, root),
	);
}

export interface State {
	values: INodeParameters;
	shown: INodeProperties[];
}

/** Every combination of values of the fields that `fields` depend on, with what is shown then. */
export function statesOf(
	fields: INodeProperties[],
	description: INodeTypeDescription,
	root?: INodeParameters,
): State[] {
	const names = new Set(fields.flatMap(conditionsOf).map(({ name }) => name));
	const own = [...names].filter((name) => !/^[@/]/.test(name));
	let combinations: INodeParameters[] = [{}];
	for (const name of own) {
		const choices = new Set(fields.filter((field) => field.name === name).flatMap(choicesOf));
		combinations = combinations.flatMap((values) =>
			[...choices].map((choice) => ({ ...values, [name]: choice })),
		);
	}
	return combinations.map((values) => ({
		values,
		shown: shownAmong(fields, values, description, root ?? values),
	}));
}

/** All that is shown in some state of an operation. */
export function fieldsFor(
	view: INodeTypeDescription,
	resource: string,
	operation: string,
): INodeProperties[] {
	const shown = statesOf(view.properties, view)
		.filter(({ values }) => values.resource === resource && values.operation === operation)
		.flatMap((state) => state.shown);
	return [...new Set(shown)].filter(({ name }) => !['resource', 'operation'].includes(name));
}

/** The fields of a name, at any depth. */
export const fieldsNamed = (view: INodeTypeDescription, name: string): INodeProperties[] =>
	allFields(view.properties).filter((field) => field.name === name);

/** Every operation that the node offers. */
export const operationsOf = ({ properties }: INodeTypeDescription) =>
	properties
		.filter(({ name }) => name === 'operation')
		.flatMap((field) =>
			choicesOf(field).map((operation) => ({
				resource: String(field.displayOptions?.show?.resource?.[0]),
				operation: String(operation),
			})),
		);
