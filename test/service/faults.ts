import type { RecordedRequest } from './types';

/** Which requests a rule is for; what is left out matches all. */
export interface FaultMatch {
	method?: string;
	/** Source of a regular expression on the path without its version segment; a prefix is one. */
	path?: string;
	/** The `page` of the query; a request without one asks for page 1. */
	page?: number;
	/** Values that the query has. */
	query?: Record<string, string>;
	/** A text in the raw body. */
	bodyContains?: string;
}

interface FaultUse {
	match?: FaultMatch;
	/** How often the rule is used; null: without end. Default 1. */
	times?: number | null;
	/** How many matching requests pass before the rule is first used. */
	skip?: number;
	/**
	 * Whether the fault comes before the request is worked on, which is then never done, or after it was.
	 * Default `before`, for a delay `after`.
	 */
	when?: 'before' | 'after';
}

export type Fault =
	/** An answer of this status; `body` default: the text of the fault in the operation's error shape. */
	| { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
	/** 429; `retryAfter` in seconds, or `date:<seconds from now>` for the HTTP date form. */
	| { kind: 'rateLimit'; status?: number; retryAfter?: number | `date:${number}` }
	/** The normal answer, `ms` later. */
	| { kind: 'delay'; ms: number }
	/** The connection is closed without an answer. */
	| { kind: 'drop' }
	/** There never is an answer. */
	| { kind: 'hang' }
	/** Half of the JSON, correctly declared as that long. */
	| { kind: 'truncate' }
	/** Half of the JSON, declared as whole, then the connection is closed. */
	| { kind: 'truncateSocket' }
	/** A web page. */
	| { kind: 'html'; status?: number; html?: string }
	/** A 200 with this JSON. */
	| { kind: 'json'; json: unknown; status?: number }
	/** A redirect to `location`. */
	| { kind: 'redirect'; status?: 301 | 302 | 303 | 307 | 308; location: string };

export type FaultRule = FaultUse & Fault;

const matches = (match: FaultMatch, request: RecordedRequest, relativePath: string): boolean =>
	(match.method === undefined || match.method.toUpperCase() === request.method) &&
	(match.path === undefined || new RegExp(match.path).test(relativePath)) &&
	(match.page === undefined || match.page === Number(request.query.page ?? 1)) &&
	Object.entries(match.query ?? {}).every(([key, value]) => request.query[key] === value) &&
	(match.bodyContains === undefined || request.rawBody.includes(match.bodyContains));

/** Counts the use of each rule, apart from the rules, so that one rule object can serve many services. */
export class FaultCounter {
	private counts = new WeakMap<FaultRule, { skipped: number; used: number }>();

	/** The first rule that matches, has let its `skip` requests pass and is not used up; it counts as used. */
	take(rules: FaultRule[], request: RecordedRequest, relativePath: string): FaultRule | undefined {
		for (const rule of rules) {
			if (!matches(rule.match ?? {}, request, relativePath)) continue;
			const count = this.counts.get(rule) ?? { skipped: 0, used: 0 };
			this.counts.set(rule, count);
			const times = rule.times === undefined ? 1 : (rule.times ?? Infinity);
			if (count.used >= times) continue;
			if (count.skipped < (rule.skip ?? 0)) {
				count.skipped += 1;
				continue;
			}
			count.used += 1;
			return rule;
		}
		return undefined;
	}

	reset(): void {
		this.counts = new WeakMap();
	}
}
