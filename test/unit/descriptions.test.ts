import type { INodePropertyOptions } from 'n8n-workflow';
import { Newsletter } from '../../nodes/Newsletter/Newsletter.node';
import { NewsletterTrigger } from '../../nodes/Newsletter/NewsletterTrigger.node';
import {
	allFields,
	fieldsBelow,
	fieldsFor,
	fieldsNamed,
	operationsOf,
	VIEWS,
} from './descriptionStates';

const { customOperations, description: newsletter, methods } = new Newsletter();

it.each(VIEWS)('the fields of each collection of %s stand in alphabetical order', (_name, view) => {
	for (const field of allFields(view.properties).filter(({ type }) => type === 'collection')) {
		const labels = fieldsBelow(field).map(({ displayName }) => displayName);
		expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
	}
});

it.each(VIEWS)('each option of %s that needs more than its name has a description', (_, view) => {
	const needsNone = ['resource', 'type'];
	const without = allFields(view.properties)
		.filter(({ type, name }) => type === 'options' && !needsNone.includes(name))
		.flatMap(({ options }) => options as INodePropertyOptions[])
		.filter(({ name, description }) => !description || description === name);
	expect(without.map(({ name }) => name)).toEqual([]);
});

describe('each operation', () => {
	const operations = fieldsNamed(newsletter, 'operation').flatMap(
		({ options }) => options as INodePropertyOptions[],
	);

	it.each(operations)('has an action and goes through the one pipeline: $name', (operation) => {
		const { action, routing } = operation;
		expect(action).toMatch(/^[A-Z][a-z ]+$/);
		expect(routing?.send?.paginate).toBe(true);
		expect(routing?.operations?.pagination).toEqual(expect.any(Function));
	});

	const customs = operationsOf(newsletter).filter(({ resource, operation }) =>
		Object.hasOwn(customOperations[resource as 'contact'], operation),
	);

	it.each(customs)(
		'is declarative or custom, never both: $resource $operation',
		({ resource, operation }) => {
			const fields = allFields(fieldsFor(newsletter, resource, operation));
			expect(fields.filter(({ routing }) => routing !== undefined)).toEqual([]);
		},
	);
});

it.each([
	['the node', newsletter],
	['the trigger', new NewsletterTrigger().description],
])('%s hides the unsubscribe token of its output', (...[, description]) => {
	expect(description.sensitiveOutputFields).toEqual(['unsub_token']);
});

it('every search that a field names is there', () => {
	const searches = allFields(newsletter.properties)
		.flatMap(({ modes = [] }) => modes)
		.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
	expect(searches).not.toEqual([]);
	for (const search of searches) expect(methods.listSearch).toHaveProperty(search);
});
