import type { FaultRule } from './faults';
import { startService, type Service } from './index';
import { call } from './testClient';

let service: Service;

beforeAll(async () => {
	service = await startService({ contacts: 3 });
});
beforeEach(() => service.reset());
afterAll(async () => await service.stop());

const get = async (page = 1) =>
	await call(service, 'GET', '/contacts', { query: { newsletter_id: service.newsletterId, page } });

const statuses = async (...requests: Array<() => Promise<{ status: number }>>) => {
	const answered: number[] = [];
	for (const request of requests) answered.push((await request()).status);
	return answered;
};

const inject = (...faults: FaultRule[]) => service.behaviour.faults.push(...faults);

describe('a rule', () => {
	it('is used once, by default on any request, and then is used up', async () => {
		inject({ kind: 'status', status: 503 });
		expect(await statuses(get, get)).toEqual([503, 200]);
		expect(service.requests.map(({ fault }) => fault)).toEqual(['status', undefined]);
	});

	it('is used as often as it says, null without end', async () => {
		inject({ kind: 'status', status: 503, times: 2 });
		expect(await statuses(get, get, get)).toEqual([503, 503, 200]);
		inject({ kind: 'status', status: 502, times: null });
		expect(await statuses(get, get, get, get)).toEqual([502, 502, 502, 502]);
	});

	it('lets matching requests pass first, and leaves the rest to the next rule', async () => {
		inject({ kind: 'status', status: 503, skip: 2 }, { kind: 'status', status: 500, skip: 1 });
		expect(await statuses(get, get, get, get)).toEqual([200, 500, 503, 200]);
	});

	it.each<[string, FaultRule['match']]>([
		['method', { method: 'post' }],
		['path prefix', { path: '/contacts/con_' }],
		['path expression', { path: '^/contacts/[^/]+$' }],
		['text in the body', { bodyContains: 'Zoë' }],
	])('matches by %s', async (_by, match) => {
		inject({ kind: 'status', status: 503, match, times: null });
		const { id } = service.contacts.all()[0]!;
		const body = { newsletter_id: service.newsletterId, name: 'Zoë' };
		const update = async () => await call(service, 'POST', `/contacts/${id}`, { body });
		expect(await statuses(get, update)).toEqual([200, 503]);
	});

	it('matches by the values of the query that it names', async () => {
		service.addNewsletter('wks_secondNewsletter00001');
		const { newsletterId } = service;
		inject({ kind: 'status', status: 503, match: { query: { newsletter_id: newsletterId } } });
		const query = { newsletter_id: 'wks_secondNewsletter00001' };
		const other = async () => await call(service, 'GET', '/contacts', { query });
		expect(await statuses(other, get)).toEqual([404, 503]);
	});

	it('matches by page, where no page is page 1', async () => {
		service.behaviour.emptyList = '200';
		inject({ kind: 'status', status: 503, match: { page: 2 } });
		inject({ kind: 'status', status: 502, match: { page: 1 } });
		const query = { newsletter_id: service.newsletterId };
		const first = async () => await call(service, 'GET', '/contacts', { query });
		expect(
			await statuses(
				async () => await get(3),
				async () => await get(2),
				first,
			),
		).toEqual([200, 503, 502]);
	});

	it('works again after a reset puts it back', async () => {
		const behaviour = { faults: [{ kind: 'status' as const, status: 503 }] };
		const other = await startService({ contacts: 1, behaviour });
		const query = { newsletter_id: other.newsletterId };
		const ask = async () => await call(other, 'GET', '/contacts', { query });
		other.behaviour.faults.push({ kind: 'status', status: 500 });
		expect(await statuses(ask, ask)).toEqual([503, 500]);
		other.reset();
		expect(await statuses(ask, ask)).toEqual([503, 200]);
		await other.stop();
	});
});
