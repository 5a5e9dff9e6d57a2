import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from './answers';
import type { Behaviour } from './behaviour';
import type { ContactStore } from './contactStore';
import type { Service } from './index';
import { parsedJson } from './recorder';
import type { ContactSeed } from './types';

export const CONTROL_PREFIX = '/_control';

export const isControl = (url: string): boolean => /^\/_control(?=[/?]|$)/.test(url);

const jsonBody = <T>(request: FastifyRequest): T => {
	const body = parsedJson((request.body as string | undefined) ?? '');
	if (body === undefined) throw new ServiceError(400, 'the body must be JSON');
	return body as T;
};

const patchBehaviour = (behaviour: Behaviour, patch: Partial<Behaviour>): Behaviour => {
	const unknown = Object.keys(patch).find((key) => !(key in behaviour));
	if (unknown !== undefined) throw new ServiceError(400, `there is no switch ${unknown}`);
	const { badContact = null } = patch;
	if (typeof badContact !== 'object' || Array.isArray(badContact)) {
		throw new ServiceError(400, 'badContact must be null or an object with fields of a contact');
	}
	return Object.assign(behaviour, patch);
};

/** Lets another process on this machine, the server listens to no other, do what the in-process API does. */
export const addControl = (app: FastifyInstance, service: Service): void => {
	void app.register(
		(control, _options, done) => {
			const contactsOf = (request: FastifyRequest): ContactStore => {
				const { newsletter_id: id = service.newsletterId } = request.query as {
					newsletter_id?: string;
				};
				return service.newsletter(id);
			};
			const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

			control.setErrorHandler<Error>(async (error, _request, reply) => {
				const status = error instanceof ServiceError ? error.status : 400;
				return await reply.code(status).send({ message: error.message });
			});

			const routes: string[] = [];
			control.addHook('onRoute', ({ method, url }) => void routes.push(`${String(method)} ${url}`));
			control.setNotFoundHandler(async ({ method, url }, reply) => {
				const message = `there is no ${method} ${url}; there are ${routes.join(', ')}`;
				return await reply.code(404).send({ message });
			});

			control.get('/behaviour', () => service.behaviour);
			control.patch('/behaviour', (request) =>
				patchBehaviour(service.behaviour, jsonBody<Partial<Behaviour>>(request)),
			);
			control.get('/requests', () => ({
				requests: service.requests,
				maxInFlight: service.maxInFlight,
				connectionsSeen: service.connectionsSeen,
			}));
			control.delete('/requests', () => {
				service.resetRequests();
				return {};
			});
			control.get('/contacts', (request) => ({ contacts: contactsOf(request).all() }));
			control.post('/contacts', (request) => {
				const body = jsonBody<{ count?: number; contacts?: ContactSeed[] }>(request);
				const store = contactsOf(request);
				if (body.contacts) return { contacts: store.add(body.contacts) };
				if (!Number.isSafeInteger(body.count)) {
					throw new ServiceError(400, 'the body must have a count or contacts');
				}
				return { added: store.fill(body.count!).length, total: store.size };
			});
			control.patch('/contacts/:id', (request) =>
				contactsOf(request).update(idOf(request), jsonBody<ContactSeed>(request)),
			);
			control.delete('/contacts/:id', (request) => {
				if (!contactsOf(request).remove(idOf(request))) throw new ServiceError(404, 'no contact');
				return {};
			});
			control.get('/sends', () => ({ sends: service.sends.all() }));
			control.post('/newsletters', (request) => {
				const { newsletterId } = jsonBody<{ newsletterId: string }>(request);
				return { newsletterId: service.addNewsletter(newsletterId).newsletterId };
			});
			control.post('/reset', () => {
				service.reset();
				return {};
			});
			done();
		},
		{ prefix: CONTROL_PREFIX },
	);
};
