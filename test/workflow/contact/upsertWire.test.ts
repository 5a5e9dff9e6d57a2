import type { IDataObject } from 'n8n-workflow';
import { DEFAULT_NEWSLETTER_ID } from '../../service';
import { errorOf, jsonOf, useNewsletter } from '../newsletter';

const UPSERT = { resource: 'contact', operation: 'upsert' };
const AUTO_MAP = { dataToSend: 'autoMapInputData' };
const newsletter = useNewsletter(UPSERT);

/** The bytes of the one request. */
const sent = () => {
	const [request, ...others] = newsletter.service.requests;
	expect(others).toEqual([]);
	const bytes = Buffer.from(request!.rawBody);
	expect(request!.headers['content-length']).toBe(String(bytes.length));
	return bytes;
};

const bodyOf = (contacts: string) =>
	Buffer.from(`{"newsletter_id":"${DEFAULT_NEWSLETTER_ID}","contacts":[${contacts}]}`);

describe('texts of any alphabet are the same bytes on the wire', () => {
	const TEXTS = [
		'Zoë Łukasz',
		'composed \u00e9, decomposed e\u0301',
		'👩‍👩‍👧‍👦 🏳️‍🌈 🇺🇳',
		'Владимир 山田太郎 محمد',
		'\u202eback to front\u202c zero\u200bwidth',
		'quotes " \\ and / <b>',
		'tab\tline\nnull\u0000separators\u2028\u2029end',
		'{{ $json.x }} ${x} %s',
	];
	const EMAILS = [
		'ü@exämple.com',
		'u\u0308@exa\u0308mple.com',
		'用户@例え.テスト',
		'почта@пример.рф',
		'ada+news@xn--exmple-cua.com',
		"o'neil@example.com",
		'👋@example.com',
	];

	it.each(TEXTS)('%j as a name and a custom field', async (text) => {
		const run = await newsletter.run({
			parameters: {
				email: 'a@example.com',
				additionalFields: {
					name: '={{ $json.text }}',
					customFieldsJson: '={{ { key: $json.text } }}',
				},
			},
			input: [{ json: { text } }],
		});
		expect(errorOf(run)).toBeUndefined();
		const json = JSON.stringify(text);
		expect(sent()).toEqual(
			bodyOf(`{"email":"a@example.com","name":${json},"custom_fields":{"key":${json}}}`),
		);
	});

	it.each(EMAILS)('%s as an email, in both ways to give it', async (email) => {
		const expected = bodyOf(`{"email":"${email}"}`);
		const input = [{ json: { email } }];
		await newsletter.run({ parameters: { email: '={{ $json.email }}' }, input });
		expect(sent()).toEqual(expected);
		newsletter.service.resetRequests();
		const run = await newsletter.run({
			parameters: { ...AUTO_MAP, options: { output: 'contacts' } },
			input,
		});
		expect(sent()).toEqual(expected);
		expect(jsonOf(run)).toEqual([{ email, synced: true }]);
	});
});

describe('names of custom fields are the same on the wire, and harm nothing', () => {
	const KEYS = ['a.b', 'x[0]', '__proto__', 'constructor', 'prototype', 'имя', 'toString', ' ', ''];
	const prototypes = [Object.prototype, Array.prototype, Function.prototype];
	const shapeOfAll = () =>
		prototypes.map((prototype) =>
			Reflect.ownKeys(prototype).map((key) => [
				key,
				Reflect.getOwnPropertyDescriptor(prototype, key),
			]),
		);
	/** With the key as a property of its own, also where it is `__proto__`. */
	const having = (key: string, value: unknown) => Object.fromEntries([[key, value]]) as IDataObject;
	const EVIL = { polluted: true };

	const WAYS = [
		{
			way: 'JSON text',
			parameters: (key: string) => ({
				email: 'a@example.com',
				additionalFields: { customFieldsJson: `{${JSON.stringify(key)}:{"polluted":true}}` },
			}),
			json: () => ({}),
			value: EVIL,
		},
		{
			way: 'rows',
			parameters: (key: string) => ({
				email: 'a@example.com',
				additionalFields: {
					customFields: { fields: [{ key, type: 'text', textValue: 'polluted' }] },
				},
			}),
			json: () => ({}),
			value: 'polluted',
			keys: KEYS.filter((key) => key.trim() !== ''),
		},
		{
			way: 'custom_fields of the input',
			parameters: () => AUTO_MAP,
			json: (key: string) => ({ email: 'a@example.com', custom_fields: having(key, EVIL) }),
			value: EVIL,
		},
		{
			way: 'other keys of the input',
			parameters: () => AUTO_MAP,
			json: (key: string) => ({ email: 'a@example.com', [key]: 'polluted' }),
			value: 'polluted',
		},
	];
	const CASES = WAYS.flatMap(({ keys = KEYS, ...way }) => keys.map((key) => ({ ...way, key })));

	it.each(CASES)('"$key" by $way', async ({ key, parameters, json, value }) => {
		const before = shapeOfAll();
		const run = await newsletter.run({
			parameters: {
				...parameters(key),
				options: { output: 'contacts', unmappedFields: 'customFields' },
			},
			input: [{ json: json(key) }],
		});
		expect(errorOf(run)).toBeUndefined();
		const { contacts } = JSON.parse(sent().toString()) as { contacts: IDataObject[] };
		const fields = contacts[0]!.custom_fields as IDataObject;
		expect(Object.getOwnPropertyDescriptor(fields, key)?.value).toEqual(value);
		expect(shapeOfAll()).toEqual(before);
		expect((jsonOf(run)[0] as { polluted?: unknown }).polluted).toBeUndefined();
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	});
});
