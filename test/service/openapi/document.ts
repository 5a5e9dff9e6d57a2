import { schemas } from './schemas';

const json = (schema: keyof typeof schemas) => ({
	'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
});

const body = (schema: keyof typeof schemas, required = true) => ({
	required,
	content: json(schema),
});

const answers = (success: keyof typeof schemas, errors: Record<string, keyof typeof schemas>) => ({
	'200': { description: 'Done', content: json(success) },
	...Object.fromEntries(
		Object.entries(errors).map(([status, schema]) => [
			status,
			{ description: 'Refused', content: json(schema) },
		]),
	),
});

const newsletterId = {
	name: 'newsletter_id',
	in: 'query',
	required: true,
	schema: { $ref: '#/components/schemas/WorkspaceId' },
};

const idInPath = {
	name: 'id',
	in: 'path',
	required: true,
	schema: { type: 'string', minLength: 1 },
};

const optional = (name: string, schema: object) => ({ name, in: 'query', schema });

/** The documented interface; the texts of the errors and what the service leaves open are not in it. */
export const document = {
	openapi: '3.1.0',
	info: {
		title: 'Newsletter contacts and issue sending',
		version: '1.0.0',
	},
	servers: [{ url: '/v1' }],
	security: [{ apiKey: [] }],
	paths: {
		'/contacts': {
			get: {
				operationId: 'listContacts',
				parameters: [
					newsletterId,
					optional('limit', { type: 'integer', minimum: 1, default: 100 }),
					optional('page', { type: 'integer', minimum: 1, default: 1 }),
					optional('email', { type: 'string', minLength: 1 }),
					optional('subscribed', { type: 'boolean' }),
				],
				responses: answers('ContactList', { '400': 'MessageError', '404': 'MessageError' }),
			},
			post: {
				operationId: 'upsertContacts',
				requestBody: body('ContactsUpsert'),
				responses: answers('ContactsSynced', { '400': 'MessageError', '404': 'MessageError' }),
			},
			delete: {
				operationId: 'deleteContacts',
				parameters: [newsletterId, optional('subscribed', { type: 'boolean' })],
				responses: answers('ContactsRemoved', { '400': 'MessageError', '404': 'MessageError' }),
			},
		},
		'/contacts/{id}': {
			parameters: [idInPath],
			put: {
				operationId: 'updateContact',
				requestBody: body('ContactUpdate'),
				responses: answers('Contact', { '400': 'TextError', '404': 'TextError' }),
			},
			post: {
				operationId: 'updateContactByPost',
				requestBody: body('ContactUpdateByPost'),
				responses: answers('Contact', { '400': 'TextError', '404': 'TextError' }),
			},
		},
		'/sends': {
			post: {
				operationId: 'createSend',
				requestBody: body('SendInput'),
				responses: answers('Send', { '400': 'Error' }),
			},
		},
		'/sends/{id}/send': {
			parameters: [idInPath],
			post: {
				operationId: 'sendIssue',
				requestBody: body('SendIssue', false),
				responses: answers('SendStarted', { default: 'Error' }),
			},
		},
	},
	components: {
		securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
		schemas,
	},
} as const;
