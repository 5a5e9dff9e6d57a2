import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { Newsletter } from '../../nodes/Newsletter/Newsletter.node';
import { NewsletterTrigger } from '../../nodes/Newsletter/NewsletterTrigger.node';
import {
	allFields,
	choicesOf,
	conditionsOf,
	fieldsBelow,
	fieldsFor,
	fieldsNamed,
	statesOf,
	withTwin,
} from './descriptionStates';

const newsletter = new Newsletter().description;
const trigger = new NewsletterTrigger().description;
const views = [...withTwin(newsletter), trigger];
const viewRows = views.map((view) => [view.name, view] as const);

const namesOf = (fields: INodeProperties[]) => fields.map(({ name }) => name);

describe('what is shown', () => {
	const [, tool] = views as [INodeTypeDescription, INodeTypeDescription];
	const shownIn = (view: INodeTypeDescription, wanted: Record<string, unknown>) =>
		statesOf(view.properties, view)
			.filter(({ values }) =>
				Object.entries(wanted).every(([name, value]) => values[name] === value),
			)
			.map(({ shown }) => namesOf(shown));

	it.each<[field: string, isShown: boolean, when: Record<string, unknown>]>([
		['limit', true, { operation: 'getAll', returnAll: false }],
		['limit', false, { operation: 'getAll', returnAll: true }],
		['email', true, { operation: 'upsert', dataToSend: 'defineBelow' }],
		['email', false, { operation: 'upsert', dataToSend: 'autoMapInputData' }],
		['additionalFields', false, { operation: 'upsert', dataToSend: 'autoMapInputData' }],
		['inputsToIgnore', true, { operation: 'upsert', dataToSend: 'autoMapInputData' }],
		['inputsToIgnore', false, { operation: 'upsert', dataToSend: 'defineBelow' }],
		['confirmation', true, { operation: 'deleteMany', contactsToDelete: 'all' }],
		['confirmation', false, { operation: 'deleteMany', contactsToDelete: 'unsubscribed' }],
		['newsletterId', false, { operation: 'send' }],
	])('%s: %s with %j', (field, isShown, when) => {
		const resource = when.operation === 'send' ? 'send' : 'contact';
		const states = shownIn(newsletter, { resource, ...when });
		expect(states.length).toBeGreaterThan(0);
		expect(states.map((names) => names.includes(field))).toEqual(states.map(() => isShown));
	});

	it('an AI tool is not offered to delete all contacts', () => {
		const offered = fieldsFor(tool, 'contact', 'deleteMany').filter(
			({ name }) => name === 'contactsToDelete',
		);
		expect(offered.map(choicesOf)).toEqual([['unsubscribed']]);
	});

	it('an AI tool has one contact to create or update, and nothing that is for many', () => {
		const fields = fieldsFor(tool, 'contact', 'upsert');
		expect(fields.filter(({ name }) => name === 'dataToSend')).toEqual([
			expect.objectContaining({ type: 'hidden', default: 'defineBelow' }),
		]);
		const options = fields.find(({ name }) => name === 'options') as INodeProperties;
		const root = { dataToSend: 'defineBelow' };
		const [state] = statesOf(fieldsBelow(options), tool, root);
		expect(namesOf(state?.shown ?? [])).toEqual(['keepUnsubscribed']);
	});

	it.each(viewRows)('%s shows no two fields of one name together', (_name, view) => {
		const states = statesOf(view.properties, view);
		const doubled = states.filter(({ shown }) => new Set(namesOf(shown)).size < shown.length);
		expect(doubled.map(({ values }) => values)).toEqual([]);
	});

	it.each(viewRows)('%s shows no two fields of one name within a collection', (_name, view) => {
		const roots = statesOf(view.properties, view).map(({ values }) => values);
		for (const field of allFields(view.properties)) {
			for (const root of roots) {
				for (const { shown } of statesOf(fieldsBelow(field), view, root)) {
					expect(namesOf(shown)).toEqual([...new Set(namesOf(shown))]);
				}
			}
		}
	});

	it.each(viewRows)('%s shows every field in some state', (_name, view) => {
		const shown = new Set(statesOf(view.properties, view).flatMap((state) => state.shown));
		const isForTheOther = (field: INodeProperties) =>
			conditionsOf(field).some(({ name }) => name === '@tool');
		const never = view.properties.filter((field) => !shown.has(field) && !isForTheOther(field));
		expect(namesOf(never)).toEqual([]);
	});

	it.each(viewRows)('%s depends only on values that the named field has', (_name, view) => {
		const siblingsOf = (field: INodeProperties) =>
			[view.properties, ...allFields(view.properties).map(fieldsBelow)].find((fields) =>
				fields.includes(field),
			) as INodeProperties[];
		const unknown = allFields(view.properties).flatMap((field) =>
			conditionsOf(field).flatMap(({ name, values }) => {
				if (name === '@tool') return values.filter((value) => typeof value !== 'boolean');
				const fields = name.startsWith('/') ? view.properties : siblingsOf(field);
				const named = fields.filter((other) => other.name === name.replace('/', ''));
				const choices = named.flatMap(choicesOf);
				return values.filter((value) => !choices.includes(value));
			}),
		);
		expect(unknown).toEqual([]);
	});
});

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

	it('gathers the contacts of Create or Update, and nothing else, by itself', () => {
		expect(Object.keys(new Newsletter().customOperations)).toEqual(['contact']);
		expect(Object.keys(new Newsletter().customOperations.contact)).toEqual(['upsert']);
	});

	it('every search that a field names is there', () => {
		const searches = allFields(newsletter.properties)
			.flatMap(({ modes = [] }) => modes)
			.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
		expect(searches).toEqual(['searchContacts']);
		expect(new Newsletter().methods.listSearch).toHaveProperty('searchContacts');
	});
});
