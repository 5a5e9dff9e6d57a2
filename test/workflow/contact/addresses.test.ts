import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { errorOf, useNewsletter } from '../newsletter';

const newsletter = useNewsletter({ resource: 'contact' });

const VALUE = '={{ $json.email }}';
const byId = { __rl: true, mode: 'id', value: 'con_ada' };

/** Every operation that takes an address. */
const OPERATIONS: Array<[name: string, parameters: INodeParameters]> = [
	['Create or Update', { operation: 'upsert', email: VALUE }],
	['Auto-Map', { operation: 'upsert', dataToSend: 'autoMapInputData' }],
	['Update', { operation: 'update', contactId: byId, updateFields: { email: VALUE } }],
	['Get Many', { operation: 'getAll', filters: { email: VALUE } }],
];

const run = async (parameters: INodeParameters, email: string) =>
	await newsletter.run({ parameters, input: [{ json: { email } }] });

/** The address as the service got it, in a list of contacts, an update or a search. */
function asked(): unknown {
	expect(newsletter.asked).toHaveLength(1);
	const { query, body } = newsletter.asked[0]!;
	const { contacts, email } = (body ?? {}) as { contacts?: IDataObject[]; email?: string };
	return query.email ?? contacts?.[0]?.email ?? email;
}

const PASTED: Array<[name: string, email: string]> = [
	['a zero-width space at the end', 'ada@example.com\u200b'],
	['a word joiner', 'ada\u2060@example.com'],
	['a soft hyphen', 'ada@exam\u00adple.com'],
	['a left-to-right mark', '\u200eada@example.com'],
	['a left-to-right embedding', '\u202aada@example.com\u202c'],
	['a byte order mark', '\ufeffada@example.com'],
	['a byte order mark inside', 'ad\ufeffa@example.com'],
	['a Hangul filler', 'ada@example\u3164.com'],
	['a variation selector', 'ada@example.com\ufe0f'],
	['a tag character', 'ada\u{e0001}@example.com'],
	['an annotation mark', 'ada@example.com\ufff9'],
	['a NUL', 'ada@example.com\0'],
	['line ends', '\r\nada@example.com\r\n'],
	['a line end inside', 'ada@\nexample.com'],
	['no-break spaces', '\u00a0ada\u00a0@example.com\u3000'],
	['blanks around the @', 'ada @ example.com'],
	['blanks around a dot of the host', 'ada@example . com'],
];

describe.each(OPERATIONS)('%s', (_name, parameters) => {
	beforeEach(() => {
		newsletter.service.contacts.add({ id: 'con_ada', email: 'old@example.com' });
	});

	it.each(PASTED)('takes %s out of an address', async (_what, email) => {
		expect(errorOf(await run(parameters, email))).toBeUndefined();
		expect(asked()).toBe('ada@example.com');
	});

	it.each([
		'ada.lovelace+news@mail.example.co.uk',
		"o'brien@example.ie",
		'Ada.LOVELACE@Example.COM',
		'\u7528\u6237@\u4f8b\u3048.jp',
		'j\u00f6rg@b\u00fccher.example',
		'ada@xn--bcher-kva.example',
		'ada@paral\u00b7lel.example',
		'ada@\u2764.example',
		'1@2.io',
		'bounce=ada/1@example.com',
		'ada..l.@example.com',
	])('leaves %s as it is', async (email) => {
		expect(errorOf(await run(parameters, email))).toBeUndefined();
		expect(asked()).toBe(email);
	});

	it.each([
		'mailto:ada@example.com',
		'MAILTO:ada@example.com?subject=Hi',
		'ada@example.com?subject=Hi',
		'Ada <ada@example.com>',
		'<ada@example.com>',
		'Ada ada@example.com',
		'ada@example.com Ada',
		'ada@example.com (work)',
		'[ada@example.com](mailto:ada@example.com)',
		'a@example.com, b@example.com',
		'a@example.com;b@example.com',
		'a@example.com b@example.com',
		'John ada@example .com',
		'John ada@ example.com',
		'J. Smith@example.com',
		'ada@example .com Bob',
		'ada@example.com. Bob',
		'ada@exam ple.com',
		'ada@example.com\x1fbob',
		'ada@example.com\u0085bob',
		'a@example.com ::: b@example.com',
		'a@example.com\uff0cb@example.com',
		'"ada@example.com"',
		"'ada@example.com'",
		'\u201cada@example.com\u201d',
		'`ada@example.com`',
		'ada@@example.com',
		'ada\ud83d@example.com',
		'ada@example.com,',
		'ada@example.com/',
		'https://example.com/?email=ada@example.com',
	])('refuses %s, naming the field and showing the value', async (email) => {
		const error = errorOf(await run(parameters, email));
		expect(newsletter.asked).toEqual([]);
		expect(error?.message).toBe(
			`Email must be one email address, such as ada@example.com, not "${email}". [item 0]`,
		);
	});
});

it.each(['ada', 'ada@', '@example.com', 'ada@example', 'ada@example.', 'ada@.com', 'ada@a..com'])(
	'%s is part of an address: it is searched for, but never stored',
	async (email) => {
		newsletter.service.behaviour.emailSearch = 'contains';
		for (const [name, parameters] of OPERATIONS) {
			const isSearch = name === 'Get Many';
			const error = errorOf(await run(parameters, email));
			expect(error === undefined).toBe(isSearch);
		}
		expect(asked()).toBe(email);
	},
);

it.each(['@', '.', ' . @ '])('a search for "%s" never returns everybody', async (email) => {
	newsletter.service.behaviour.emailSearch = 'contains';
	newsletter.service.contacts.add(20);
	const error = errorOf(await run({ operation: 'getAll', filters: { email: VALUE } }, email));
	expect(error?.message).toMatch(/^Email must be one email address/);
	expect(newsletter.asked).toEqual([]);
});

it('an address in angle brackets is shown among the reasons of several items', async () => {
	const emails = ['Ada <ada@example.com>', 'mailto:bob@example.com'];
	const input = emails.map((email) => ({ json: { email } }));
	const error = errorOf(await newsletter.run({ parameters: OPERATIONS[0]![1], input }));
	// In HTML, a bracket before a letter would begin a tag, which n8n takes out.
	expect(error?.description).toContain('not "Ada < ada@example.com>"');
	expect(error?.description).toContain('not "mailto:bob@example.com"');
});

it('a long value is shown cut', async () => {
	const error = errorOf(await run(OPERATIONS[0]![1], `mailto:${'a'.repeat(10_000)}@example.com`));
	expect(error?.message).toMatch(/not "mailto:a{93}\.\.\."/);
});

it.each([
	{ operation: 'upsert', email: VALUE, says: /^Email is empty/ },
	{ operation: 'getAll', filters: { email: VALUE }, says: /^Email is an expression that returns/ },
])('an address of characters that nobody sees is empty: $operation', async (row) => {
	const { says, ...parameters } = row;
	expect(errorOf(await run(parameters as INodeParameters, '\u200b\ufeff'))?.message).toMatch(says);
	expect(newsletter.asked).toEqual([]);
});
