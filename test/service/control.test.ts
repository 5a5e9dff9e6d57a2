import { call, list, names, useService } from './testClient';

const on = useService({ contacts: 2 });

/** Without key and Accept, as a plain script would ask. */
const control = async (method: string, path: string, body?: unknown) => {
	const answered = await call(on.service, method, path, {
		base: on.service.controlUrl,
		body,
		headers: { authorization: undefined, accept: undefined },
	});
	return [answered.status, answered.body];
};

it('shows and changes the behaviour from the next request on', async () => {
	const patch = { order: 'oldest', faults: [{ kind: 'status', status: 503 }] };
	const changed = await control('PATCH', '/behaviour', patch);
	expect(changed).toEqual([200, expect.objectContaining(patch)]);
	expect(await control('GET', '/behaviour')).toEqual(changed);
	expect((await list(on.service)).status).toBe(503);
	expect(await names(on.service)).toEqual(['contact1', 'contact2']);
});

it.each([
	['a switch that there is not', 'PATCH', '/behaviour', { sort: 'x' }, 'there is no switch sort'],
	['contacts without a count', 'POST', '/contacts', {}, 'the body must have a count'],
])('refuses %s', async (_what, method, path, body, message) => {
	expect(await control(method, path, body)).toEqual([400, { message }]);
});

it.each(['/behavior', ''])('answers %s, which there is not, with what there is', async (path) => {
	const text = `there is no GET /_control${path}; there are GET /_control/behaviour, PATCH `;
	expect(await control('GET', path)).toEqual([404, { message: expect.stringContaining(text) }]);
	expect(on.service.requests).toEqual([]);
});

it('adds contacts, and shows what the service holds and was asked', async () => {
	expect(await control('POST', '/contacts', { count: 3 })).toEqual([200, { total: 5 }]);
	expect(await control('GET', '/contacts')).toEqual([200, { contacts: on.service.contacts.all() }]);
	expect(await control('GET', '/sends')).toEqual([200, { sends: [] }]);
	await list(on.service);
	const requests = JSON.parse(JSON.stringify(on.service.requests));
	expect(await control('GET', '/requests')).toEqual([200, { requests }]);
	expect(requests).toHaveLength(1);
});

it('resets the service', async () => {
	on.service.contacts.add(5);
	await control('POST', '/reset');
	expect(on.service.contacts.size).toBe(2);
});
