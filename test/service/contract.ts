import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import { document } from './openapi/document';
import type { RecordedRequest } from './types';

export type OperationId =
	| 'listContacts'
	| 'upsertContacts'
	| 'deleteContacts'
	| 'updateContact'
	| 'updateContactByPost'
	| 'createSend'
	| 'sendIssue';

type Parameter = { name: string; in: string; required?: boolean; schema: object };

interface Described {
	operationId: OperationId;
	parameters?: readonly Parameter[];
	requestBody?: { required: boolean };
	responses: Record<string, object>;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/i;

const ajv = new Ajv({ strict: false });
ajv.addFormat('date-time', (text) => ISO_TIME.test(text) && !Number.isNaN(Date.parse(text)));
ajv.addFormat('int32', { type: 'number', validate: (value) => Math.abs(value) < 2 ** 31 });
ajv.addSchema(document, 'service');

const pointer = (...steps: string[]): string =>
	`service#/${steps.map((step) => encodeURIComponent(step.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/')}`;

const sentence = (where: string, [error]: ErrorObject[] = []): string => {
	const place = `${where}${error?.instancePath ?? ''}`;
	const key = error?.params.additionalProperty as string | undefined;
	return key === undefined
		? `${place} ${error?.message ?? 'is not valid'}`
		: `${place} must not have '${key}'`;
};

/** A query is text: only what is exactly an integer or a boolean counts as one. */
const fromText = (value: string, schema: object): unknown => {
	const { type } = schema as { type?: string };
	if (type === 'integer' && /^-?\d+$/.test(value)) return Number(value);
	if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
	return value;
};

/** One operation of the document, as the server needs it. */
export class OperationContract {
	private readonly query: ValidateFunction;

	private readonly body?: ValidateFunction;

	private readonly queryParameters: Parameter[];

	constructor(
		readonly path: string,
		readonly method: string,
		private readonly described: Described,
	) {
		this.queryParameters = (described.parameters ?? []).filter(
			({ in: where }) => where === 'query',
		);
		this.query = ajv.compile({
			$id: `service-query-${described.operationId}`,
			type: 'object',
			properties: Object.fromEntries(
				this.queryParameters.map(({ name, schema }) => [
					name,
					'$ref' in schema ? { $ref: `service${String(schema.$ref)}` } : schema,
				]),
			),
			required: this.queryParameters.filter(({ required }) => required).map(({ name }) => name),
			additionalProperties: false,
		});
		if (described.requestBody) {
			this.body = ajv.compile({
				$ref: pointer(
					'paths',
					path,
					method,
					'requestBody',
					'content',
					'application/json',
					'schema',
				),
			});
		}
	}

	get operationId(): OperationId {
		return this.described.operationId;
	}

	/** The query with its numbers and booleans. */
	typedQuery(query: Record<string, string>): Record<string, unknown> {
		return Object.fromEntries(
			Object.entries(query).map(([name, value]) => {
				const parameter = this.queryParameters.find((known) => known.name === name);
				return [name, parameter ? fromText(value, parameter.schema) : value];
			}),
		);
	}

	/** Why the request is not one of this operation, or undefined. */
	problem(request: RecordedRequest, url: URL): string | undefined {
		return (
			this.headersProblem(request) ?? this.queryProblem(request, url) ?? this.bodyProblem(request)
		);
	}

	/** Why an answer is not one that the document shows, or undefined. */
	answerProblem(status: number, answer: unknown): string | undefined {
		const key = String(status) in this.described.responses ? String(status) : 'default';
		if (!(key in this.described.responses)) return `status ${status} is not shown`;
		const steps = ['paths', this.path, this.method, 'responses', key, 'content'];
		const $ref = pointer(...steps, 'application/json', 'schema');
		const validate = ajv.compile({ $ref });
		return validate(answer) ? undefined : sentence('answer', validate.errors ?? []);
	}

	private headersProblem({ headers, rawBody }: RecordedRequest): string | undefined {
		if (!/(^|[\s,])application\/json\b/.test(String(headers.accept ?? ''))) {
			return 'header Accept must be application/json';
		}
		const type = headers['content-type'];
		const isJson = /^application\/json\s*(;|$)/.test(String(type ?? ''));
		if (rawBody !== '' && !isJson) return 'header Content-Type must be application/json';
		if (rawBody === '' && type !== undefined) return 'body must not be empty with a Content-Type';
		return undefined;
	}

	private queryProblem({ query }: RecordedRequest, url: URL): string | undefined {
		const keys = [...url.searchParams.keys()];
		const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
		if (repeated !== undefined) return `query must have '${repeated}' only once`;
		const empty = keys.find((key) => url.searchParams.get(key) === '');
		if (empty !== undefined) return `query/${empty} must not be empty`;
		return this.query(this.typedQuery(query))
			? undefined
			: sentence('query', this.query.errors ?? []);
	}

	private bodyProblem({ rawBody, body, headers }: RecordedRequest): string | undefined {
		// The body of a GET is never read, but its headers tell of it.
		const hasBody =
			rawBody !== '' ||
			Number(headers['content-length'] ?? 0) > 0 ||
			headers['transfer-encoding'] !== undefined;
		if (!this.body) return hasBody ? 'there must be no body' : undefined;
		if (rawBody === '') return this.described.requestBody?.required ? 'body is missing' : undefined;
		if (body === undefined) return 'body is not JSON';
		return this.body(body) ? undefined : sentence('body', this.body.errors ?? []);
	}
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;

export const contracts: OperationContract[] = Object.entries(document.paths).flatMap(
	([path, item]) =>
		METHODS.flatMap((method) => {
			const described = (item as Partial<Record<typeof method, Described>>)[method];
			return described ? [new OperationContract(path, method, described)] : [];
		}),
);
