import type { FastifyInstance } from 'fastify';
import { ServiceError } from './answers';
import type { Behaviour } from './behaviour';
import type { Service } from './index';

export const CONTROL_PREFIX = '/_control';

export const isControl = (url: string): boolean => /^\/_control(?=[/?]|$)/.test(url);

const patchBehaviour = (behaviour: Behaviour, patch: Partial<Behaviour>): Behaviour => {
	const unknown = Object.keys(patch).find((key) => !(key in behaviour));
	if (unknown !== undefined) throw new ServiceError(400, `there is no switch ${unknown}`);
	return Object.assign(behaviour, patch);
};

/** Lets another process on this machine, the server listens to no other, change the service and look into it. */
export const addControl = (app: FastifyInstance, service: Service): void => {
	void app.register(
		(control, _options, done) => {
			control.setErrorHandler<Error>(async ({ message }, _request, reply) => {
				return await reply.code(400).send({ message });
			});
			const routes: string[] = [];
			control.addHook('onRoute', ({ method, url }) => void routes.push(`${String(method)} ${url}`));
			control.setNotFoundHandler(async ({ method, url }, reply) => {
				const message = `there is no ${method} ${url}; there are ${routes.join(', ')}`;
				return await reply.code(404).send({ message });
			});

			control.get('/behaviour', () => service.behaviour);
			control.patch('/behaviour', ({ body }) =>
				patchBehaviour(service.behaviour, (body ?? {}) as Partial<Behaviour>),
			);
			control.get('/requests', () => ({ requests: service.requests }));
			control.get('/contacts', () => ({ contacts: service.contacts.all() }));
			control.post('/contacts', ({ body }) => {
				const { count } = (body ?? {}) as { count?: number };
				if (!Number.isSafeInteger(count)) throw new ServiceError(400, 'the body must have a count');
				service.contacts.fill(count!);
				return { total: service.contacts.size };
			});
			control.get('/sends', () => ({ sends: service.sends.all() }));
			control.post('/reset', () => {
				service.reset();
				return {};
			});
			done();
		},
		{ prefix: CONTROL_PREFIX },
	);
};
