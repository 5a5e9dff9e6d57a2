import type { INodeProperties } from 'n8n-workflow';
import { Newsletter } from '../../nodes/Newsletter/Newsletter.node';
import { NewsletterTrigger } from '../../nodes/Newsletter/NewsletterTrigger.node';
import { choicesOf, fieldsBelow, fieldsFor, fieldsNamed, operationsOf } from './descriptionStates';

const newsletter = new Newsletter().description;
const trigger = new NewsletterTrigger().description;

const WITHOUT_VALUE = ['notice', 'callout', 'button'];

/** Fields as they are saved: their names and defaults, those below them in place of the default. */
function contractOf(fields: INodeProperties[]): Record<string, unknown> {
	const entries = fields
		.filter(({ type }) => !WITHOUT_VALUE.includes(type))
		.map((field): [string, unknown] => {
			const below = fieldsBelow(field);
			return [field.name, below.length > 0 ? contractOf(below) : field.default];
		});
	return Object.fromEntries(entries);
}

const customFields = {
	// A name alone, as older workflows have it, is taken, too.
	key: { mode: 'list', value: '' },
	type: 'text',
	textValue: '',
	numberValue: 0,
	booleanValue: true,
	dateValue: '',
};
const contact = {
	customFields,
	customFieldsJson: '{}',
	firstName: '',
	lastName: '',
	name: '',
	subscribed: true,
	subscribedFrom: '',
};

/** The public contract: parameters of saved workflows, with the value that each has by default. */
const CONTRACT: Array<[resource: string, operation: string, fields: object]> = [
	[
		'contact',
		'getAll',
		{
			newsletterId: '',
			returnAll: false,
			limit: 50,
			filters: { email: '', subscribed: true },
			simplify: true,
			options: { pageSize: 100, startPage: 1 },
		},
	],
	[
		'contact',
		'upsert',
		{
			newsletterId: '',
			dataToSend: 'defineBelow',
			email: '',
			additionalFields: { id: '', ...contact },
			inputsToIgnore: '',
			options: {
				batchSize: 1000,
				keepUnsubscribed: false,
				output: 'requests',
				unmappedFields: 'ignore',
			},
		},
	],
	[
		'contact',
		'update',
		{
			newsletterId: '',
			contactId: { mode: 'list', value: '' },
			updateFields: { email: '', ...contact },
			options: { requestForm: 'put' },
		},
	],
	[
		'contact',
		'deleteMany',
		{ newsletterId: '', contactsToDelete: 'unsubscribed', confirmation: '' },
	],
	[
		'send',
		'create',
		{
			newsletterId: '',
			pageId: { mode: 'url', value: '' },
			simplify: true,
			additionalFields: {
				css: '',
				dividerColor: '#434343',
				dividerSize: 1,
				font: '',
				linkColor: '#0000ED',
				preheader: '',
				segmentId: '',
				showCover: true,
				subject: '',
				trackLinks: true,
				trackOpens: true,
			},
		},
	],
	['send', 'send', { sendId: '', options: { senderId: '' } }],
];

const CHOICES: Array<[field: string, choices: string[]]> = [
	['resource', ['contact', 'send']],
	['dataToSend', ['autoMapInputData', 'defineBelow']],
	['output', ['contacts', 'requests']],
	['unmappedFields', ['customFields', 'ignore']],
	['requestForm', ['post', 'put']],
	['contactsToDelete', ['all', 'unsubscribed']],
	['type', ['boolean', 'date', 'number', 'text']],
];

describe('the contract with saved workflows', () => {
	it.each(CONTRACT)('%s · %s has its fields and defaults', (resource, operation, fields) => {
		expect(contractOf(fieldsFor(newsletter, resource, operation))).toEqual(fields);
	});

	it('covers every operation', () => {
		const covered = CONTRACT.map(([resource, operation]) => ({ resource, operation }));
		const operations = operationsOf(newsletter);
		expect(covered).toEqual(expect.arrayContaining(operations));
	});

	it('has these operations, and Get Many and Create first', () => {
		const operations = fieldsNamed(newsletter, 'operation').map((field) => [
			field.displayOptions,
			choicesOf(field).sort(),
			field.default,
		]);
		expect(operations).toEqual([
			[{ show: { resource: ['contact'] } }, ['deleteMany', 'getAll', 'update', 'upsert'], 'getAll'],
			[{ show: { resource: ['send'] } }, ['create', 'send'], 'create'],
		]);
		expect(fieldsNamed(newsletter, 'resource').map((field) => field.default)).toEqual(['contact']);
	});

	it.each(CHOICES)('%s can be %j', (name, choices) => {
		const offered = new Set(fieldsNamed(newsletter, name).flatMap(choicesOf));
		expect([...offered].sort()).toEqual(choices);
	});

	it.each([
		['contactId', ['list', 'id']],
		['pageId', ['url', 'id']],
		['key', ['list', 'name']],
	])('%s can be given as %j', (name, modes) => {
		const [field] = fieldsNamed(newsletter, name);
		expect(field?.type).toBe('resourceLocator');
		expect(field?.modes?.map((mode) => mode.name)).toEqual(modes);
	});

	it.each([
		['Newsletter', newsletter, 'newsletter'],
		['Newsletter Trigger', trigger, 'newsletterTrigger'],
	])('%s keeps its type name', (displayName, description, name) => {
		expect(description).toMatchObject({ displayName, name, version: 1 });
		expect(description.credentials).toEqual([
			expect.objectContaining({ name: 'newsletterApi', required: true }),
		]);
	});

	it('the trigger has its fields and defaults', () => {
		expect(contractOf(trigger.properties)).toEqual({
			event: 'contactCreated',
			newsletterId: '',
			filters: { email: '', subscribed: true },
			simplify: true,
			options: { maxContacts: 1000, pageSize: 100, startFrom: 'now' },
		});
		expect(fieldsNamed(trigger, 'event').map(choicesOf)).toEqual([
			['contactCreated', 'contactUpdated'],
		]);
		expect(fieldsNamed(trigger, 'startFrom').map(choicesOf)).toEqual([['beginning', 'now']]);
	});
});
