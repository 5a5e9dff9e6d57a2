/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contracts } from './contract';
import { startService, type Service } from './index';
import { document } from './openapi/document';
import { call } from './testClient';

const VALIDATOR = join(__dirname, '../../node_modules/.bin/validate-api');

const validate = async (specification: unknown): Promise<unknown> => {
	const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
	const file = join(folder, 'openapi.json');
	await writeFile(file, JSON.stringify(specification));
	const { stdout } = await promisify(execFile)(process.execPath, [VALIDATOR, file]).catch(
		(error: { stdout: string }) => error,
	);
	await rm(folder, { recursive: true });
	return (JSON.parse(stdout) as { valid: boolean }).valid;
};

describe('the OpenAPI document', () => {
	it('is valid by the OpenAPI 3.1 meta schema', async () => {
		expect(await validate(document)).toBe(true);
	});

	it('would not be valid with an unknown key in an operation', async () => {
		const broken = structuredClone(document) as { paths: Record<string, object> };
		broken.paths['/contacts'] = { get: { operationID: 'listContacts', parameters: 1 } };
		expect(await validate(broken)).toBe(false);
	});

	it('holds the seven operations', () => {
		expect(contracts.map(({ method, path, operationId }) => [method, path, operationId])).toEqual([
			['get', '/contacts', 'listContacts'],
			['post', '/contacts', 'upsertContacts'],
			['delete', '/contacts', 'deleteContacts'],
			['post', '/contacts/{id}', 'updateContactByPost'],
			['put', '/contacts/{id}', 'updateContact'],
			['post', '/sends', 'createSend'],
			['post', '/sends/{id}/send', 'sendIssue'],
		]);
	});
});

describe('the answers', () => {
	let service: Service;

	beforeAll(async () => {
		service = await startService({ contacts: 3 });
	});
	afterAll(async () => await service.stop());

	const expectToConform = (operationId: string, answered: { status: number; body: unknown }) => {
		const contract = contracts.find((known) => known.operationId === operationId)!;
		expect(contract.answerProblem(answered.status, answered.body)).toBeUndefined();
	};

	it('are those of the document, successes and refusals', async () => {
		const id = service.contacts.all()[0]!.id;
		const workspace = service.newsletterId;
		const query = { newsletter_id: workspace };
		const nowhere = { newsletter_id: 'wks_otherNewsletter000001' };
		const put = async (path: string, body: unknown) => await call(service, 'PUT', path, { body });
		const post = async (path: string, body: unknown) => await call(service, 'POST', path, { body });

		const listed = await call(service, 'GET', '/contacts', { query });
		expect(listed.status).toBe(200);
		expectToConform('listContacts', listed);
		expectToConform('listContacts', await call(service, 'GET', '/contacts', { query: nowhere }));
		expectToConform(
			'listContacts',
			await call(service, 'GET', '/contacts', { query: { ...query, page: 9 } }),
		);
		const contacts = [{ email: 'a@example.com' }];
		expectToConform('upsertContacts', await post('/contacts', { ...query, contacts }));
		expectToConform('upsertContacts', await post('/contacts', { ...nowhere, contacts }));
		expectToConform('updateContact', await put(`/contacts/${id}`, { name: 'A' }));
		expectToConform('updateContact', await put('/contacts/con_none', { name: 'A' }));
		expectToConform('updateContactByPost', await post(`/contacts/${id}`, query));
		expectToConform('updateContactByPost', await post(`/contacts/${id}`, nowhere));
		expectToConform('deleteContacts', await call(service, 'DELETE', '/contacts', { query }));
		const created = await post('/sends', {
			workspace_id: workspace,
			page_id: 'p',
			segment_id: 's',
		});
		expect(created.status).toBe(200);
		expectToConform('createSend', created);
		expectToConform('createSend', await post('/sends', { workspace_id: 'wks_', page_id: 'p' }));
		const { id: sendId } = created.body as { id: string };
		expectToConform('sendIssue', await post(`/sends/${sendId}/send`, { senderId: 's' }));
		expectToConform('sendIssue', await post('/sends/none/send', { senderId: 's' }));
	});

	it('would not conform with a key that is not shown', () => {
		const contract = contracts.find(({ operationId }) => operationId === 'upsertContacts')!;
		expect(contract.answerProblem(200, { synced: 1, more: 1 })).toBe("answer must not have 'more'");
		expect(contract.answerProblem(500, {})).toBe('status 500 is not shown');
	});
});
