import type { IDataObject, INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { Newsletter } from '../../nodes/Newsletter/Newsletter.node';
import { DEFAULT_NEWSLETTER_ID } from '../service';
import { choicesOf, fieldsBelow, fieldsFor, operationsOf } from '../unit/descriptionStates';
import { errorOf, jsonOf, SECOND_NEWSLETTER_ID, useNewsletter } from './newsletter';
import { planned } from './operations';

const newsletter = useNewsletter();
const view = new Newsletter().description;
beforeEach(() => {
	newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID);
	newsletter.service.contacts.add([
		{ id: 'con_a', email: 'a@example.com' },
		{ id: 'con_b', email: 'b@example.com' },
		{ id: 'con_c', email: 'c@example.com', subscribed: false },
	]);
});

/** Values that differ from what the plain request of an operation has, where any text will not do. */
const VALUES: Record<string, unknown[]> = {
	newsletterId: [SECOND_NEWSLETTER_ID, DEFAULT_NEWSLETTER_ID],
	email: ['b@example.com', 'c@example.com'],
	id: ['con_b', 'con_c'],
	contactId: ['con_b', 'con_c'],
	pageSize: [7, 8],
	limit: [2, 3],
	batchSize: [1, 1],
	inputsToIgnore: ['name', 'extra'],
	confirmation: [DEFAULT_NEWSLETTER_ID, 'wrong'],
	customFieldsJson: ['{ "plan": "pro" }', '{ "plan": "free" }'],
	dateValue: ['2026-01-31', '2026-02-28'],
};
const located = ({ type }: INodeProperties, value: unknown) =>
	type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value;

/** What else has to be set for a field to count, besides what it is shown with. */
const NEEDS: Record<string, INodeParameters> = {
	'contact update newsletterId': { options: { requestForm: 'post' } },
	'contact update subscribedFrom': { options: { requestForm: 'post' } },
	'contact upsert batchSize': { email: '={{ $json.email }}' },
	'contact deleteMany confirmation': { confirmation: 'wrong' },
	'contact deleteMany contactsToDelete': { confirmation: DEFAULT_NEWSLETTER_ID },
};

interface Row {
	name: string;
	field: INodeProperties;
	/** The operation's plain request, with what the field needs. */
	base: INodeParameters;
	/** The same with a value of the field. */
	set: (value: unknown) => INodeParameters;
}

/** Values of the fields that a field is shown with. */
const conditionsOf = ({ displayOptions }: INodeProperties, prefix = '') =>
	Object.fromEntries(
		Object.entries(displayOptions?.show ?? {})
			.filter(([name]) => !name.startsWith('@') && name.startsWith(prefix))
			.map(([name, values]) => [name.replace('/', ''), (values as unknown[])[0]]),
	) as INodeParameters;

function rowsOf(resource: string, operation: string, field: INodeProperties): Row[] {
	const plain = { ...planned(resource, operation), ...conditionsOf(field) };
	const row = (inner: INodeProperties, wrap: (value: unknown) => unknown): Row => {
		const name = `${resource} ${operation} ${inner.name}`;
		const outer = inner === field ? {} : conditionsOf(inner, '/');
		const base = { ...plain, ...outer, ...NEEDS[name] };
		const below = field.type === 'collection' ? (base[field.name] as object) : {};
		const set = (value: unknown) => {
			const wrapped = wrap(value);
			const isBelow = field.type === 'collection';
			return { ...base, [field.name]: isBelow ? { ...below, ...(wrapped as object) } : wrapped };
		};
		return { name, field: inner, base, set: set as Row['set'] };
	};
	if (field.type !== 'collection') return [row(field, (value) => value)];
	return fieldsBelow(field).flatMap((inner) => {
		if (inner.type !== 'fixedCollection') {
			return [row(inner, (value) => ({ [inner.name]: value }))];
		}
		return fieldsBelow(inner).map((cell) => {
			const type = cell.displayOptions?.show?.type?.[0] ?? 'text';
			const filled: IDataObject = {
				...{ key: 'plan', type, textValue: 'pro', numberValue: 3 },
				...{ booleanValue: true, dateValue: '2026-02-01' },
			} as never;
			const wrap = (value: unknown) => ({
				[inner.name]: { fields: [{ ...filled, [cell.name]: value }] },
			});
			const made = row(cell, wrap);
			return { ...made, base: made.set(filled[cell.name]) };
		});
	});
}

const ROWS = operationsOf(view).flatMap(({ resource, operation }) =>
	fieldsFor(view, resource, operation)
		.filter(({ type, displayOptions }) => type !== 'notice' && !displayOptions?.show?.['@tool'])
		.flatMap((field) => rowsOf(resource, operation, field)),
);

function otherValuesOf({ base, field }: Row): unknown[] {
	if (field.type === 'options') {
		const now = base[field.name] ?? field.default;
		return choicesOf(field).filter((choice) => choice !== now);
	}
	return twoValuesOf(field).slice(0, 1);
}

function twoValuesOf(field: INodeProperties): unknown[] {
	const { name, type } = field;
	if (name in VALUES) return VALUES[name]!;
	if (type === 'options') return choicesOf(field);
	if (type === 'boolean') return [!field.default, field.default];
	if (type === 'number') return [Number(field.default) + 1, Number(field.default) + 2];
	return ['other', 'third'];
}

