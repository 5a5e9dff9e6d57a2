/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Newsletter } from '../../nodes/Newsletter/Newsletter.node';
import { operationsOf } from '../unit/descriptionStates';
import { errorOf, jsonOf, useNewsletter } from './newsletter';
import { planned } from './operations';

const FOLDER = join('nodes', 'Newsletter', '__schema__', 'v1.0.0');
const newsletter = useNewsletter();

/** Fields that the service gives only later in a record's life. */
const ABSENT = ['sentAt'];

it.each(operationsOf(new Newsletter().description))(
	'the output schema of $resource $operation names exactly the fields of a real output',
	async ({ resource, operation }) => {
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
		const problems = jsonOf(run).map((json) => (isValid(json) ? [] : isValid.errors));
		expect(problems).toEqual(jsonOf(run).map(() => []));
	},
);
