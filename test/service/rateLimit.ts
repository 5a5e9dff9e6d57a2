import type { Fault } from './faults';

/** A limit as services have them. */
export interface RateLimit {
	/** So many requests in each window of `perMs`, or as many at once as have been saved up in that time. */
	kind: 'fixed window' | 'token bucket';
	requests: number;
	perMs: number;
	/** Whether a refusal says in `Retry-After` how long to wait. */
	tellsWait: boolean;
}

/** Counts requests against a limit. The first window begins with the first request. */
export class RateLimiter {
	private beganMs: number | undefined;

	private left: number;

	constructor(private readonly limit: RateLimit) {
		this.left = limit.requests;
	}

	/** @returns how long a refused request should wait, ms; `undefined` for one that may be done */
	refuse(nowMs: number): number | undefined {
		const { kind, requests, perMs } = this.limit;
		this.beganMs ??= nowMs;
		const passed = (nowMs - this.beganMs) / perMs;
		if (kind === 'fixed window' && passed >= 1) {
			this.beganMs += Math.floor(passed) * perMs;
			this.left = requests;
		}
		if (kind === 'token bucket') {
			this.beganMs = nowMs;
			this.left = Math.min(requests, this.left + passed * requests);
		}
		if (this.left >= 1) {
			this.left -= 1;
			return undefined;
		}
		return kind === 'fixed window'
			? this.beganMs + perMs - nowMs
			: (1 - this.left) * (perMs / requests);
	}

	/** The least time in which so many requests can be done, ms. */
	static leastMs({ kind, requests, perMs }: RateLimit, count: number): number {
		if (kind === 'fixed window') return (Math.ceil(count / requests) - 1) * perMs;
		return Math.max(0, count - requests) * (perMs / requests);
	}
}

const limiters = new WeakMap<RateLimit, RateLimiter>();

/** The 429 that a request gets where the limit is reached. */
export function faultOfLimit(limit: RateLimit, nowMs: number): Fault | undefined {
	const limiter = limiters.get(limit) ?? new RateLimiter(limit);
	limiters.set(limit, limiter);
	const waitMs = limiter.refuse(nowMs);
	if (waitMs === undefined) return undefined;
	return { kind: 'rateLimit', retryAfter: limit.tellsWait ? Math.ceil(waitMs / 1000) : undefined };
}
