import type { INodeParameters } from 'n8n-workflow';
import { DEFAULT_NEWSLETTER_ID } from '../service';

export interface BadInput {
	what: string;
	/** The field's name as it stands on the screen. */
	field: string;
	parameters: INodeParameters;
	good: unknown;
	bad: unknown;
	/** What the service answers to the good item, where it would refuse it. */
	answer?: object;
}

const VALUE = '={{ $json.value }}';
export const GET_ALL = { resource: 'contact', operation: 'getAll', limit: 1 };
const UPSERT = { resource: 'contact', operation: 'upsert', email: 'a@example.com' };
export const UPDATE = { resource: 'contact', operation: 'update' };
const DELETE = { resource: 'contact', operation: 'deleteMany' };
const CREATE = { resource: 'send', operation: 'create' };
const SEND = { resource: 'send', operation: 'send' };
const rl = (mode: string, value: string = VALUE) => ({ __rl: true, mode, value });
export const CON_A = rl('id', 'con_a');
const PAGE = rl('id', 'page');

/** A contact with one row of Custom Fields. */
const withRow = (
	row: INodeParameters,
	additionalFields: INodeParameters = {},
): INodeParameters => ({
	...UPSERT,
	additionalFields: { customFields: { fields: [row] }, ...additionalFields },
});

const rows = (
	field: string,
	parameters: INodeParameters,
	good: unknown,
	bad: unknown[],
	answer?: object,
): BadInput[] =>
	bad.map((value) => ({
		what: `${String(parameters.operation)} with ${field} ${Number.isNaN(value) ? 'NaN' : JSON.stringify(value)}`,
		field,
		parameters,
		good,
		bad: value,
		answer,
	}));

const BAD_NEWSLETTERS = [
	'',
	' ',
	null,
	'wks_short',
	`${DEFAULT_NEWSLETTER_ID}x`,
	`abc_${'x'.repeat(21)}`,
	`WKS_${'x'.repeat(21)}`,
	`wks_${'x'.repeat(10)}/${'x'.repeat(10)}`,
	25,
	{},
];
const BAD_IDS = ['', ' ', '\u200b', NaN, null, 'a b', 'a/b', 'a?b', 'a#b', '..', {}];
const BAD_EMAILS = ['', ' ', null, 'ada', 'ada@', '@example.com', 'a b@example.com', 'a@b', {}];
const BAD_JSON = ['{', '5', '"text"', '[1]', 'true', 'null', '[[]]', 7, true];
const BAD_NUMBERS = [NaN, 0, -1, 1.5, 'many', '', null, {}, true];

