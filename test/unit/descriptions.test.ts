import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { Newsletter } from '../../nodes/Newsletter/Newsletter.node';
import { NewsletterTrigger } from '../../nodes/Newsletter/NewsletterTrigger.node';
import { allFields, choicesOf, fieldsBelow, fieldsNamed, withTwin } from './descriptionStates';

const newsletter = new Newsletter().description;
const trigger = new NewsletterTrigger().description;
const views = [...withTwin(newsletter), trigger];
const viewRows = views.map((view) => [view.name, view] as const);

const namesOf = (fields: INodeProperties[]) => fields.map(({ name }) => name);

describe('each field', () => {
	it.each(viewRows)('of a collection of %s stands in alphabetical order', (_name, view) => {
		for (const field of allFields(view.properties).filter(({ type }) => type === 'collection')) {
			const labels = fieldsBelow(field).map(({ displayName }) => displayName);
			expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
		}
	});

	it.each(viewRows)('of %s has a label, a name and a default of its type', (_name, view) => {
		const typeOfDefault: Record<string, string> = {
			boolean: 'boolean',
			collection: 'object',
			fixedCollection: 'object',
			number: 'number',
			resourceLocator: 'object',
		};
		for (const { displayName, name, type, default: value } of allFields(view.properties)) {
			expect(displayName.trim()).toBe(displayName);
			expect(name).toMatch(/^[a-z][A-Za-z]*$/);
			expect([name, typeof value]).toEqual([name, typeOfDefault[type] ?? 'string']);
		}
	});

	it.each(viewRows)('of %s that is chosen from options starts with one of them', (_name, view) => {
		const chosen = allFields(view.properties).filter(({ type }) => type === 'options');
		const wrong = chosen.filter((field) => !choicesOf(field).includes(field.default as string));
		expect(namesOf(wrong)).toEqual([]);
	});

	it.each(viewRows)('of %s that is yes or no says Whether', (_name, view) => {
		const described = allFields(view.properties).filter(
			({ type, name }) => type === 'boolean' && name !== 'booleanValue',
		);
		const wrong = described.filter(({ description }) => !description?.startsWith('Whether '));
		expect(namesOf(wrong)).toEqual([]);
	});

	it.each(viewRows)('of %s that n8n knows by name has its description', (_name, view) => {
		const words: Record<string, string> = {
			returnAll: 'Whether to return all results or only up to a given limit',
			limit: 'Max number of results to return',
			simplify: 'Whether to return a simplified version of the response instead of the raw data',
		};
		const known = allFields(view.properties).filter(({ name }) => name in words);
		expect(known.map(({ description }) => description)).toEqual(
			known.map(({ name }) => words[name]),
		);
	});
});

describe('each option', () => {
	const optionsOf = (view: INodeTypeDescription) =>
		allFields(view.properties)
			.filter(({ type }) => type === 'options')
			.map((field) => [field.name, field.options as INodePropertyOptions[]] as const);

	it.each(viewRows)('of %s has a name and a value of its own', (_name, view) => {
		for (const [, options] of optionsOf(view)) {
			for (const { name, value } of options) {
				expect(name).toMatch(/^[A-Z]/);
				expect(value).toMatch(/^[a-z][A-Za-z]*$/);
			}
			expect(new Set(options.map(({ name }) => name)).size).toBe(options.length);
			expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
		}
	});

	it.each(viewRows)('of %s that needs more than its name has a description', (_name, view) => {
		const needsNone = ['resource', 'type'];
		const without = optionsOf(view)
			.filter(([field]) => !needsNone.includes(field))
			.flatMap(([, options]) => options)
			.filter(({ name, description }) => !description || description === name);
		expect(without.map(({ name }) => name)).toEqual([]);
	});

	it('that is an operation has an action and goes through the one pipeline', () => {
		const operations = fieldsNamed(newsletter, 'operation').flatMap(
			({ options }) => options as INodePropertyOptions[],
		);
		expect(operations).toHaveLength(6);
		for (const { action, routing } of operations) {
			expect(action).toMatch(/^[A-Z][a-z ]+$/);
			expect(routing?.send?.paginate).toBe(true);
			expect(routing?.operations?.pagination).toEqual(expect.any(Function));
		}
	});
});

describe('both nodes', () => {
	it.each([
		['the node', newsletter],
		['the trigger', trigger],
	])('%s hides the unsubscribe token of its output', (...[, description]) => {
		expect(description.sensitiveOutputFields).toEqual(['unsub_token']);
	});

	it('the node is a tool too, and follows no redirect', () => {
		expect(newsletter.usableAsTool).toBe(true);
		expect(newsletter.requestDefaults).toMatchObject({
			disableFollowRedirect: true,
			headers: { Accept: 'application/json' },
		});
	});

	it('carries out itself only what n8n cannot: what gathers, and what must be over before the node is', () => {
		const { customOperations } = new Newsletter();
		const names = Object.entries(customOperations).map(([resource, operations]) => [
			resource,
			Object.keys(operations).sort(),
		]);
		expect(names).toEqual([
			['contact', ['upsert']],
			['send', ['create', 'send']],
		]);
	});

	it('every search that a field names is there', () => {
		const searches = allFields(newsletter.properties)
			.flatMap(({ modes = [] }) => modes)
			.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
		expect(searches).toEqual(['searchContacts']);
		expect(new Newsletter().methods.listSearch).toHaveProperty('searchContacts');
	});
});
