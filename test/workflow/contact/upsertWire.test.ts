import type { IDataObject } from 'n8n-workflow';
import { DEFAULT_NEWSLETTER_ID } from '../../service';
import { errorOf, jsonOf, useNewsletter } from '../newsletter';

const AUTO_MAP = { dataToSend: 'autoMapInputData' };
const newsletter = useNewsletter({ resource: 'contact', operation: 'upsert' });

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
	it.each([
		'Zoë Łukasz',
		'composed \u00e9, decomposed e\u0301',
		'👩‍👩‍👧‍👦 🏳️‍🌈 🇺🇳',
		'Владимир 山田太郎 محمد',
		'\u202eback to front\u202c zero\u200bwidth',
		'quotes " \\ and / <b>',
		'tab\tline\nnull\u0000separators\u2028\u2029end',
		'{{ $json.x }} ${x} %s',
	])('%j as a name and a custom field', async (text) => {
		const additionalFields = {
			name: '={{ $json.text }}',
			customFieldsJson: '={{ { key: $json.text } }}',
		};
		const parameters = { email: 'a@example.com', additionalFields };
		const run = await newsletter.run({ parameters, input: [{ json: { text } }] });
		expect(errorOf(run)).toBeUndefined();
		const json = JSON.stringify(text);
		expect(sent()).toEqual(
			bodyOf(`{"email":"a@example.com","name":${json},"custom_fields":{"key":${json}}}`),
		);
	});

	it.each([
		'ü@exämple.com',
		'u\u0308@exa\u0308mple.com',
		'用户@例え.テスト',
		'почта@пример.рф',
		'ada+news@xn--exmple-cua.com',
		"o'neil@example.com",
		'👋@example.com',
	])('%s as an email, in both ways to give it', async (email) => {
		for (const parameters of [{ email: '={{ $json.email }}' }, AUTO_MAP]) {
			newsletter.service.resetRequests();
			const run = await newsletter.run({
				parameters: { ...parameters, options: { output: 'contacts' } },
				input: [{ json: { email } }],
			});
			expect(sent()).toEqual(bodyOf(`{"email":"${email}"}`));
			expect(jsonOf(run)).toEqual([{ email, synced: true }]);
		}
	});
});

describe('names of custom fields are the same on the wire, and harm nothing', () => {
	const KEYS = ['a.b', 'x[0]', '__proto__', 'constructor', 'prototype', 'имя', 'toString', ' ', ''];
	const FILLED = KEYS.filter((key) => key.trim() !== '');
	const EVIL = { polluted: true };
	const prototypes = [Object.prototype, Array.prototype, Function.prototype];
	const shapeOfAll = () =>
		prototypes.map((one) =>
			Reflect.ownKeys(one).map((key) => [key, Reflect.getOwnPropertyDescriptor(one, key)]),
		);
	/** With the key as a property of its own, also where it is `__proto__`. */
	const having = (key: string, value: unknown) => Object.fromEntries([[key, value]]) as IDataObject;
	const defined = (additionalFields: IDataObject) =>
		({ email: 'a@example.com', additionalFields }) as never;

	const WAYS = [
		{
			...{ way: 'JSON text', value: EVIL, keys: KEYS },
			parameters: (key: string) =>
				defined({ customFieldsJson: `{${JSON.stringify(key)}:{"polluted":true}}` }),
			json: () => ({}),
		},
		{
			...{ way: 'rows', value: 'polluted', keys: FILLED },
			parameters: (key: string) =>
				defined({ customFields: { fields: [{ key, type: 'text', textValue: 'polluted' }] } }),
			json: () => ({}),
		},
		{
			...{ way: 'custom_fields of the input', value: EVIL, keys: KEYS },
			parameters: () => AUTO_MAP,
			json: (key: string) => ({ custom_fields: having(key, EVIL) }),
		},
		{
			...{ way: 'other keys of the input', value: 'polluted', keys: KEYS },
			parameters: () => AUTO_MAP,
			json: (key: string) => ({ [key]: 'polluted' }),
		},
	];

	it.each(WAYS.flatMap((way) => way.keys.map((key) => ({ ...way, key }))))(
		'"$key" by $way',
		async ({ key, parameters, json, value }) => {
			const before = shapeOfAll();
			const run = await newsletter.run({
				parameters: {
					...parameters(key),
					options: { output: 'contacts', unmappedFields: 'customFields' },
				},
				input: [{ json: { email: 'a@example.com', ...json(key) } }],
			});
			expect(errorOf(run)).toBeUndefined();
			const { contacts } = JSON.parse(sent().toString()) as { contacts: IDataObject[] };
			const fields = contacts[0]!.custom_fields as IDataObject;
			expect(Object.getOwnPropertyDescriptor(fields, key)?.value).toEqual(value);
			expect(shapeOfAll()).toEqual(before);
			expect((jsonOf(run)[0] as { polluted?: unknown }).polluted).toBeUndefined();
		},
	);
});
