import { runNode } from '../support/engine';
import { startService, type Service } from '../service';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => undefined,
}));

let service: Service;

beforeEach(async () => {
	service = await startService({ contacts: 0 });
});
afterEach(async () => await service.stop());

const credentials = () => ({
	newsletterApi: {
		baseUrl: service.url,
		apiKey: service.apiKey,
		newsletterId: service.newsletterId,
	},
});

type RunOptions = Omit<Parameters<typeof runNode>[0], 'credentials'>;

const run = async (options: RunOptions) =>
	await runNode({ ...options, credentials: credentials() });

const emails = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		json: { email: `a${index}@example.com`, index },
	}));

it.each(['prototype', 'constructor', '__proto__', 'a.b', 'x[0]', 'имя'])(
	'an update sends a custom field with the key %s',
	async (key) => {
		service.contacts.add([{ id: 'con_1', email: 'a@example.com' }]);
		const customFieldsJson = `{ ${JSON.stringify(key)}: 1 }`;
		const parameters = {
			...{ resource: 'contact', operation: 'update', updateFields: { customFieldsJson } },
			contactId: { __rl: true, mode: 'id', value: 'con_1' },
		};
		await run({ parameters });
		expect(service.requests.at(-1)?.rawBody).toBe(`{"custom_fields":{${JSON.stringify(key)}:1}}`);
	},
);

it.each([
	{ startPage: 2, cap: 50, first: 101 },
	{ startPage: 3, cap: 50, first: 201 },
	{ startPage: 2, cap: 30, first: 101 },
])(
	'Start Page $startPage is in pages of Page Size where the service caps pages at $cap',
	async ({ startPage, cap, first }) => {
		service.contacts.add(250);
		Object.assign(service.behaviour, { order: 'oldest', maxPageSize: cap });
		const parameters = {
			...{ resource: 'contact', operation: 'getAll', returnAll: true },
			options: { startPage, pageSize: 100 },
		};
		const result = await run({ parameters });
		const all = service.contacts.all().map(({ email }) => email);
		expect(result.output('Newsletter').map(({ json }) => json.email)).toEqual(all.slice(first - 1));
	},
);

const UPSERT = { resource: 'contact', operation: 'upsert', email: '={{ $json.email }}' };

it('a bad Proxy gives each item of a gathered run an error item', async () => {
	const result = await run({
		parameters: { ...UPSERT, requestOptions: { proxy: 'foo' } },
		input: emails(2),
		node: { onError: 'continueErrorOutput' },
	});
	expect(result.output('Newsletter')).toEqual([]);
	const errors = result.output('Newsletter', 1);
	expect(errors.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	expect(errors[0]?.json.error).toMatch(/^Proxy must be an address/);
	expect(service.requests).toEqual([]);
});

it.each([
	[22, 0],
	[22, 1],
	[44, 0],
	[44, 1],
])(
	'of %i contacts every second one is synced where the others are bad (from %i)',
	async (count, bad) => {
		service.behaviour.badContact = ({ email }) =>
			Number(/\d+/.exec(String(email))?.[0]) % 2 === bad;
		await run({
			parameters: UPSERT,
			input: emails(count),
			node: { onError: 'continueRegularOutput' },
		});
		expect(service.contacts.size).toBe(count / 2);
	},
);

it('the later of two entries wins where they ask for different batch sizes', async () => {
	const input = [
		{ json: { email: 'x@example.com', name: 'x', size: 10 } },
		{ json: { email: 'a@example.com', name: 'first', size: 20 } },
		{ json: { email: 'a@example.com', name: 'later', size: 10 } },
	];
	const parameters = {
		...UPSERT,
		additionalFields: { name: '={{ $json.name }}' },
		options: { batchSize: '={{ $json.size }}' },
	};
	await run({ parameters, input });
	expect(service.contacts.byEmail('a@example.com')?.name).toBe('later');
});

it('what a deletion removed before Retry On Fail stays in the output', async () => {
	service.contacts.add([{ email: 'a@example.com', subscribed: false }]);
	const other = service.addNewsletter('wks_otherNewsletter000001');
	other.add([{ email: 'b@example.com', subscribed: false }]);
	service.behaviour.faults = [{ kind: 'status', status: 400, skip: 1 }];
	const result = await run({
		parameters: {
			...{ resource: 'contact', operation: 'deleteMany' },
			newsletterId: '={{ $json.id }}',
		},
		input: [{ json: { id: service.newsletterId } }, { json: { id: 'wks_otherNewsletter000001' } }],
		node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	expect(result.output('Newsletter').map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
		[{ deleted: true, contacts_removed: 1 }, [{ item: 0 }]],
		[{ deleted: true, contacts_removed: 1 }, [{ item: 1 }]],
	]);
	expect(service.requests).toHaveLength(3);
});

it('a list of entries without IDs is an error, not a shorter list', async () => {
	const json = { data: [{ email: 'a@example.com' }, { email: 'b@example.com' }], total: 2 };
	service.behaviour.faults = [{ kind: 'json', json, times: null }];
	const result = await run({ parameters: { resource: 'contact', operation: 'getAll' } });
	expect(result.error('Newsletter')?.message).toMatch(/not of the documented form/);
});

it.each([3_000_000_000, 1e12])(
	'a Timeout of %d ms is the longest that there is',
	async (timeout) => {
		service.contacts.add(1);
		const parameters = { resource: 'contact', operation: 'getAll', requestOptions: { timeout } };
		const result = await run({ parameters });
		expect(result.error('Newsletter')).toBeUndefined();
		expect(result.output('Newsletter')).toHaveLength(1);
	},
);

it.each([-5, 'abc'])('a Timeout of %p is named before any request', async (timeout) => {
	const parameters = { resource: 'contact', operation: 'getAll', requestOptions: { timeout } };
	const result = await run({ parameters });
	expect(result.error('Newsletter')?.message).toMatch(/^Timeout must be a number/);
	expect(service.requests).toEqual([]);
});

it('a key with characters that no header carries is refused before any request', async () => {
	const result = await runNode({
		parameters: { resource: 'contact', operation: 'getAll' },
		credentials: { newsletterApi: { ...credentials().newsletterApi, apiKey: 'abc\u200bdef' } },
	});
	expect(result.error('Newsletter')?.message).toMatch(/^API Key in the credential/);
	expect(service.requests).toEqual([]);
});