/** Each with a value that the field does not take. */
export const BAD_INPUTS: BadInput[] = [
	...[
		GET_ALL,
		UPSERT,
		{ ...UPDATE, contactId: CON_A, updateFields: { name: 'A' } },
		DELETE,
		{ ...CREATE, pageId: PAGE },
	].flatMap((parameters) =>
		rows(
			'Newsletter ID',
			{ ...parameters, newsletterId: VALUE },
			DEFAULT_NEWSLETTER_ID,
			BAD_NEWSLETTERS,
		),
	),
	...rows('Limit', { ...GET_ALL, limit: VALUE }, 1, BAD_NUMBERS),
	...rows('Page Size', { ...GET_ALL, options: { pageSize: VALUE } }, 5, [0, -1, 1.5, 'many', true]),
	...rows('Start Page', { ...GET_ALL, options: { startPage: VALUE } }, 1, [0, -1, 1.5, 'many']),
	...rows('First Name', { ...UPSERT, additionalFields: { firstName: VALUE } }, 'Ada', [NaN]),
	...rows('Email', { ...UPSERT, email: VALUE }, 'a@example.com', BAD_EMAILS),
	...rows('Contact ID', { ...UPSERT, additionalFields: { id: VALUE } }, 'con_a', [
		'a',
		'con_',
		'con_a/b',
		{},
	]),
	...rows('Batch Size', { ...UPSERT, options: { batchSize: VALUE } }, 5, [
		0,
		-1,
		1001,
		1.5,
		'many',
	]),
	...rows(
		'Custom Fields (JSON)',
		{ ...UPSERT, additionalFields: { customFieldsJson: VALUE } },
		'{}',
		BAD_JSON,
	),
	...rows('Subscribed', { ...UPSERT, additionalFields: { subscribed: VALUE } }, true, ['yes', 1]),
	...rows(
		'Custom Fields (JSON)',
		withRow({ key: 'plan', type: 'text', textValue: 'pro' }, { customFieldsJson: VALUE }),
		'{"seats":3}',
		['[{"seats":3}]'],
	),
	...[
		{ row: { type: 'number', numberValue: VALUE }, good: 1, bad: ['many', {}, NaN] },
		{ row: { type: 'boolean', booleanValue: VALUE }, good: false, bad: ['maybe'] },
		{
			row: { type: 'date', dateValue: VALUE },
			good: '2026-01-01',
			bad: ['soon', '2026-13-45', '01/02/2026'],
		},
		{ row: { type: 'text', textValue: VALUE }, good: 'x', bad: [{}, NaN] },
		{ row: { type: VALUE, textValue: 'x' }, good: 'text', bad: ['list'] },
		{ row: { type: 'text', textValue: 'x', key: VALUE }, good: 'key', bad: ['', ' ', null] },
	].flatMap(({ row, good, bad }) =>
		rows('Custom Fields', withRow({ key: 'field', ...row }), good, bad),
	),
	...rows('Contact', { ...UPDATE, contactId: rl('id'), updateFields: { name: 'A' } }, 'con_a', [
		...BAD_IDS,
		'a',
		'con_',
	]),
	...rows('Contact', { ...UPDATE, contactId: rl('list'), updateFields: { name: 'A' } }, 'con_a', [
		'',
		'a',
	]),
	...rows('Email', { ...UPDATE, contactId: CON_A, updateFields: { email: VALUE, name: 'A' } }, '', [
		'ada',
		'a@b',
	]),
	...rows(
		'Custom Fields (JSON)',
		{ ...UPDATE, contactId: CON_A, updateFields: { customFieldsJson: VALUE, name: 'A' } },
		'{}',
		BAD_JSON,
	),
	...rows('Update Fields', { ...UPDATE, contactId: CON_A, updateFields: { name: VALUE } }, 'A', [
		'',
		' ',
		null,
	]),
	...rows(
		'Confirmation',
		{ ...DELETE, contactsToDelete: 'all', confirmation: VALUE },
		DEFAULT_NEWSLETTER_ID,
		['', ' ', null, 'yes', `${DEFAULT_NEWSLETTER_ID}x`],
	),
	...rows(
		'Contacts to Delete',
		{ ...DELETE, contactsToDelete: VALUE, confirmation: DEFAULT_NEWSLETTER_ID },
		'unsubscribed',
		['everyone', 1],
	),
	...rows('Page', { ...CREATE, pageId: rl('id') }, 'page', BAD_IDS),
	...rows(
		'Page',
		{ ...CREATE, pageId: rl('url') },
		`https://www.notion.so/Issue-${'a'.repeat(32)}`,
		['', null, 'no address', 'https://www.notion.so/', `https://www.notion.so/${'a'.repeat(31)}`],
	),
	...rows(
		'Divider Size',
		{ ...CREATE, pageId: PAGE, additionalFields: { dividerSize: VALUE } },
		1,
		[-1, 1.5, 'wide'],
	),
	...rows(
		'Segment ID',
		{ ...CREATE, pageId: PAGE, additionalFields: { segmentId: VALUE } },
		'seg',
		['', null, 'a b', 'a/b', {}],
	),
	...rows('Send ID', { ...SEND, sendId: VALUE }, 'snd_a', BAD_IDS, {
		subscribers: 1,
		status: 'sending',
	}),
	...rows(
		'Sender ID',
		{ ...SEND, sendId: 'snd_a', options: { senderId: VALUE } },
		'sender',
		['a b', 'a/b', {}],
		{ subscribers: 1, status: 'sending' },
	),
];
