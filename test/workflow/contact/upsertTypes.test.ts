import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { errorOf, jsonOf, useNewsletter } from '../newsletter';

const newsletter = useNewsletter({ resource: 'contact', operation: 'upsert' });

/** Noon of 2026-07-15 in each time zone. */
const ZONES = [
	{ timezone: 'UTC', noon: '2026-07-15T12:00:00.000Z' },
	{ timezone: 'Pacific/Kiritimati', noon: '2026-07-14T22:00:00.000Z' },
	{ timezone: 'America/St_Johns', noon: '2026-07-15T14:30:00.000Z' },
	{ timezone: 'Asia/Kathmandu', noon: '2026-07-15T06:15:00.000Z' },
];

/** The custom fields of the one contact that was sent, in a workflow of the time zone. */
async function sentIn(timezone: string, parameters: object, json: object = {}) {
	const run = await newsletter.run({
		parameters: parameters as INodeParameters,
		input: [{ json: { email: 'a@example.com', ...json } as IDataObject }],
		timezone,
	});
	expect(errorOf(run)).toBeUndefined();
	const { contacts } = newsletter.service.requests[0]!.body as { contacts: IDataObject[] };
	return contacts[0]!.custom_fields as IDataObject;
}

const inJson = (customFieldsJson: string) => ({
	email: 'a@example.com',
	additionalFields: { customFieldsJson },
});
const inRows = (...rows: Array<[key: string, type: string, value: unknown]>) => ({
	email: 'a@example.com',
	additionalFields: {
		customFields: {
			fields: rows.map(([key, type, value]) => ({ key, type, [`${type}Value`]: value })),
		},
	},
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

describe.each(ZONES)('custom fields in a workflow of the time zone $timezone', (zone) => {
	const { timezone, noon } = zone;

	it.each([
		{ way: 'JSON text', parameters: inJson(JSON.stringify(SAME)) },
		{
			way: 'an expression for the JSON',
			parameters: inJson('={{ $json.fields }}'),
			json: { fields: SAME },
		},
		{ way: 'custom_fields of the input', parameters: AUTO_MAP, json: { custom_fields: SAME } },
		{ way: 'other keys of the input', parameters: AUTO_MAP, json: SAME },
	])('keep their JSON types and texts by $way', async ({ parameters, json }) => {
		expect(await sentIn(timezone, parameters, json)).toEqual(SAME);
	});

	it('have the types that their rows name', async () => {
		const rows = inRows(
			['whole', 'number', 3],
			['zero', 'number', 0],
			['counted', 'number', '={{ "1.5" }}'],
			['no', 'boolean', false],
			['yes', 'boolean', '={{ "true" }}'],
			['digits', 'text', '007'],
			['seven', 'text', 7],
			['day', 'date', '2026-03-08'],
			['offset', 'date', '2026-03-08T02:30:00-03:30'],
			['local', 'date', '2026-07-15T12:00:00'],
		);
		expect(await sentIn(timezone, rows)).toEqual({
			whole: 3,
			zero: 0,
			counted: 1.5,
			no: false,
			yes: true,
			digits: '007',
			seven: '7',
			day: '2026-03-08',
			offset: '2026-03-08T02:30:00-03:30',
			local: noon,
		});
	});

	it.each([
		{ kind: 'a Date', expression: `new Date('${MOMENT}')` },
		{ kind: 'a DateTime', expression: `DateTime.fromISO('${MOMENT}')` },
		{
			kind: 'a DateTime of a zone',
			expression: `DateTime.fromISO('${MOMENT}').setZone('Asia/Tokyo')`,
		},
		{ kind: 'a DateTime in UTC', expression: `DateTime.fromISO('${MOMENT}').toUTC()` },
	])('$kind is its moment, in a row and in the JSON', async ({ expression }) => {
		const row = await sentIn(timezone, inRows(['at', 'date', `={{ ${expression} }}`]));
		expect(moment(row.at)).toBe(MOMENT);
		newsletter.service.resetRequests();
		const json = `={{ { at: ${expression}, list: [${expression}] } }}`;
		const sent = await sentIn(timezone, inJson(json));
		expect(moment(sent.at)).toBe(MOMENT);
		expect(moment((sent.list as unknown[])[0])).toBe(MOMENT);
	});

	it('a Date of the input is its moment', async () => {
		const date = new Date(MOMENT);
		const sent = await sentIn(timezone, AUTO_MAP, { at: date, custom_fields: { deep: date } });
		expect(sent).toEqual({ at: MOMENT, deep: MOMENT });
	});
});

it.each([
	['text', ''],
	['number', ' '],
	['boolean', '={{ null }}'],
	['date', ''],
])('a row without a value is as if it were not there: %s', async (type, value) => {
	const rows = inRows(['empty', type, value], ['full', 'text', 'x']);
	expect(await sentIn('UTC', rows)).toEqual({ full: 'x' });
});

it('custom fields may be a list of objects', async () => {
	expect(await sentIn('UTC', inJson('[{"plan":"pro"},{"seats":3}]'))).toEqual([
		{ plan: 'pro' },
		{ seats: 3 },
	]);
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
	const error = expect.stringMatching(/^custom_fields .*JSON/);
	expect(jsonOf(run, 1)).toEqual([expect.objectContaining({ error })]);
});

it('a number that is none is not sent, for JSON would make it an empty value', async () => {
	const sent = await sentIn('UTC', AUTO_MAP, { score: NaN, seats: 3 });
	expect(sent).toEqual({ seats: 3 });
});
