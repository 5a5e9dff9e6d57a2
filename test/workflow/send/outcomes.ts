import type { FaultRule } from '../../service';

export interface Outcome {
	outcome: string;
	/** What the stand-in does to each request of the item; none where there is no way to it. */
	fault?: FaultRule;
	/** Whether the service does what it is asked, before the answer is spoilt. */
	isDone?: boolean;
	/** How often the service is asked in each run of the node; `once` is once in all of them. */
	asked: number | 'once';
}

const status = (code: number, body?: unknown): FaultRule => ({
	kind: 'status',
	status: code,
	...(body !== undefined && { body }),
});
const json = (value: unknown): FaultRule => ({ kind: 'json', json: value });

const before = (outcome: string, fault: FaultRule): Outcome => ({ outcome, fault, asked: 'once' });
const after = (outcome: string, fault: FaultRule): Outcome => ({
	outcome,
	fault: { ...fault, when: 'after' } as FaultRule,
	isDone: true,
	asked: 'once',
});

/** What can become of one request, and what the service sees of it however often the node is run. */
export const OUTCOMES: Outcome[] = [
	{ outcome: 'a connection that is refused', asked: 0 },
	before('a connection lost before the work', { kind: 'drop' }),
	after('a connection lost after the work', { kind: 'drop' }),
	before('no answer in time, nothing done', { kind: 'hang' }),
	after('no answer in time, the work done', { kind: 'hang' }),
	...[500, 502, 503, 504].flatMap((code) => [
		before(`${code} before the work`, status(code)),
		after(`${code} after the work`, status(code)),
	]),
	before('409', status(409)),
	after('half of the answer, declared as whole', { kind: 'truncate' }),
	after('an answer that breaks off', { kind: 'truncateSocket' }),
	after('a web page for an answer', { kind: 'html' }),
	after('JSON of another shape', json({ ok: true })),
	after('a list for an answer', json([])),
	after('an empty answer', status(200, '')),
	after('a redirect after the work', {
		kind: 'redirect',
		status: 303,
		location: 'https://other.example/done',
	}),
	{ outcome: '429', fault: { kind: 'rateLimit', retryAfter: 30 }, asked: 3 },
	...[400, 401, 404].map((code) => ({ outcome: `${code}`, fault: status(code), asked: 1 })),
];

/** Whether the answer comes too late. */
export const isLate = ({ fault }: Outcome): boolean => fault?.kind === 'hang';

/** What the service sees of an item in so many runs of the node: how often asked, how often done. */
export const seenIn = ({ asked, isDone }: Outcome, runs: number) => ({
	asked: asked === 'once' ? 1 : asked * runs,
	held: isDone ? 1 : 0,
});

/** Whether nobody can know what became of it, so that it must not be made again. */
export const isUnclear = ({ asked, fault }: Outcome): boolean =>
	asked === 'once' && fault?.kind !== 'redirect';
