import type { FaultRule } from '../../service';

/** In ms; a range where the service names a moment. */
export type Wait = number | [from: number, to: number];

export interface Fault {
	fault: string;
	httpCode: string;
	/** What the stand-in does; without one nobody listens at all. */
	rule?: FaultRule;
	/**
	 * What the user is told: in the operation's own words (`refused`, `noRecord`), in words for all
	 * operations (`notDone`), or in those too, but where doing it twice would harm that it may have
	 * been done (`unclear`).
	 */
	meaning: 'refused' | 'noRecord' | 'notDone' | 'unclear';
	says: RegExp;
	/** The fields that the message names, on each screen that has them. */
	names: string[];
	cause: string;
	/** Requests in all while the fault stays: where repeating is harmless, and for an issue. */
	tries: [repeatable: number, once: number];
	/** Waits between them, ms. */
	waitsMs: Wait[];
	/** The wait that the error carries, ms. */
	retryAfterMs?: Wait;
	/** The service's own words. */
	words?: string;
	/** The service did what was asked before the answer was spoilt. */
	isDone?: boolean;
	/** The next request would meet it as well, so none is made. */
	isLasting?: boolean;
}

const WORDS = 'No, and here is why';
const MOVED_TO = 'https://moved.example/api/v2';

const MOMENT: Wait = [20_000, 30_000];

type Part = Partial<Fault>;
const fault = (name: string, ...parts: Part[]) =>
	Object.assign({ fault: name, names: [], waitsMs: [] }, ...parts) as Fault;

const when = (httpCode: string, rule?: FaultRule): Part => ({ httpCode, rule });
const answer = (status: number, body: object) =>
	when(String(status), { kind: 'status', status, body });
const limit = (retryAfter?: number | `date:${number}`) =>
	when('429', { kind: 'rateLimit', retryAfter });
const moved = (status: 301 | 302 | 307 | 308) =>
	when(String(status), { kind: 'redirect', status, location: `${MOVED_TO}/contacts?page=1` });

const REFUSED: Part = {
	meaning: 'refused',
	says: /refused.*check/i,
	cause: 'configuration-invalid',
	tries: [1, 1],
	words: WORDS,
};
const BAD_KEY: Part = {
	meaning: 'notDone',
	says: /check API Key in the credential/,
	names: ['API Key'],
	cause: 'credential-invalid',
	tries: [1, 1],
	isLasting: true,
	words: WORDS,
};
const LIMITED: Part = {
	meaning: 'notDone',
	cause: 'rate-limited',
	words: 'Too many requests',
};
const DOWN: Part = {
	meaning: 'unclear',
	cause: 'temporarily-unavailable',
	tries: [3, 1],
	waitsMs: [1000, 2000],
};
const WRONG_BASE: Part = {
	meaning: 'notDone',
	names: ['Base URL'],
	cause: 'configuration-invalid',
	tries: [1, 1],
	isLasting: true,
};
const MOVED: Part = {
	...WRONG_BASE,
	says: new RegExp(`set Base URL in the credential to ${MOVED_TO}`),
};

export const FAULTS: Fault[] = [
	fault('400 {error: number, message}', REFUSED, answer(400, { error: 7, message: WORDS })),
	fault('400 {message}', REFUSED, answer(400, { message: WORDS })),
	fault('400 {error: text}', REFUSED, answer(400, { error: WORDS })),
	fault('401', BAD_KEY, answer(401, { message: WORDS })),
	fault('403', BAD_KEY, answer(403, { error: WORDS })),
	fault('404 documented', REFUSED, answer(404, { message: WORDS }), {
		meaning: 'noRecord',
		says: /check/,
	}),
	fault(
		'404 of a router',
		WRONG_BASE,
		answer(404, { statusCode: 404, error: 'Not Found', message: WORDS, path: '/v1' }),
		{ words: WORDS, says: /version, \/v1/ },
	),
	fault('429, Retry-After in seconds', LIMITED, limit(7), {
		tries: [9, 9],
		waitsMs: Array<number>(8).fill(7000),
		retryAfterMs: 7000,
		says: /again in 7 s/,
	}),
	fault('429, Retry-After as a date', LIMITED, limit('date:25'), {
		tries: [3, 3],
		waitsMs: [MOMENT, MOMENT],
		retryAfterMs: MOMENT,
		says: /again in [23]\d s/,
	}),
	fault('429 without Retry-After', LIMITED, limit(), {
		waitsMs: [1000, 1500, 2250, 3375, 5063, 7594, 11_391, 17_087, 10_740],
		tries: [10, 10],
		says: /again later/,
	}),
	fault('500', DOWN, answer(500, { message: WORDS }), {
		tries: [2, 1],
		waitsMs: [1000],
		words: WORDS,
		says: /\(500\).*later/,
	}),
	fault('503', DOWN, answer(503, { message: WORDS }), { words: WORDS, says: /\(503\).*later/ }),
	fault('connection refused', DOWN, WRONG_BASE, when('none'), {
		cause: 'temporarily-unavailable',
		tries: [3, 3],
		says: /connection was refused/,
	}),
	fault('connection lost once taken', DOWN, when('none', { kind: 'drop', when: 'after' }), {
		isDone: true,
		says: /No answer came.*later/,
	}),
	fault('no answer in time', DOWN, when('none', { kind: 'hang', when: 'after' }), {
		isDone: true,
		names: ['Timeout'],
		says: /in time.*later/,
	}),
	fault('truncated JSON', DOWN, when('200', { kind: 'truncate' }), {
		tries: [1, 1],
		waitsMs: [],
		isDone: true,
		says: /not complete JSON/,
	}),
	fault('HTML with 200', WRONG_BASE, when('200', { kind: 'html' }), {
		meaning: 'unclear',
		says: /web page.*version, \/v1/,
	}),
	fault('HTML with 403', when('403', { kind: 'html', status: 403 }), {
		meaning: 'unclear',
		cause: 'temporarily-unavailable',
		tries: [1, 1],
		isLasting: true,
		says: /in front of the service.*\(403\)/,
	}),
	fault('HTML with 503', DOWN, when('503', { kind: 'html', status: 503 }), {
		says: /in front of the service.*\(503\)/,
	}),
	fault('JSON of another shape', WRONG_BASE, when('200', { kind: 'json', json: { ok: true } }), {
		meaning: 'unclear',
		says: /documented form/,
	}),
	fault('redirect 301', MOVED, moved(301)),
	fault('redirect 302', MOVED, moved(302)),
	fault('redirect 307', MOVED, moved(307)),
	fault('redirect 308', MOVED, moved(308)),
];
