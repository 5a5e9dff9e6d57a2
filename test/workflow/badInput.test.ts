import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { Newsletter } from '../../nodes/Newsletter/Newsletter.node';
import { operationsOf } from '../unit/descriptionStates';
import { BAD_INPUTS, CON_A, GET_ALL, UPDATE } from './badInputs';
import { errorOf, jsonOf, linksOf, useNewsletter } from './newsletter';

const newsletter = useNewsletter();
const itemOf = (value: unknown) => ({ json: { value } as never });

it('every operation of the node has bad input', () => {
	const asked = BAD_INPUTS.map(({ parameters: { resource, operation } }) => [resource, operation]);
	for (const { resource, operation } of operationsOf(new Newsletter().description)) {
		expect(asked).toContainEqual([resource, operation]);
	}
});

it.each(BAD_INPUTS)('$what is said before any request, naming field and item', async (given) => {
	const run = await newsletter.run({ parameters: given.parameters, input: [itemOf(given.bad)] });
	const error = errorOf(run);
	expect(newsletter.asked).toEqual([]);
	expect(error?.message).toContain(given.field);
	expect(error?.message).toMatch(/\[item 0\]|\bitem 0\b/);
	expect(error?.context.itemIndex).toBe(0);
	expect(error?.message).not.toMatch(/undefined|\[object|NaN/);
});

it.each(BAD_INPUTS)('$what loses no other item where the node continues', async (given) => {
	newsletter.service.contacts.add([
		{ id: 'con_a', email: 'a@example.com', subscribed: false },
		{ email: 'b@example.com' },
	]);
	if (given.answer) newsletter.service.behaviour.faults.push({ kind: 'json', json: given.answer });
	const run = await newsletter.run({
		parameters: given.parameters,
		input: [itemOf(given.bad), itemOf(given.good)],
		node: { onError: 'continueRegularOutput' },
	});
	expect(newsletter.asked).toHaveLength(1);
	expect(linksOf(run)).toEqual([[0], [1]]);
	expect(jsonOf(run)[0]).toEqual({ error: expect.stringContaining(given.field) });
	expect(jsonOf(run)[0]?.error).toMatch(/item 0\b/);
	expect(jsonOf(run)[1]).not.toHaveProperty('error');
});

it.each([
	{ key: 'email', json: { name: 'Ada' }, field: 'Email' },
	{ key: 'email', json: { email: 'ada' }, field: 'Email' },
	{
		key: 'custom_fields',
		json: { email: 'a@example.com', custom_fields: '{' },
		field: 'custom_fields',
	},
	{ key: 'customFields', json: { email: 'a@example.com', customFields: 5 }, field: 'ustom' },
	{
		key: 'subscribed',
		json: { email: 'a@example.com', subscribed: 'perhaps' },
		field: 'Subscribed',
	},
	{ key: 'id', json: { email: 'a@example.com', id: 'con_a b' }, field: 'ID' },
	{ key: 'name', json: { email: 'a@example.com', name: {} }, field: 'Name' },
])('a bad $key of auto-mapped input is said before any request', async ({ json, field }) => {
	const run = await newsletter.run({
		parameters: { resource: 'contact', operation: 'upsert', dataToSend: 'autoMapInputData' },
		input: [{ json: json as never }],
	});
	expect(errorOf(run)?.message).toContain(field);
	expect(errorOf(run)?.message).toContain('[item 0]');
	expect(newsletter.asked).toEqual([]);
});

it.each<{
	what: string;
	parameters: INodeParameters;
	credential?: ICredentialDataDecryptedObject;
	says: RegExp;
}>([
	{
		what: 'no newsletter ID in the credential either',
		parameters: GET_ALL,
		credential: { newsletterId: '' },
		says: /Newsletter ID.*credential/,
	},
	{
		what: 'a malformed newsletter ID of the credential',
		parameters: GET_ALL,
		credential: { newsletterId: 'wks_1' },
		says: /Newsletter ID.*credential.*25/,
	},
	{
		what: 'an API key with characters that no header carries',
		parameters: GET_ALL,
		credential: { apiKey: 'abc\u200bdef' },
		says: /^API Key in the credential/,
	},
	{
		what: 'Update Fields that are all empty, with the POST form too',
		parameters: { ...UPDATE, contactId: CON_A, options: { requestForm: 'post' } },
		says: /Update Fields/,
	},
	{
		what: 'Subscribed From with the PUT form, which has none',
		parameters: { ...UPDATE, contactId: CON_A, updateFields: { subscribedFrom: 'Shop' } },
		says: /Subscribed From/,
	},
	{
		what: 'custom fields with the POST form, which has none',
		parameters: {
			...{ ...UPDATE, contactId: CON_A, options: { requestForm: 'post' } },
			updateFields: { customFieldsJson: '{ "n": 1 }' },
		},
		says: /Custom Fields/,
	},
])('$what: said before any request', async ({ parameters, credential, says }) => {
	const run = await newsletter.run({ parameters, credential });
	expect(errorOf(run)?.message).toMatch(says);
	expect(newsletter.asked).toEqual([]);
});
