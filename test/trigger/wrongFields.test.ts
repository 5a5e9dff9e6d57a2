import { NodeOperationError, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { NewsletterTrigger } from '../../nodes/Newsletter/NewsletterTrigger.node';
import { fieldsBelow } from '../unit/descriptionStates';
import { add, addHistory, emailsOf, LiveTrigger, useService } from './liveTrigger';

const on = useService();
const { description } = new NewsletterTrigger();

describe.each(['trigger', 'manual'] as const)('in mode "%s"', (mode) => {
	const options = (values: INodeParameters): INodeParameters => ({ options: values });
	const filters = (values: INodeParameters): INodeParameters => ({ filters: values });
	const ROWS: Array<[field: string, what: string, parameters: INodeParameters]> = [
		['Newsletter ID', 'too short', { newsletterId: 'wks_short' }],
		['Newsletter ID', 'of another prefix', { newsletterId: 'abc_mainNewsletter0000001' }],
		['Max Contacts', '0', options({ maxContacts: 0 })],
		['Max Contacts', 'a fraction', options({ maxContacts: 2.5 })],
		['Max Contacts', 'a word from an expression', options({ maxContacts: '={{ "many" }}' })],
		['Page Size', '0', options({ pageSize: 0 })],
		['Event', 'unknown, from an expression', { event: '={{ "contactDeleted" }}' }],
		['Start From', 'unknown, from an expression', options({ startFrom: '={{ "yesterday" }}' })],
		['Simplify', 'a word from an expression', { simplify: '={{ "yes" }}' }],
		['Email', 'no address', filters({ email: 'mailto:ada@example.com' })],
		['Email', 'an object', filters({ email: '={{ {} }}' })],
		['Subscribed', 'a word from an expression', filters({ subscribed: '={{ "perhaps" }}' })],
	];

	it.each(ROWS)('%s that is %s is named before any request', async (field, _, parameters) => {
		addHistory(on.service, 3);
		const trigger = await LiveTrigger.start(on.service, { parameters, mode });
		const error: unknown = await trigger.poll().catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect((error as Error).message).toMatch(new RegExp(`^${field} .*\\.`));
		expect([on.service.requests.length, trigger.writes]).toEqual([0, 0]);
	});

	const NOTHING = ['undefined', 'null', '""', '"\u200b"'];
	const fields = description.properties.flatMap(
		(field): Array<INodeProperties & { within?: string }> =>
			field.type === 'collection'
				? fieldsBelow(field).map((below) => ({ ...below, within: field.name }))
				: [field],
	);
	// Of other fields n8n takes an expression for a text.
	const withExpression = fields.filter(({ noDataExpression }) => !noDataExpression);
	const EMPTY = withExpression.flatMap((field) =>
		NOTHING.map((nothing) => ({ ...field, nothing })),
	);

	it.each(EMPTY)('$displayName is named where its expression is $nothing', async (field) => {
		const value = { [field.name]: `={{ ${field.nothing} }}` };
		const parameters = field.within === undefined ? value : { [field.within]: value };
		const trigger = await LiveTrigger.start(on.service, { parameters, mode });
		await expect(trigger.poll()).rejects.toThrow(
			`${field.displayName} is an expression that returns nothing: correct it, or clear the field.`,
		);
		expect([on.service.requests.length, trigger.writes]).toEqual([0, 0]);
	});

	it.each([
		['', 'Newsletter ID is empty'],
		['wks_1', 'Newsletter ID in the credential must be wks_'],
	])('the Newsletter ID %j of the credential is named before any request', async (id, says) => {
		const credential = { newsletterId: id };
		const trigger = await LiveTrigger.start(on.service, { mode, credential });
		await expect(trigger.poll()).rejects.toThrow(says);
		expect(on.service.requests).toEqual([]);
	});
});

it('fields that are left empty have their defaults', async () => {
	const trigger = await LiveTrigger.activated(on.service, {
		parameters: {
			newsletterId: ' ',
			simplify: '',
			filters: { email: ' ', subscribed: '' },
			options: { maxContacts: '', pageSize: null, startFrom: '' },
		},
	});
	add(on.service, 1001);
	const { json, requests } = await trigger.poll();
	expect(json).toHaveLength(1000);
	expect(json[0]).not.toHaveProperty('unsub_token');
	const asked = { newsletter_id: on.service.newsletterId, limit: '100', page: '1' };
	expect(requests.map(({ query }) => query)).toContainEqual(asked);
});

it('values that an expression gives as text are honoured', async () => {
	addHistory(on.service, 30);
	const trigger = await LiveTrigger.activated(on.service, {
		parameters: {
			simplify: '={{ "false" }}',
			filters: { subscribed: '={{ "true" }}' },
			options: { maxContacts: '={{ "2" }}', pageSize: '={{ "5" }}' },
		},
	});
	const added = emailsOf(add(on.service, 3));
	const { emails, json, requests } = await trigger.poll();
	expect(emails).toEqual(added.slice(0, 2));
	expect(json[0]).toHaveProperty('unsub_token');
	const asked = requests.map(({ query }) => `${query.limit} ${query.subscribed}`);
	expect(new Set(asked)).toEqual(new Set(['5 true']));
	expect(await trigger.emails()).toEqual(added.slice(2));
});
