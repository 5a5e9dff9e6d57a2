import { call, OTHER_NEWSLETTER, useService, type Asked } from './testClient';

const on = useService({ contacts: 2 });

const ID = 'wks_mainNewsletter0000001';
const query = { newsletter_id: ID };
const batch = (contact: unknown): Asked => ({ body: { newsletter_id: ID, contacts: [contact] } });
const many = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ email: `${index}@example.com` }));

type Row = [rule: string, request: string, asked: Asked, reason: string];

const headers = (name: string, value?: string) => ({ headers: { [name]: value } });

const BROKEN: Row[] = [
	[
		'no Accept',
		'GET /contacts',
		{ query, ...headers('accept', '*/*') },
		'header Accept must be application/json',
	],
	[
		'an unknown parameter',
		'GET /contacts',
		{ query: { ...query, order: 'asc' } },
		"query must not have 'order'",
	],
	['no newsletter', 'GET /contacts', {}, "query must have required property 'newsletter_id'"],
	[
		'a parameter given twice',
		`GET /contacts?newsletter_id=${ID}`,
		{ query },
		"query must have 'newsletter_id' only once",
	],
	['a body on a delete', 'DELETE /contacts', { query, body: {} }, 'there must be no body'],
	[
		'a body that is declared as text',
		'POST /contacts',
		{ ...batch({ email: 'a@b.c' }), ...headers('content-type', 'text/plain') },
		'header Content-Type must be application/json',
	],
	[
		'an empty body that is declared as JSON',
		'POST /sends/s/send',
		headers('content-type', 'application/json'),
		'body must not be empty with a Content-Type',
	],
	['no body', 'POST /contacts', {}, 'body must be object'],
	[
		'an unknown key of a contact',
		'POST /contacts',
		batch({ email: 'a@b.c', firstName: 'A' }),
		"body/contacts/0 must not have 'firstName'",
	],
	[
		'a contact without an email',
		'POST /contacts',
		batch({ name: 'A' }),
		"body/contacts/0 must have required property 'email'",
	],
	[
		'a boolean as text',
		'POST /contacts',
		batch({ email: 'a@b.c', subscribed: 'true' }),
		'body/contacts/0/subscribed must be boolean',
	],
	[
		'1001 contacts',
		'POST /contacts',
		{ body: { newsletter_id: ID, contacts: many(1001) } },
		'body/contacts must NOT have more than 1000 items',
	],
	[
		'no newsletter in a POST update',
		'POST /contacts/con_1',
		{ body: { name: 'A' } },
		"body must have required property 'newsletter_id'",
	],
	[
		'a size as text',
		'POST /sends',
		{ body: { workspace_id: ID, page_id: 'p', dividerSize: '2' } },
		'body/dividerSize must be integer',
	],
];

const ask = async (request: string, asked: Asked) => {
	const [method, path] = request.split(' ');
	return await call(on.service, method!, path!, asked);
};

it.each(BROKEN)('%s is refused with 400', async (_rule, request, asked, reason) => {
	const before = on.service.contacts.all();
	const { status, body } = await ask(request, asked);
	const shown = body as { message?: string; error?: string };
	expect([status, shown.message ?? shown.error]).toEqual([400, reason]);
	expect(on.service.requests).toMatchObject([{ status: 400, refusedBy: 'contract', reason }]);
	expect(on.service.contacts.all()).toEqual(before);
});

it('1000 contacts, an Accept with more types and a charset are accepted', async () => {
	const { status, body } = await ask('POST /contacts', {
		body: { newsletter_id: ID, contacts: many(1000) },
		headers: {
			accept: 'text/plain, application/json;q=0.9',
			'content-type': 'application/json; charset=utf-8',
		},
	});
	expect([status, body]).toEqual([200, { synced: 1000 }]);
});

it('the sending of an issue needs no body', async () => {
	await ask('POST /sends/none/send', {});
	expect(on.service.requests[0]).toMatchObject({ status: 404, refusedBy: 'service' });
});

it.each([
	['an unknown path', 'GET', '/v1/contact'],
	['a method that a path does not have', 'PATCH', '/v1/contacts'],
	['a path with a slash at its end', 'PUT', '/v1/contacts/'],
	['a base URL without the version', 'GET', '/contacts'],
])("%s is a router's 404", async (_rule, method, path) => {
	const base = on.service.url.replace('/v1', '');
	const { status, body } = await call(on.service, method, path, { base });
	const message = `Route ${method}:${path} not found`;
	expect([status, body]).toEqual([404, { statusCode: 404, error: 'Not Found', message, path }]);
	expect(on.service.requests).toMatchObject([{ refusedBy: 'contract', reason: message }]);
});

it('a request that breaks the contract uses up no fault', async () => {
	on.service.behaviour.faults = [{ kind: 'status', status: 500 }];
	expect((await ask('GET /contacts', {})).status).toBe(400);
	expect((await ask('GET /contacts', { query })).status).toBe(500);
});

it.each<[string, Asked, object]>([
	[
		'GET /contacts',
		{ query: { newsletter_id: OTHER_NEWSLETTER } },
		{ message: `Invalid newsletter ID ${OTHER_NEWSLETTER}` },
	],
	['PUT /contacts/con_x', { body: {} }, { error: 'Contact con_x not found' }],
	['POST /sends/x/send', {}, { error: 404, message: 'Send x not found' }],
])('a refusal of %s has its documented shape', async (request, asked, body) => {
	expect((await ask(request, asked)).body).toEqual(body);
});

it('a wrong or missing key is refused, and no key is kept', async () => {
	const before = on.service.contacts.all();
	for (const authorization of ['Bearer wrong', on.service.apiKey, undefined]) {
		const asked = { query: { ...query, subscribed: true }, headers: { authorization } };
		const { status, body } = await ask('DELETE /contacts', asked);
		expect([status, body]).toEqual([401, { message: 'The API key is not valid' }]);
	}
	expect(on.service.requests[0]).toMatchObject({
		refusedBy: 'key',
		headers: { authorization: false },
	});
	expect(JSON.stringify(on.service.requests)).not.toContain(on.service.apiKey);
	expect(on.service.contacts.all()).toEqual(before);
});

it('a path is recorded as it was encoded, a query decoded', async () => {
	await ask('GET /contacts/a%2Fb?email=a%2Bb%40c+d', {});
	const decoded = { path: '/v1/contacts/a%2Fb', query: { email: 'a+b@c d' }, rawBody: '' };
	expect(on.service.requests).toMatchObject([decoded]);
});
