/* eslint-disable @n8n/community-nodes/require-node-api-error -- runs outside n8n */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { refusal, ServiceError, type Answer } from './answers';
import { checkSchemas, problemOf } from './contract';
import { isControl } from './control';
import { deliver, refuse } from './delivery';
import type { FaultCounter } from './faults';
import { faultOfLimit } from './rateLimit';
import { operations, type Call, type Operation } from './operations';
import { parsedJson, type Recorder } from './recorder';
import { noQuery } from './schemas';
import type { Store } from './store';
import type { RecordedRequest } from './types';

export const BASE_PATH = '/v1';

const BODY_LIMIT_BYTES = 100 * 1024 * 1024;

export interface ServerParts {
	store: Store;
	recorder: Recorder;
	faultCounter: FaultCounter;
}

/** The routes of the documented interface, on a server that does not listen yet. */
export const createServer = (parts: ServerParts): FastifyInstance => {
	const { recorder, store } = parts;
	const app = Fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 2000 },
	});
	checkSchemas(app);

	// The parser of the framework refuses keys such as `__proto__`.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
		recorder.completed(request, String(body));
		done(null, parsedJson(String(body)));
	});
	app.addHook('onRequest', (request, reply, done) => {
		if (!isControl(request.url)) recorder.arrived(request, reply);
		done();
	});
	// Node would write the machine's time, whatever clock dates the contacts.
	app.addHook('onSend', async (_request, reply) => {
		if (!reply.hasHeader('date')) reply.header('date', new Date(store.clock()).toUTCString());
	});
	app.setErrorHandler<Error & { statusCode?: number }>(async (error, request, reply) => {
		const { statusCode = 500, message } = error;
		const entry = recorder.entry(request);
		if (entry) Object.assign(entry, { status: statusCode, refusedBy: 'contract', reason: message });
		return await reply.code(statusCode).send({ message });
	});

	for (const operation of operations) {
		const { method, path, query = noQuery, body } = operation;
		app.route({
			method,
			url: BASE_PATH + path,
			schema: { querystring: query, ...(body && { body }) },
			attachValidation: true,
			handler: async (request, reply) => await handle(parts, operation, request, reply),
		});
	}
	app.setNotFoundHandler(async (request, reply) => await handle(parts, undefined, request, reply));
	return app;
};

const handle = async (
	{ store, recorder, faultCounter }: ServerParts,
	route: Operation | undefined,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> => {
	const { behaviour } = store;
	const entry = recorder.entry(request)!;
	const params = request.params as Call['params'];
	// The router takes `/contacts/` for a contact with an empty ID.
	const operation = params.id === '' ? undefined : route;
	const errors = operation?.errors ?? 'message';
	const problem = operation && problemOf(request);
	if (problem !== undefined) {
		Object.assign(entry, { refusedBy: 'contract', reason: problem });
		return await refuse(reply, entry, refusal(errors, 400, problem));
	}
	const path = entry.path.replace(new RegExp(`^${BASE_PATH}(?=/)`), '');
	const { rateLimit } = behaviour;
	const fault =
		(rateLimit && faultOfLimit(rateLimit, store.clock())) ??
		faultCounter.take(behaviour.faults, entry, path);
	if (fault) entry.fault = fault.kind;
	const call: Call = { params, query: request.query, body: request.body };
	const work = () => (operation ? answerOf(operation, store, entry, call) : notFound(entry));
	await deliver(reply, { store, entry, fault, errors, work });
};

const answerOf = (
	{ errors, work }: Operation,
	store: Store,
	entry: RecordedRequest,
	call: Call,
): Answer => {
	if (entry.headers.authorization !== true) {
		const reason = 'The API key is not valid';
		Object.assign(entry, { refusedBy: 'key', reason });
		return refusal('message', 401, reason);
	}
	try {
		return { status: 200, body: work(store, call) };
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		Object.assign(entry, { refusedBy: 'service', reason: error.message });
		return refusal(errors, error.status, error.message);
	}
};

/** What a web framework answers for a route that it does not have. */
const notFound = (entry: RecordedRequest): Answer => {
	const message = `Route ${entry.method}:${entry.path} not found`;
	Object.assign(entry, { refusedBy: 'contract', reason: message });
	return { status: 404, body: { statusCode: 404, error: 'Not Found', message, path: entry.path } };
};
