import type { Call } from '../../../nodes/Newsletter/transport/client';
import { contactPages } from '../../../nodes/Newsletter/transport/list';
import { readAll } from '../../../nodes/Newsletter/transport/pages';
import { RateLimiter, type RateLimit } from '../../service/rateLimit';
import { randomFrom } from '../../trigger/randomFrom';
import {
	creation,
	failed,
	LimitedService,
	limitedBy,
	ok,
	update,
	type Seen,
} from './limitedService';

beforeEach(() => {
	jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

let keys = 0;
const freshKey = () => `key-${++keys}`;

/** Lets virtual time pass until the work is done. */
async function finished<T>(work: Promise<T>): Promise<T> {
	let isOver = false;
	const over = () => {
		isOver = true;
	};
	work.then(over, over);
	while (!isOver) await jest.advanceTimersByTimeAsync(10);
	return await work;
}

const updates = async (service: LimitedService, count: number, apiKey = freshKey()) => {
	const client = await service.client(apiKey);
	const ids = range(count).map((index) => `${apiKey}.${index}`);
	return await Promise.all(ids.map(async (id) => await client.ask(update(id))));
};

const perSecond = (requests: number): RateLimit => ({
	kind: 'fixed window',
	requests,
	perMs: 1000,
	tellsWait: true,
});

/** A list of so many pages of ten contacts. */
const pagesOf = (count: number) => {
	const contactsOf = (page: number) =>
		range(page <= count ? 10 : 0).map((index) => ({ id: `con_${page}_${index}` }));
	return ({ page }: Seen) => ok({ data: contactsOf(page), total: 10 * count });
};

const returnAll = async (service: LimitedService) => {
	const client = await service.client(freshKey());
	return await readAll(contactPages(client, {}), { pageSize: 10, startPage: 1 });
};

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const allOk = (results: Array<{ ok: boolean }>) => results.every(({ ok: isOk }) => isOk);

describe('against a rate limit', () => {
	const kinds = ['fixed window', 'token bucket'] as const;
	const limits = kinds.flatMap((kind) => [true, false].map((tellsWait) => ({ kind, tellsWait })));
	const cases = limits.flatMap((limit) => [1, 2].map((processes) => ({ ...limit, processes })));

	it.each(cases)(
		'of 100 in 10 s little more is asked than needed, in little more time: %j',
		async ({ processes, ...rest }) => {
			jest.spyOn(Math, 'random').mockImplementation(randomFrom(1));
			const limit = { ...rest, requests: 100, perMs: 10_000 };
			const updated = new LimitedService(limitedBy(limit));
			const all = range(processes).map(async () => await updates(updated, 1000 / processes));
			expect((await finished(Promise.all(all))).every(allOk)).toBe(true);
			expect(updated.seen.length).toBeLessThanOrEqual(1.25 * 1000);
			expect(updated.nowMs).toBeLessThanOrEqual(1.3 * RateLimiter.leastMs(limit, 1000));

			const listed = new LimitedService(limitedBy(limit, pagesOf(300)));
			const lists = range(processes).map(async () => await returnAll(listed));
			const found = await finished(Promise.all(lists));
			expect(found.map(({ contacts }) => contacts.length)).toEqual(
				range(processes).map(() => 3000),
			);
			const needed = 301 * processes;
			expect(listed.seen.length).toBeLessThanOrEqual(1.25 * needed);
			expect(listed.nowMs).toBeLessThanOrEqual(1.3 * RateLimiter.leastMs(limit, needed));
		},
	);

	it.each([1, 2, 3])('of %i a second 40 updates and a list of 41 pages are done', async (most) => {
		const limit = perSecond(most);
		expect(allOk(await finished(updates(new LimitedService(limitedBy(limit)), 40)))).toBe(true);
		const { contacts, changed } = await finished(
			returnAll(new LimitedService(limitedBy(limit, pagesOf(41)))),
		);
		expect([contacts.length, changed]).toEqual([410, false]);
	});

	it.each([
		['429 with Retry-After', failed(429, 5), 5000],
		['503 with Retry-After', failed(503, 5), 5000],
		['429 with a Retry-After that makes no sense', failed(429, -5), 1000],
	])('nothing begins before the pause is over: %s', async (...[, refusal, pauseMs]) => {
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		const service = new LimitedService((_, { seen }) => (seen.length === 1 ? refusal : ok()));
		await finished(updates(service, 20));
		const [, ...later] = service.seen.map(({ atMs }) => atMs);
		// Four were in flight with the first one.
		expect(later.slice(0, 4)).toEqual([0, 0, 0, 0]);
		expect(later[4]).toBe(50 + pauseMs);
		// One goes first.
		expect(later[5]).toBe(100 + pauseMs);
	});

	it('of 100 a minute 1,000 updates in two processes are all done', async () => {
		const service = new LimitedService(limitedBy({ ...perSecond(100), perMs: 60_000 }));
		const both = Promise.all([updates(service, 500), updates(service, 500)]);
		expect((await finished(both)).every(allOk)).toBe(true);
		expect(service.nowMs).toBeLessThanOrEqual(1.1 * 600_000);
	});

	it.each([
		['a minute', 1, 60, 61_000],
		['the first answer, with a wait of an hour,', 3600, 0, 1000],
	])('that never ends fails all of 1,000 updates after %s', async (...row) => {
		const [, retryAfter, mostPauses, mostMs] = row;
		const service = new LimitedService(() => failed(429, retryAfter), 10);
		const results = await finished(updates(service, 1000));
		const kinds = results.map((result) => !result.ok && result.failure.kind);
		expect(new Set(kinds)).toEqual(new Set(['rateLimited']));
		expect(service.seen.length).toBeLessThanOrEqual(mostPauses + 5);
		expect(service.nowMs).toBeLessThan(mostMs);
	});

	it('told by a 503 does not say of an issue that was never sent that it may be on its way', async () => {
		const service = new LimitedService(() => failed(503, 3600));
		const client = await service.client(freshKey());
		const sends = range(10).map((id) => ({ ...update(`${id}`), isRepeatable: false }));
		const results = await finished(Promise.all(sends.map(async (call) => await client.ask(call))));
		const kinds = results.map((result) => (result.ok ? '' : result.failure.kind));
		expect(kinds.filter((kind) => kind === 'unavailable')).toHaveLength(service.seen.length);
		expect(kinds.filter((kind) => kind === 'rateLimited')).toHaveLength(10 - service.seen.length);
	});

	it('pauses the others for its whole time where the refused execution is cancelled', async () => {
		const service = new LimitedService((_, { seen }) =>
			seen.length === 1 ? failed(429, 5) : ok(),
		);
		const apiKey = freshKey();
		const controller = new AbortController();
		const refused = await service.client(apiKey, { cancel: controller.signal });
		const cancelled = refused.ask(update('con_1'));
		await jest.advanceTimersByTimeAsync(100);
		const others = updates(service, 2, apiKey);
		controller.abort();
		expect(await cancelled).toMatchObject({ failure: { kind: 'cancelledUnsent' } });
		expect(allOk(await finished(others))).toBe(true);
		expect(service.seen[1]?.atMs).toBe(5050);
	});

	it('of one contact alone holds up the others for a minute at most', async () => {
		const service = new LimitedService(({ url }) => (url.endsWith('.3') ? failed(429, 10) : ok()));
		const results = await finished(updates(service, 40));
		expect(results.flatMap(({ ok: isOk }, index) => (isOk ? [] : [index]))).toEqual([3]);
		expect(service.nowMs).toBeLessThan(75_000);
	});
});

describe('a service that hangs', () => {
	const timeout = Object.assign(new Error('timeout'), { code: 'ECONNABORTED' });
	const kindsOf = (results: Array<{ ok: boolean; failure?: { kind: string } }>) =>
		new Set(results.map((result) => result.failure?.kind));

	it('fails all of 1,000 updates after ten time-outs in a row', async () => {
		const service = new LimitedService(() => timeout, 60_000);
		const results = await finished(updates(service, 1000));
		expect(kindsOf(results)).toEqual(new Set(['timedOut', 'silent']));
		expect(service.seen.length).toBeLessThanOrEqual(15);
		expect(service.nowMs).toBeLessThan(4 * 60_000);
	});

	it('now and then fails nobody who waits', async () => {
		const service = new LimitedService((_, { seen }) => (seen.length % 10 < 8 ? timeout : ok()));
		const results = await finished(updates(service, 40));
		expect(kindsOf(results)).not.toContain('silent');
	});
});

describe('the requests of one key', () => {
	it('are five in flight at most, and begin in the order asked', async () => {
		const service = new LimitedService(() => ok());
		await finished(updates(service, 200));
		expect(service.mostInFlight).toBe(5);
		const numbers = service.seen.map(({ url }) => Number(url.split('.').pop()));
		expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
	});

	it('that create issues are two in flight at most, which others need not wait for', async () => {
		let mostCreations = 0;
		const service = new LimitedService((_, { inFlightOf }) => {
			mostCreations = Math.max(mostCreations, inFlightOf.call(service, /POST \/sends$/));
			return ok();
		}, 6000);
		const client = await service.client(freshKey());
		const creations = Array.from({ length: 5 }, async () => await client.ask(creation));
		await finished(client.ask(update('con_1')));
		expect(service.nowMs).toBeLessThan(7000);
		await finished(Promise.all(creations));
		expect(mostCreations).toBe(2);
	});

	it('of another key are not waited for', async () => {
		const service = new LimitedService(() => ok(), 1000);
		void updates(service, 50);
		await finished(updates(service, 1));
		expect(service.nowMs).toBeLessThan(1100);
	});

	it('are forgotten with the last one: a limit does not slow down the next run', async () => {
		const apiKey = freshKey();
		const service = new LimitedService((_, { seen }) =>
			seen.length === 1 ? failed(429, 1) : ok(),
		);
		await finished(updates(service, 1, apiKey));
		service.mostInFlight = 0;
		await finished(updates(service, 10, apiKey));
		expect(service.mostInFlight).toBe(5);
	});
});

describe('a wait ends at once', () => {
	const cancelled = { ok: false, failure: { kind: 'cancelledUnsent' } };

	it.each([
		['before a retry', failed(500), 1],
		['in a pause', failed(429, 50), 1],
		['for a place', ok(), 5],
	])('when the execution is cancelled: %s', async (...[, answer, requests]) => {
		const service = new LimitedService(() => answer, 500);
		const controller = new AbortController();
		const client = await service.client(freshKey(), { cancel: controller.signal });
		const ids = Array.from({ length: requests }, (_, index) => `con_${index}`);
		const others = ids.map(async (id) => await client.ask(update(id)));
		const last = requests > 1 ? client.ask(update('con_9')) : others[0];
		await jest.advanceTimersByTimeAsync(requests > 1 ? 100 : 600);
		controller.abort();
		await jest.advanceTimersByTimeAsync(0);
		expect(await last).toMatchObject(cancelled);
		expect(service.seen).toHaveLength(requests);
		await finished(Promise.all(others));
	});

	it('at the deadline of a poll, which then says that other requests took its time', async () => {
		jest.useRealTimers();
		const service = new LimitedService(() => ok(), 300);
		const apiKey = freshKey();
		const others = updates(service, 5, apiKey);
		const client = await service.client(apiKey, { deadlineMs: Date.now() + 50 });
		const call = { ...update('con_9'), method: 'GET' } as const;
		const result = await client.ask(call);
		expect(service.nowMs).toBeLessThan(250);
		expect(result).toEqual({ ok: false, failure: { kind: 'noTime' }, wasUnclear: false });
		if (!result.ok)
			expect(client.errorOf(result.failure, call).message).toContain('This poll ran out of time');
		await others;
	});

	it.each([
		['a backoff', failed(500)],
		['a pause', failed(429, 5)],
	])('before it begins where the deadline comes first: %s', async (...[, answer]) => {
		const service = new LimitedService(() => answer);
		const client = await service.client(freshKey(), { deadlineMs: Date.now() + 500 });
		await finished(client.ask(update('con_1')));
		expect(service.seen).toHaveLength(1);
		expect(service.nowMs).toBeLessThan(500);
	});
});

it.each<[status: number, retryAfter: number | undefined, once: number, repeatable: number]>([
	[429, 1, 2, 2],
	[503, 1, 1, 2],
	[500, undefined, 1, 2],
	[400, undefined, 1, 1],
])('a %i (Retry-After: %s) to an issue is tried %i time(s), to others %i', async (...row) => {
	const [status, retryAfter, once, repeatable] = row;
	const triesOf = async (call: Call) => {
		const service = new LimitedService((_, { seen }) =>
			seen.length === 1 ? failed(status, retryAfter) : ok(),
		);
		const client = await service.client(freshKey());
		await finished(client.ask(call));
		return service.seen.length;
	};
	expect(await triesOf({ ...creation, isRepeatable: false })).toBe(once);
	expect(await triesOf(update('con_1'))).toBe(repeatable);
});

it('a request that is limited time and again fails after a minute of pauses, others are answered', async () => {
	const service = new LimitedService(({ method }) =>
		method === 'PUT' ? failed(429, 5) : ok({ data: [{ id: 'con_a' }], total: 1 }),
	);
	const client = await service.client(freshKey());
	let isOver = false;
	const readOn = async () => {
		while (!isOver) await contactPages(client, {})(1, 10);
	};
	const reading = Promise.all(range(5).map(readOn));
	const began = Date.now();
	const result = await finished(client.ask(update('con_b')));
	isOver = true;
	expect(result.ok).toBe(false);
	expect(Date.now() - began).toBeLessThan(90_000);
	await finished(reading);
});
