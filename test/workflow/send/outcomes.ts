import type { FaultRule } from '../../service';

export interface Outcome {
	outcome: string;
	/** What the stand-in does to each request of the item; none where there is no way to it. */
	fault?: FaultRule;
	/** Whether the service does what it is asked, before the answer is spoilt. */
	isDone?: boolean;
	/** How often the service is asked in each run of the node; `once` is once in all of them. */
	asked: number | 'once';
	/** Whether the answer comes too late. */
	isLate?: boolean;
}

const status = (code: number, when: 'before' | 'after' = 'before', body?: unknown): FaultRule => ({
	kind: 'status',
	status: code,
	when,
	...(body !== undefined && { body }),
});
const json = (value: unknown): FaultRule => ({ kind: 'json', json: value, when: 'after' });

/** What can become of one request, and what the service sees of it however often the node is run. */
export const OUTCOMES: Outcome[] = [
	{ outcome: 'a connection that is refused', asked: 0 },
	{ outcome: 'a connection lost before the work', fault: { kind: 'drop' }, asked: 'once' },
	{
		outcome: 'a connection lost after the work',
		fault: { kind: 'drop', when: 'after' },
		isDone: true,
		asked: 'once',
	},
	{
		outcome: 'no answer in time, nothing done',
		fault: { kind: 'hang' },
		isLate: true,
		asked: 'once',
	},
	{
		outcome: 'no answer in time, the work done',
		fault: { kind: 'hang', when: 'after' },
		isLate: true,
		isDone: true,
		asked: 'once',
	},
	...[500, 502, 503, 504].flatMap((code): Outcome[] => [
		{ outcome: `${code} before the work`, fault: status(code), asked: 'once' },
		{
			outcome: `${code} after the work`,
			fault: status(code, 'after'),
			isDone: true,
			asked: 'once',
		},
	]),
	{
		outcome: 'half of the answer, declared as whole',
		fault: { kind: 'truncate' },
		isDone: true,
		asked: 'once',
	},
	{
		outcome: 'an answer that breaks off',
		fault: { kind: 'truncateSocket' },
		isDone: true,
		asked: 'once',
	},
	{
		outcome: 'a web page for an answer',
		fault: { kind: 'html', when: 'after' },
		isDone: true,
		asked: 'once',
	},
	{ outcome: 'JSON of another shape', fault: json({ ok: true }), isDone: true, asked: 'once' },
	{ outcome: 'a list for an answer', fault: json([]), isDone: true, asked: 'once' },
	{ outcome: 'an empty answer', fault: status(200, 'after', ''), isDone: true, asked: 'once' },
	{
		outcome: 'a redirect after the work',
		fault: {
			kind: 'redirect',
			status: 303,
			location: 'https://other.example/done',
			when: 'after',
		},
		isDone: true,
		asked: 'once',
	},
	{ outcome: '429', fault: { kind: 'rateLimit', retryAfter: 30 }, asked: 3 },
	...[400, 401, 404, 409].map(
		(code): Outcome => ({ outcome: String(code), fault: status(code), asked: 1 }),
	),
];

/** What the service sees of an item in so many runs of the node: how often asked, how often done. */
export const seenIn = ({ asked, isDone }: Outcome, runs: number) => ({
	asked: asked === 'once' ? 1 : asked * runs,
	held: isDone ? 1 : 0,
});

const times = (count: number) => ['never', 'once'][count] ?? `${count} times`;

/** The same in words. */
export const sightOf = ({ asked, isDone }: Outcome): string =>
	`asked ${asked === 'once' ? 'once in all' : `${times(asked)} a try`}, done ${isDone ? 'once' : 'never'}`;

/** Whether nobody can know what became of it, so that it must not be made again. */
export const isUnclear = ({ asked, fault }: Outcome): boolean =>
	asked === 'once' && fault?.kind !== 'redirect';
