/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { startService, type Service } from './index';
import { call, type Asked } from './testClient';

let service: Service;

beforeAll(async () => {
	service = await startService({ contacts: 2 });
});
beforeEach(() => service.reset());
afterAll(async () => await service.stop());

const ID = 'wks_mainNewsletter0000001';
const query = { newsletter_id: ID };
const batch = (contact: unknown) => ({ newsletter_id: ID, contacts: [contact] });
const tooMany = Array.from({ length: 1001 }, (_, index) => ({ email: `${index}@example.com` }));

type Row = [rule: string, method: string, path: string, asked: Asked, reason: string];

const rows: Row[] = [
	[
		'no Accept',
		'GET',
		'/contacts',
		{ query, headers: { accept: '*/*' } },
		'header Accept must be application/json',
	],
	[
		'an unknown parameter',
		'GET',
		'/contacts',
		{ query: { ...query, order: 'asc' } },
		"query must not have 'order'",
	],
	['no newsletter', 'GET', '/contacts', {}, "query must have required property 'newsletter_id'"],
	[
		'an empty email',
		'GET',
		'/contacts',
		{ query: { ...query, email: '' } },
		'query/email must not be empty',
	],
	[
		'an empty newsletter',
		'DELETE',
		'/contacts',
		{ query: { newsletter_id: '' } },
		'query/newsletter_id must not be empty',
	],
	[
		'a newsletter ID that is too short',
		'GET',
		'/contacts',
		{ query: { newsletter_id: 'wks_1' } },
		'query/newsletter_id must NOT have fewer than 25 characters',
	],
	[
		'a newsletter ID of another prefix',
		'GET',
		'/contacts',
		{ query: { newsletter_id: ID.replace('wks', 'wrk') } },
		'query/newsletter_id must match pattern "^wks_"',
	],
	[
		'a limit in words',
		'GET',
		'/contacts',
		{ query: { ...query, limit: 'ten' } },
		'query/limit must be integer',
	],
	[
		'a limit with a fraction',
		'GET',
		'/contacts',
		{ query: { ...query, limit: '1.5' } },
		'query/limit must be integer',
	],
	['page 0', 'GET', '/contacts', { query: { ...query, page: 0 } }, 'query/page must be >= 1'],
	[
		'a number as a boolean',
		'GET',
		'/contacts',
		{ query: { ...query, subscribed: 1 } },
		'query/subscribed must be boolean',
	],
	['a body on a delete', 'DELETE', '/contacts', { query, body: {} }, 'there must be no body'],
	[
		'an email on a delete',
		'DELETE',
		'/contacts',
		{ query: { ...query, email: 'a@b.c' } },
		"query must not have 'email'",
	],
	[
		'a body that is not declared as JSON',
		'POST',
		'/contacts',
		{ body: batch({ email: 'a@b.c' }), headers: { 'content-type': undefined } },
		'header Content-Type must be application/json',
	],
	[
		'a body that is declared as text',
		'POST',
		'/contacts',
		{ body: batch({ email: 'a@b.c' }), headers: { 'content-type': 'text/plain' } },
		'header Content-Type must be application/json',
	],
	[
		'an empty body that is declared as JSON',
		'POST',
		'/sends/s/send',
		{ headers: { 'content-type': 'application/json' } },
		'body must not be empty with a Content-Type',
	],
	['no body', 'POST', '/contacts', {}, 'body is missing'],
	['a body that is not JSON', 'POST', '/contacts', { rawBody: '{' }, 'body is not JSON'],
	[
		'a query on a write',
		'POST',
		'/contacts',
		{ query, body: batch({ email: 'a@b.c' }) },
		"query must not have 'newsletter_id'",
	],
	[
		'an unknown key beside the contacts',
		'POST',
		'/contacts',
		{ body: { ...batch({ email: 'a@b.c' }), dry: true } },
		"body must not have 'dry'",
	],
	[
		'an unknown key in a contact',
		'POST',
		'/contacts',
		{ body: batch({ email: 'a@b.c', firstName: 'A' }) },
		"body/contacts/0 must not have 'firstName'",
	],
	[
		'an unsubscribe token',
		'POST',
		'/contacts',
		{ body: batch({ email: 'a@b.c', unsub_token: 't' }) },
		"body/contacts/0 must not have 'unsub_token'",
	],
	[
		'a contact without an email',
		'POST',
		'/contacts',
		{ body: batch({ name: 'A' }) },
		"body/contacts/0 must have required property 'email'",
	],
	[
		'a boolean as text',
		'POST',
		'/contacts',
		{ body: batch({ email: 'a@b.c', subscribed: 'true' }) },
		'body/contacts/0/subscribed must be boolean',
	],
	[
		'null as a text',
		'POST',
		'/contacts',
		{ body: batch({ email: 'a@b.c', name: null }) },
		'body/contacts/0/name must be string',
	],
	[
		'custom fields as text',
		'POST',
		'/contacts',
		{ body: batch({ email: 'a@b.c', custom_fields: 'x' }) },
		'body/contacts/0/custom_fields must be object',
	],
	[
		'1001 contacts',
		'POST',
		'/contacts',
		{ body: { newsletter_id: ID, contacts: tooMany } },
		'body/contacts must NOT have more than 1000 items',
	],
	[
		'no contacts',
		'POST',
		'/contacts',
		{ body: { newsletter_id: ID, contacts: [] } },
		'body/contacts must NOT have fewer than 1 items',
	],
	[
		'a newsletter in a PUT',
		'PUT',
		'/contacts/con_1',
		{ body: { newsletter_id: ID } },
		"body must not have 'newsletter_id'",
	],
	[
		'a category in a PUT',
		'PUT',
		'/contacts/con_1',
		{ body: { subscribed_from: 'x' } },
		"body must not have 'subscribed_from'",
	],
	[
		'no newsletter in a POST update',
		'POST',
		'/contacts/con_1',
		{ body: { name: 'A' } },
		"body must have required property 'newsletter_id'",
	],
	[
		'a contacts array in a POST update',
		'POST',
		'/contacts/con_1',
		{ body: { newsletter_id: ID, contacts: [] } },
		"body must not have 'contacts'",
	],
	[
		'custom fields in a POST update',
		'POST',
		'/contacts/con_1',
		{ body: { newsletter_id: ID, custom_fields: {} } },
		"body must not have 'custom_fields'",
	],
	[
		'a size as text',
		'POST',
		'/sends',
		{ body: { workspace_id: ID, page_id: 'p', dividerSize: '2' } },
		'body/dividerSize must be integer',
	],
	[
		'a send without a page',
		'POST',
		'/sends',
		{ body: { workspace_id: ID } },
		"body must have required property 'page_id'",
	],
	[
		'an unknown key in a send',
		'POST',
		'/sends',
		{ body: { workspace_id: ID, page_id: 'p', link_color: '#000' } },
		"body must not have 'link_color'",
	],
	[
		'an unknown key in the sending',
		'POST',
		'/sends/s/send',
		{ body: { sender_id: 's' } },
		"body must not have 'sender_id'",
	],
];

