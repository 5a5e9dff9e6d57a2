/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs outside n8n */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startService } from '../service';
import { RateLimiter, type RateLimit } from '../service/rateLimit';
import type { Task } from './limitedWorker';
import { count, progress, table, time, type Part, type Reaches } from './report';

const LATENCY_MS = 50;
const PAGE_SIZE = 10;
const MOST_REQUESTS = 1.25;
const MOST_TIME = 1.3;

interface Scenario {
	kind: Task['kind'];
	/** Contacts in the list. */
	contacts: number;
	/** Requests that each process needs without a limit. */
	needed: number;
	processes: number;
	limit: RateLimit;
	/** Whether the numbers of requests and the time have a goal. */
	isTimed: boolean;
}

const KINDS = ['fixed window', 'token bucket'] as const;

const perTenSeconds: Scenario[] = KINDS.flatMap((kind) =>
	[true, false].flatMap((tellsWait) =>
		[1, 2].flatMap((processes): Scenario[] => {
			const limit = { kind, requests: 100, perMs: 10_000, tellsWait };
			const shared = { processes, limit, isTimed: true };
			return [
				{ kind: 'updates', contacts: 1000, needed: 1000 / processes, ...shared },
				// Whether a list of full pages goes on is seen only behind the last one.
				{ kind: 'list', contacts: 300 * PAGE_SIZE, needed: 301, ...shared },
			];
		}),
	),
);

const perSecond: Scenario[] = [1, 2, 3].flatMap((requests): Scenario[] => {
	const limit: RateLimit = { kind: 'fixed window', requests, perMs: 1000, tellsWait: true };
	const shared = { processes: 1, limit, isTimed: false };
	return [
		{ kind: 'updates', contacts: 40, needed: 40, ...shared },
		{ kind: 'list', contacts: 41 * PAGE_SIZE - 5, needed: 41, ...shared },
		{ kind: 'poll', contacts: 6 * PAGE_SIZE - 5, needed: 6, ...shared },
	];
});

/** Gives one task after another, or several at once, to a process. */
function doneBy(child: ChildProcess, number: number, task: Task): Promise<number> {
	return new Promise((resolve, reject) => {
		child.once('exit', () => reject(new Error('A process of the benchmark has ended')));
		child.on('message', (reply: { number: number; done: number }) => {
			if (reply.number === number) resolve(reply.done);
		});
		child.send({ number, task });
	});
}

let scenarios = 0;

const NAMES = { updates: 'updates', list: 'Return All', poll: 'poll' };

async function measure(
	scenario: Scenario,
	children: ChildProcess[],
	reaches: Reaches,
): Promise<string[]> {
	const { kind, contacts, needed, processes, limit, isTimed } = scenario;
	const number = ++scenarios;
	const service = await startService({
		apiKey: `key-${number}`,
		contacts,
		behaviour: { latencyMs: LATENCY_MS, rateLimit: { ...limit } },
	});
	const { url: baseUrl, apiKey, newsletterId, requests } = service;
	const credential = { baseUrl, apiKey, newsletterId };
	const all = service.contacts.all().map(({ id }) => id);
	const share = all.length / processes;
	const tasks = children.slice(0, processes).map(async (child, at) => {
		const ids = all.slice(at * share, (at + 1) * share);
		return await doneBy(child, number, { kind, credential, ids, pageSize: PAGE_SIZE });
	});
	const done = (await Promise.all(tasks)).reduce((sum, one) => sum + one, 0);
	const tookMs = (requests.at(-1)?.receivedAt ?? 0) - (requests[0]?.receivedAt ?? 0) + LATENCY_MS;
	await service.stop();

	const wanted = kind === 'updates' ? contacts : contacts * processes;
	const leastMs = RateLimiter.leastMs(limit, needed * processes);
	const timesRequests = requests.length / (needed * processes);
	const timesTime = tookMs / leastMs;
	const rule = `${limit.requests} in ${limit.perMs / 1000} s, ${limit.kind}`;
	const name = `${rule}, ${NAMES[kind]}, ${processes} processes`;
	reaches.is(`Contacts of ${name}`, done, wanted);
	if (isTimed) {
		reaches.ratio(`Requests of ${name}`, timesRequests, MOST_REQUESTS);
		reaches.ratio(`Time of ${name}`, timesTime, MOST_TIME);
	}
	return [
		rule,
		limit.tellsWait ? 'yes' : 'no',
		String(processes),
		`${count(needed * processes)} for ${NAMES[kind]}`,
		`${count(requests.length)} (${timesRequests.toFixed(2)})`,
		`${time(leastMs)}`,
		`${time(tookMs)} (${timesTime.toFixed(2)})`,
	];
}

const isUpdates = ({ kind, isTimed }: Scenario) => kind === 'updates' && isTimed;

/**
 * Each scenario has a service and a key of its own, so that several can run at once: but few of those
 * with many items, whose expressions keep a process busy.
 */
const GROUPS = [
	[...perTenSeconds.filter((one) => !isUpdates(one)), ...perSecond],
	...KINDS.map((kind) => perTenSeconds.filter((one) => isUpdates(one) && one.limit.kind === kind)),
];

/** What a rate limit costs. */
export const limited: Part = async (reaches) => {
	const children = [0, 1].map(() =>
		fork(join(__dirname, 'limitedWorker.ts')).setMaxListeners(Infinity),
	);
	try {
		const rows: string[][] = [];
		for (const group of GROUPS) {
			progress(`Rate limits, ${group.length} at once ...`);
			const measuring = group.map(async (one) => await measure(one, children, reaches));
			rows.push(...(await Promise.all(measuring)));
		}
		return [
			`Rate limits at ${LATENCY_MS} ms a request. Reach at 100 requests in 10 s: ${MOST_REQUESTS} times the requests needed, ${MOST_TIME} times the least time that the limit allows.`,
			'',
			table(
				['Limit', 'Retry-After', 'Processes', 'Requests needed', 'Requests', 'Least time', 'Time'],
				rows,
			),
		].join('\n');
	} finally {
		const ended = children.map(async (child) => await once(child, 'exit'));
		for (const child of children) child.disconnect();
		await Promise.all(ended);
	}
};
