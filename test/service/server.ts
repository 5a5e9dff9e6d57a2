/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs outside n8n */
import { type IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { errorBody, routerNotFound, ServiceError, type Answer } from './answers';
import { contracts, type OperationContract } from './contract';
import { isControl } from './control';
import { asJson, deliver } from './delivery';
import { FaultCounter } from './faults';
import { operations } from './operations';
import type { Recorder } from './recorder';
import type { Store } from './store';
import type { RecordedRequest } from './types';

export const BASE_PATH = '/v1';

const BODY_LIMIT_BYTES = 100 * 1024 * 1024;

export interface ServerParts {
	store: Store;
	recorder: Recorder;
	faultCounter: FaultCounter;
}

/** Answers whose Date is that of a clock; Node would write the machine's, whatever dates the contacts. */
const datedBy = (clock: () => number): typeof ServerResponse =>
	class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
		override writeHead(...args: unknown[]): this {
			this.setHeader('date', new Date(clock()).toUTCString());
			return super.writeHead(...(args as [status: number]));
		}
	};

/** The routes of the documented interface, on a server that does not listen yet. */
export const createServer = (parts: ServerParts): FastifyInstance => {
	const { recorder, store } = parts;
	const app = Fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		http: { ServerResponse: datedBy(store.clock) },
		routerOptions: { maxParamLength: 2000 },
	});

	// Bodies are kept as text: the parser of the framework refuses keys such as `__proto__`.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

	app.addHook('onRequest', (request, reply, done) => {
		if (!isControl(request.url)) recorder.arrived(request, reply);
		done();
	});

	app.setErrorHandler<Error & { statusCode?: number }>(async (error, request, reply) => {
		const status = error.statusCode ?? 500;
		const entry = recorder.entry(request);
		if (entry) entry.status = status;
		if (entry && status < 500) refuse(entry, 'contract', error.message);
		return await reply.code(status).send({ message: error.message });
	});

	for (const contract of contracts) {
		app.route({
			method: contract.method.toUpperCase(),
			url: BASE_PATH + contract.path.replace(/\{(\w+)\}/g, ':$1'),
			handler: async (request, reply) => await handle(parts, contract, request, reply),
		});
	}
	app.setNotFoundHandler(async (request, reply) => await handle(parts, undefined, request, reply));
	return app;
};

const refuse = (
	entry: RecordedRequest,
	refusedBy: RecordedRequest['refusedBy'],
	reason: string,
): void => {
	entry.refusedBy = refusedBy;
	entry.reason = reason;
};

const handle = async (
	parts: ServerParts,
	route: OperationContract | undefined,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> => {
	const { store, recorder, faultCounter } = parts;
	const { behaviour } = store;
	const entry = recorder.complete(request);
	const params = request.params as { id?: string };
	// The router takes `/contacts/` for a contact with an empty ID.
	const contract = params.id === '' ? undefined : route;
	const operation = contract?.operationId;
	const problem = contract?.problem(entry, new URL(request.raw.url!, 'http://service'));
	if (problem !== undefined) {
		refuse(entry, 'contract', problem);
		const { status, headers, body } = asJson(
			400,
			errorBody(behaviour.errorShape, operation, 400, problem),
		);
		entry.status = status;
		return void (await reply.code(status).headers(headers).send(body));
	}
	const relativePath = entry.path.startsWith(`${BASE_PATH}/`)
		? entry.path.slice(BASE_PATH.length)
		: entry.path;
	// A request that breaks the contract uses up no fault, so that it cannot hide behind one.
	const fault = faultCounter.take(behaviour.faults, entry, relativePath);
	if (fault) entry.fault = fault.kind;
	await deliver(reply, entry, {
		fault,
		behaviour,
		operation,
		clock: store.clock,
		work: () => work(store, contract, entry, params),
		// Keeps no process alive whose service has stopped.
		wait: async (ms) => await sleep(ms, undefined, { ref: false }),
	});
};

const work = (
	store: Store,
	contract: OperationContract | undefined,
	entry: RecordedRequest,
	params: { id?: string },
): Answer => {
	const { behaviour } = store;
	if (!contract) {
		const body = routerNotFound(entry.method, entry.path);
		refuse(entry, 'contract', body.message);
		return { status: 404, body, applied: false };
	}
	const refused = (status: number, text: string, by: 'key' | 'service'): Answer => {
		refuse(entry, by, text);
		const operation = by === 'key' ? undefined : contract.operationId;
		const body = errorBody(behaviour.errorShape, operation, status, text);
		return { status, body, applied: false };
	};
	if (entry.headers.authorization !== true) {
		return refused(behaviour.badKeyStatus, 'The API key is not valid', 'key');
	}
	try {
		const call = { params, query: contract.typedQuery(entry.query), body: entry.body };
		const answer = operations[contract.operationId](store, call);
		entry.applied = answer.applied;
		return answer;
	} catch (error) {
		if (error instanceof ServiceError) return refused(error.status, error.message, 'service');
		throw error;
	}
};
