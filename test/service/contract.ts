import Ajv, { type ErrorObject } from 'ajv';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A query is text, so its numbers and booleans are read from it; in a body they must be what they are. */
const queries = new Ajv({ coerceTypes: true, allowUnionTypes: true });
const bodies = new Ajv({ allowUnionTypes: true });

const sentence = ([error]: ErrorObject[], part: string): string => {
	const place = `${part === 'querystring' ? 'query' : part}${error?.instancePath ?? ''}`;
	const key = error?.params.additionalProperty as string | undefined;
	return key === undefined ? `${place} ${error?.message}` : `${place} must not have '${key}'`;
};

/** Lets the framework check each request against the schemas of its route. */
export const checkSchemas = (app: FastifyInstance): void => {
	app.setValidatorCompiler(({ schema, httpPart }) =>
		(httpPart === 'querystring' ? queries : bodies).compile(schema as object),
	);
	app.setSchemaErrorFormatter((errors, part) => new Error(sentence(errors as ErrorObject[], part)));
};

const headersProblem = ({ headers, method }: FastifyRequest): string | undefined => {
	if (!/(^|[\s,])application\/json\b/.test(headers.accept ?? '')) {
		return 'header Accept must be application/json';
	}
	const type = headers['content-type'];
	const hasBody =
		Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
	if (!hasBody)
		return type === undefined ? undefined : 'body must not be empty with a Content-Type';
	if (method === 'GET' || method === 'DELETE') return 'there must be no body';
	return /^application\/json\s*(;|$)/.test(type ?? '')
		? undefined
		: 'header Content-Type must be application/json';
};

const queryProblem = ({ url }: FastifyRequest): string | undefined => {
	const { searchParams } = new URL(url, 'http://service');
	const keys = [...searchParams.keys()];
	const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
	if (repeated !== undefined) return `query must have '${repeated}' only once`;
	const empty = keys.find((key) => searchParams.get(key) === '');
	return empty === undefined ? undefined : `query/${empty} must not be empty`;
};

/** Why a request is not one of the documented interface, or undefined. */
export const problemOf = (request: FastifyRequest): string | undefined =>
	headersProblem(request) ?? queryProblem(request) ?? request.validationError?.message;
