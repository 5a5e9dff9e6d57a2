/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { Ajv } from 'ajv';
import type { INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Newsletter } from '../../nodes/Newsletter/Newsletter.node';
import { operationsOf } from '../unit/descriptionStates';
import { startService, type Service } from '../service';
import { runNode } from '../support/engine';

const FOLDER = join('nodes', 'Newsletter', '__schema__', 'v1.0.0');
const PAGE_ID = '0123456789abcdef0123456789abcdef';

interface OutputSchema {
	properties: Record<string, object>;
}

let service: Service;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => {
	service.reset();
	service.contacts.add([
		{ id: 'con_ada', email: 'ada@example.com', custom_fields: { plan: 'pro' } },
		{ id: 'con_bob', email: 'bob@example.com', custom_fields: [{ plan: 'free' }] },
		{ email: 'cy@example.com', subscribed: false },
	]);
});
afterAll(async () => await service.stop());

async function outputOf(parameters: INodeParameters) {
	const { output, error } = await runNode({
		parameters,
		credentials: {
			newsletterApi: {
				baseUrl: service.url,
				apiKey: service.apiKey,
				newsletterId: service.newsletterId,
			},
		},
	});
	expect(error('Newsletter')).toBeUndefined();
	return output('Newsletter').map(({ json }) => json);
}

async function createdSendId(): Promise<string> {
	const [send] = await outputOf({
		resource: 'send',
		operation: 'create',
		pageId: { __rl: true, mode: 'id', value: PAGE_ID },
	});
	return send?.id as string;
}

type Row = [
	name: string,
	parameters: () => INodeParameters | Promise<INodeParameters>,
	items: number,
	/** Fields that the service gives only later in a record's life. */
	absent: string[],
];

const rows: Row[] = [
	['contact/getAll', () => ({}), 3, []],
	['contact/upsert', () => ({ email: 'dot@example.com' }), 1, []],
	[
		'contact/update',
		() => ({
			contactId: { __rl: true, mode: 'id', value: 'con_ada' },
			updateFields: { firstName: 'Ada' },
		}),
		1,
		[],
	],
	['contact/deleteMany', () => ({}), 1, []],
	[
		'send/create',
		() => ({
			pageId: { __rl: true, mode: 'id', value: PAGE_ID },
			additionalFields: { segmentId: 'seg_1' },
		}),
		1,
		['sentAt'],
	],
	['send/send', async () => ({ sendId: await createdSendId() }), 1, []],
];

it('every operation of the node has its row, and so its schema', () => {
	const names = operationsOf(new Newsletter().description).map(
		({ resource, operation }) => `${resource}/${operation}`,
	);
	expect(rows.map(([name]) => name).sort()).toEqual(names.sort());
});

describe('the output schema of each operation', () => {
	it.each(rows)('%s names exactly the fields of a real output', async (...row) => {
		const [name, parameters, items, absent] = row;
		const schema = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as OutputSchema;
		const isValid = new Ajv({ strict: false, allErrors: true }).compile({
			...schema,
			additionalProperties: false,
			required: Object.keys(schema.properties).filter((field) => !absent.includes(field)),
		});
		const [resource, operation] = name.split('/') as [string, string];

		const output = await outputOf({ resource, operation, ...(await parameters()) });

		expect(output).toHaveLength(items);
		const problems = output.map((json) => (isValid(json) ? [] : isValid.errors));
		expect(problems).toEqual(output.map(() => []));
	});
});
