import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { errorOf, jsonOf, useNewsletter } from '../newsletter';

const newsletter = useNewsletter({ resource: 'contact', operation: 'upsert' });

const ZONES = [
	'UTC',
	'Pacific/Kiritimati',
	'Pacific/Pago_Pago',
	'America/St_Johns',
	'Asia/Kathmandu',
	'Europe/Berlin',
	'Australia/Lord_Howe',
];

/** The custom fields of the one contact that was sent, in a workflow of the time zone. */
async function sentIn(timezone: string, parameters: INodeParameters, json: object = {}) {
	const run = await newsletter.run({
		parameters,
		input: [{ json: { email: 'a@example.com', ...json } as IDataObject }],
		timezone,
	});
	expect(errorOf(run)).toBeUndefined();
	const { contacts } = newsletter.service.requests[0]!.body as { contacts: IDataObject[] };
	return contacts[0]!.custom_fields as IDataObject;
}

const defined = (additionalFields: object): INodeParameters => ({
	email: 'a@example.com',
	additionalFields: additionalFields as INodeParameters,
});
const AUTO_MAP = {
	dataToSend: 'autoMapInputData',
	options: { unmappedFields: 'customFields' },
};

const SAME = {
	whole: 3,
	zero: 0,
	negative: -1.5,
	large: 9_007_199_254_740_991,
	tiny: 1e-7,
	yes: true,
	no: false,
	nothing: null,
	digits: '007',
	truth: 'true',
	empty: '',
	blanks: ' a ',
	day: '2026-03-08',
	utc: '2026-03-08T02:30:00.000Z',
	offset: '2026-03-08T02:30:00-03:30',
	local: '2026-03-08T02:30:00',
	almost: '2026-13-40',
};

/** A moment that each of the zones writes otherwise; in St. John's its clock has just changed. */
const MOMENT = '2026-03-08T06:30:00.000Z';
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/;
const moment = (value: unknown) => {
	expect(value).toMatch(ISO);
	return new Date(value as string).toISOString();
};

describe.each(ZONES)('in a workflow of the time zone %s', (timezone) => {
	it.each([
		{ way: 'JSON text', parameters: defined({ customFieldsJson: JSON.stringify(SAME) }) },
		{
			way: 'an expression for the JSON',
			parameters: defined({ customFieldsJson: '={{ $json.fields }}' }),
			json: { fields: SAME },
		},
		{ way: 'custom_fields of the input', parameters: AUTO_MAP, json: { custom_fields: SAME } },
		{ way: 'other keys of the input', parameters: AUTO_MAP, json: SAME },
	])('values keep their types and texts by $way', async ({ parameters, json }) => {
		expect(await sentIn(timezone, parameters, json)).toEqual(SAME);
	});

	it('rows have the types that they name', async () => {
		const row = (key: string, type: string, value: unknown) => ({
			key,
			type,
			[`${type}Value`]: value,
		});
		const fields = [
			row('whole', 'number', 3),
			row('zero', 'number', 0),
			row('counted', 'number', '={{ "1.5" }}'),
			row('no', 'boolean', false),
			row('yes', 'boolean', '={{ "true" }}'),
			row('digits', 'text', '007'),
			row('day', 'date', '2026-03-08'),
			row('offset', 'date', '2026-03-08T02:30:00-03:30'),
		];
		expect(await sentIn(timezone, defined({ customFields: { fields } }))).toEqual({
			whole: 3,
			zero: 0,
			counted: 1.5,
			no: false,
			yes: true,
			digits: '007',
			day: '2026-03-08',
			offset: '2026-03-08T02:30:00-03:30',
		});
	});

	const OBJECTS = [
		{ kind: 'a Date', expression: `new Date('${MOMENT}')` },
		{ kind: 'a DateTime', expression: `DateTime.fromISO('${MOMENT}')` },
		{
			kind: 'a DateTime of a zone',
			expression: `DateTime.fromISO('${MOMENT}').setZone('Asia/Tokyo')`,
		},
		{ kind: 'a DateTime in UTC', expression: `DateTime.fromISO('${MOMENT}').toUTC()` },
	];

	it.each(OBJECTS)('$kind is its moment in a row', async ({ expression }) => {
		const fields = [{ key: 'at', type: 'date', dateValue: `={{ ${expression} }}` }];
		const sent = await sentIn(timezone, defined({ customFields: { fields } }));
		expect(moment(sent.at)).toBe(MOMENT);
	});

	it.each(OBJECTS)('$kind is its moment in the JSON', async ({ expression }) => {
		const customFieldsJson = `={{ { at: ${expression}, list: [${expression}] } }}`;
		const sent = await sentIn(timezone, defined({ customFieldsJson }));
		expect(moment(sent.at)).toBe(MOMENT);
		expect(moment((sent.list as unknown[])[0])).toBe(MOMENT);
	});

	it('a Date of the input is its moment', async () => {
		const date = new Date(MOMENT);
		const sent = await sentIn(timezone, AUTO_MAP, { at: date, custom_fields: { deep: date } });
		expect(sent).toEqual({ at: MOMENT, deep: MOMENT });
	});

	it('a time without a zone in a row is one of the workflow', async () => {
		const noonAt: Record<string, string> = {
			UTC: '12:00',
			'Pacific/Kiritimati': '22:00',
			'Pacific/Pago_Pago': '23:00',
			'America/St_Johns': '14:30',
			'Asia/Kathmandu': '06:15',
			'Europe/Berlin': '10:00',
			'Australia/Lord_Howe': '01:30',
		};
		const fields = [{ key: 'at', type: 'date', dateValue: '2026-07-15T12:00:00' }];
		const day = timezone === 'Pacific/Kiritimati' ? '14' : '15';
		expect(await sentIn(timezone, defined({ customFields: { fields } }))).toEqual({
			at: `2026-07-${day}T${noonAt[timezone]}:00.000Z`,
		});
	});
});

it('a value that JSON cannot hold costs its own item alone', async () => {
	const circular: IDataObject = { a: 1 };
	circular.again = circular;
	const run = await newsletter.run({
		parameters: AUTO_MAP,
		input: [{ a: 1 }, circular].map((custom_fields, index) => ({
			json: { email: `c${index}@example.com`, custom_fields },
		})),
		node: { onError: 'continueErrorOutput' },
	});
	expect(newsletter.service.contacts.all().map(({ email }) => email)).toEqual(['c0@example.com']);
	expect(jsonOf(run, 1)).toEqual([{ error: expect.stringMatching(/^custom_fields .*JSON/) }]);
});

it('a number that is none is not sent, for JSON would make it an empty value', async () => {
	await newsletter.run({
		parameters: AUTO_MAP,
		input: [{ json: { email: 'a@example.com', score: NaN, seats: 3 } }],
	});
	expect(newsletter.service.contacts.all()[0]?.custom_fields).toEqual({ seats: 3 });
});
