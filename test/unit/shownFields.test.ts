import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import {
	allFields,
	choicesOf,
	conditionsOf,
	fieldsBelow,
	fieldsFor,
	statesOf,
	VIEWS,
} from './descriptionStates';

const [[, newsletter], [, tool]] = VIEWS;

const namesOf = (fields: INodeProperties[]) => fields.map(({ name }) => name);

describe('what is shown', () => {
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

	it.each(VIEWS)('%s shows no two fields of one name together', (_name, view) => {
		const roots = statesOf(view.properties, view);
		const within = allFields(view.properties).flatMap((field) =>
			roots.flatMap(({ values }) => statesOf(fieldsBelow(field), view, values)),
		);
		const doubled = [...roots, ...within].filter(({ shown }) => {
			return new Set(namesOf(shown)).size < shown.length;
		});
		expect(doubled.map(({ values }) => values)).toEqual([]);
	});

	it.each(VIEWS)('%s shows every field in some state', (_name, view) => {
		const shown = new Set(statesOf(view.properties, view).flatMap((state) => state.shown));
		const isForTheOther = (field: INodeProperties) =>
			conditionsOf(field).some(({ name }) => name === '@tool');
		const never = view.properties.filter((field) => !shown.has(field) && !isForTheOther(field));
		expect(namesOf(never)).toEqual([]);
	});

	it.each(VIEWS)('%s depends only on values that the named field has', (_name, view) => {
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