it.each(rows)('%s is refused with 400', async (_rule, method, path, asked, reason) => {
	const before = service.contacts.all();
	const { status, body } = await call(service, method, path, asked);
	expect(status).toBe(400);
	const shown = body as { message?: string; error?: string };
	expect(shown.message ?? shown.error).toBe(reason);
	expect(service.requests).toMatchObject([
		{ status: 400, refusedBy: 'contract', reason, applied: false },
	]);
	expect(service.contacts.all()).toEqual(before);
});

it('a body on a list is refused', async () => {
	const { port } = new URL(service.url);
	const request = httpRequest({
		port,
		path: `/v1/contacts?newsletter_id=${ID}`,
		headers: {
			accept: 'application/json',
			'content-length': 2,
		},
	});
	request.end('{}');
	const [response] = (await once(request, 'response')) as [IncomingMessage];
	response.resume();
	expect(response.statusCode).toBe(400);
});

it('a Content-Type that is none is refused', async () => {
	const { status } = await call(service, 'POST', '/contacts', {
		body: batch({ email: 'a@b.c' }),
		headers: { 'content-type': 'json' },
	});
	expect(status).toBe(415);
	expect(service.requests).toMatchObject([
		{ status: 415, refusedBy: 'contract', reason: 'Unsupported Media Type' },
	]);
});

it('a parameter given twice is refused', async () => {
	const { status } = await call(service, 'GET', `/contacts?newsletter_id=${ID}`, { query });
	expect(status).toBe(400);
	expect(service.requests[0]!.reason).toBe("query must have 'newsletter_id' only once");
});

it('1000 contacts, an Accept with more types and a charset are accepted', async () => {
	const { status, body } = await call(service, 'POST', '/contacts', {
		body: { newsletter_id: ID, contacts: tooMany.slice(1) },
		headers: {
			accept: 'text/plain, application/json;q=0.9',
			'content-type': 'application/json; charset=utf-8',
		},
	});
	expect([status, body]).toEqual([200, { synced: 1000 }]);
});

it('the sending of an issue needs no body', async () => {
	await call(service, 'POST', '/sends/none/send');
	expect(service.requests[0]).toMatchObject({ status: 404, refusedBy: 'service' });
});

it.each([
	['an unknown path', 'GET', '/contact', undefined],
	['a method that a path does not have', 'PATCH', '/contacts', undefined],
	['a path with a slash at its end', 'PUT', '/contacts/', undefined],
	['a base URL without the version', 'GET', '/contacts', ''],
	['a base URL of another version', 'GET', '/contacts', '/v2'],
])("%s is a router's 404", async (_rule, method, path, version) => {
	const base = version === undefined ? service.url : service.url.replace('/v1', version);
	const { status, body } = await call(service, method, path, { base });
	const pathname = `${version ?? '/v1'}${path}`;
	const message = `Route ${method}:${pathname} not found`;
	expect(status).toBe(404);
	expect(body).toEqual({ statusCode: 404, error: 'Not Found', message, path: pathname });
	expect(service.requests).toMatchObject([{ status: 404, refusedBy: 'contract', reason: message }]);
});

it('a request that breaks the contract uses up no fault', async () => {
	service.behaviour.faults = [{ kind: 'status', status: 500 }];
	expect((await call(service, 'GET', '/contacts')).status).toBe(400);
	expect((await call(service, 'GET', '/contacts', { query })).status).toBe(500);
	expect((await call(service, 'GET', '/contacts', { query })).status).toBe(200);
});