/** Two people, with a field that the node does not know. */
const INPUT = ['a', 'b'].map((name) => ({
	json: { email: `${name}@example.com`, name, extra: 'x' } as IDataObject,
}));

/** Everything that a run shows: what was asked, what came out, by its fields, and the error. */
async function seen(parameters: INodeParameters, input = INPUT, node: Partial<INode> = {}) {
	newsletter.service.resetRequests();
	const run = await newsletter.run({ parameters, input, node });
	const output = jsonOf(run).map((json) => Object.keys(json).sort());
	return { asked: newsletter.asked, output, error: errorOf(run)?.message };
}

describe('changing a field changes the request, or what comes out', () => {
	const changes = ROWS.flatMap((row) => otherValuesOf(row).map((value) => ({ ...row, value })));

	it.each(changes)('$name: $value', async ({ base, set, field, value }) => {
		const before = await seen(base);
		const { asked, output } = await seen(set(located(field, value)));
		// A value that is refused before any request shows nothing of the field.
		expect(asked).not.toEqual([]);
		expect({ asked, output }).not.toEqual({ asked: before.asked, output: before.output });
	});
});

/** Whether it is in a row of Custom Fields, whose errors name that. */
const isCell = ({ field }: Row) => field.name === 'key' || field.name.endsWith('Value');

/** Texts whose absence means something else, besides IDs; of other texts an empty one is simply not sent. */
const FAILS_IF_EMPTY = [
	'contact getAll email',
	'contact upsert email',
	'inputsToIgnore',
	'confirmation',
];
const emptyExpressionFails = ({ field, name }: Row) =>
	['boolean', 'number', 'options', 'resourceLocator'].includes(field.type) ||
	/\bID\b/.test(field.displayName) ||
	FAILS_IF_EMPTY.some((end) => name.endsWith(end));

describe('an expression that returns nothing', () => {
	const rows = ROWS.filter((row) => !isCell(row)).flatMap((row) =>
		[undefined, null, '', '\u200b'].map((nothing) => ({ ...row, nothing })),
	);
	const seenWith = async ({ field, set, nothing }: (typeof rows)[number]) => {
		const json = { ...INPUT[0]!.json, nothing };
		return await seen(set(located(field, '={{ $json.nothing }}')), [{ json }]);
	};

	it.each(rows.filter(emptyExpressionFails))('fails the item: $name, $nothing', async (row) => {
		const { asked, error } = await seenWith(row);
		expect(asked).toEqual([]);
		expect(error).toContain(row.field.displayName);
	});

	it.each(rows.filter((row) => !emptyExpressionFails(row)))(
		'is empty: $name, $nothing',
		async (row) => {
			expect(await seenWith(row)).toEqual(await seen(row.set(' '), INPUT.slice(0, 1)));
		},
	);
});

describe('a value of another type', () => {
	// JSON may be an object.
	const rows = ROWS.filter(({ field }) => field.type !== 'json');

	it.each(rows)('fails the item before any request: $name', async (row) => {
		const { field, set } = row;
		const isTyped = ['boolean', 'number', 'options', 'dateTime'].includes(field.type);
		for (const value of ['={{ {} }}', ...(isTyped ? ['={{ "perhaps" }}'] : [])]) {
			const { asked, error } = await seen(set(located(field, value)), INPUT.slice(0, 1));
			expect(asked).toEqual([]);
			expect(error).toContain(isCell(row) ? 'Custom Fields' : field.displayName);
		}
	});
});

describe('a field that is empty', () => {
	const rows = ROWS.filter(({ field, name }) => {
		const isText = field.type === 'string' && !field.required && !field.name.endsWith('Value');
		// An update of nothing is an error, and each row of custom fields has a name.
		return isText && !/update name|confirmation|key$/.test(name);
	});

	it.each(rows)('is as if it were not there: $name', async ({ base, set }) => {
		const without = await seen(base);
		// The second is an expression of which nothing is left.
		for (const empty of [' ', '=']) expect(await seen(set(empty))).toEqual(without);
	});
});

/** What was asked, a contact of a gathered request being one of its own, and the outputs' fields. */
async function seenEach(parameters: INodeParameters, input: IDataObject[]) {
	const { asked, output } = await seen(
		parameters,
		input.map((json) => ({ json })),
		{ onError: 'continueRegularOutput' },
	);
	const each = asked.flatMap(({ body, ...request }) => {
		const { contacts, ...others } = (body ?? {}) as { contacts?: object[] };
		return (contacts ?? [{}]).map((contact) => ({ ...request, ...others, contact }));
	});
	return [...each, ...output].map((one) => JSON.stringify(one));
}

describe('each input item has its own value', () => {
	// The items of a gathered request share one size: contact/upsertGathering.test.ts.
	const rows = ROWS.filter(({ field }) => !['batchSize', 'type'].includes(field.name));

	it.each(rows)('of $name', async ({ set, field }) => {
		const parameters = set(located(field, '={{ $json.value }}'));
		const [first, second] = twoValuesOf(field).map((value, index) => ({
			...INPUT[index]!.json,
			value: value as string,
		}));
		const expected = [
			...(await seenEach(parameters, [first!])),
			...(await seenEach(parameters, [second!])),
		];
		const both = await seenEach(parameters, [first!, second!]);
		expect([...new Set(both)].sort()).toEqual([...new Set(expected)].sort());
	});
});
