/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Newsletter } from '../../nodes/Newsletter/Newsletter.node';
import { fieldsFor, operationsOf } from '../unit/descriptionStates';
import { errorOf, jsonOf, useNewsletter } from './newsletter';
import { planned } from './operations';

const FOLDER = join('nodes', 'Newsletter', '__schema__', 'v1.0.0');
const newsletter = useNewsletter();

/** Fields that the service gives only later in a record's life. */
const ABSENT = ['sentAt'];

/** What Simplify leaves out. */
const RAW_FIELDS: Record<string, string[]> = {
	'contact getAll': ['unsub_token', 'workspace_id'],
	'send create': ['css', 'html'],
};

const { description } = new Newsletter();
const simplifies = ({ resource, operation }: { resource: string; operation: string }) =>
	fieldsFor(description, resource, operation).some(({ name }) => name === 'simplify');
const CASES = operationsOf(description).flatMap((one) =>
	(simplifies(one) ? [true, false] : [undefined]).map((simplify) => ({ ...one, simplify })),
);

it.each(CASES)(
	'the output schema of $resource $operation names the fields of a real output, Simplify $simplify',
	async ({ resource, operation, simplify }) => {
		newsletter.service.contacts.add([
			{ id: 'con_a', email: 'ada@example.com', custom_fields: { plan: 'pro' } },
			{ id: 'con_b', email: 'bob@example.com', custom_fields: [{ plan: 'free' }] },
			{ email: 'cy@example.com', subscribed: false },
		]);
		const { id: sendId } = await newsletter.draft();
		const segment = { additionalFields: { segmentId: 'seg_1' } };
		const parameters = {
			...planned(resource, operation),
			...(operation === 'send' && { sendId }),
			...(operation === 'create' && segment),
			...(simplify !== undefined && { simplify }),
		};
		const file = join(FOLDER, resource, `${operation}.json`);
		const schema = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
		const isValid = new Ajv({ strict: false, allErrors: true }).compile({
			...schema,
			additionalProperties: false,
			required: Object.keys(schema.properties).filter((field) => !ABSENT.includes(field)),
		});

		const run = await newsletter.run({ parameters });

		expect(errorOf(run)).toBeUndefined();
		expect(jsonOf(run).length).toBeGreaterThan(0);
		const rawFields = simplify === false ? RAW_FIELDS[`${resource} ${operation}`]! : [];
		for (const json of jsonOf(run)) {
			const raw = Object.entries(json).filter(([field]) => rawFields.includes(field));
			const others = Object.entries(json).filter(([field]) => !rawFields.includes(field));
			expect(raw.map(([field]) => field).sort()).toEqual(rawFields);
			expect(isValid(Object.fromEntries(others)) ? [] : isValid.errors).toEqual([]);
		}
	},
);
