/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import type { IHttpRequestOptions } from 'n8n-workflow';
import { createClient, type Call, type Client } from '../../../nodes/Newsletter/transport/client';
import type { RequestContext } from '../../../nodes/Newsletter/transport/exchange';
import { RateLimiter, type RateLimit } from '../../service/rateLimit';
import { node } from '../node';

interface Answer {
	statusCode: number;
	headers: Record<string, string>;
	body: unknown;
}

export const ok = (body: unknown = {}): Answer => ({ statusCode: 200, headers: {}, body });
export const failed = (statusCode: number, retryAfter?: number): Answer => ({
	statusCode,
	headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
	body: { message: 'no' },
});

/** A request as the service sees it. */
export interface Seen {
	method: string;
	url: string;
	page: number;
	/** When it came, ms from the beginning. */
	atMs: number;
}

/** A service under jest's virtual time, and what it was asked. */
export class LimitedService {
	readonly seen: Seen[] = [];

	mostInFlight = 0;

	private inFlight: string[] = [];

	private readonly beganAtMs = Date.now();

	constructor(
		private readonly answer: (request: Seen, service: LimitedService) => Answer | Error,
		private readonly latencyMs: number = 50,
	) {}

	get nowMs(): number {
		return Date.now() - this.beganAtMs;
	}

	/** Requests in flight whose method and address match. */
	inFlightOf(pattern: RegExp): number {
		return this.inFlight.filter((request) => pattern.test(request)).length;
	}

	/** A client in a process of its own has a pace of its own: so has each key. */
	async client(
		apiKey: string,
		{
			cancel,
			deadlineMs,
			baseUrl = 'https://api.example.com/v1',
		}: { cancel?: AbortSignal; deadlineMs?: number; baseUrl?: string } = {},
	): Promise<Client> {
		const context = {
			getCredentials: async () => ({ baseUrl, apiKey }),
			getNode: () => node,
			getExecutionCancelSignal: () => cancel,
			helpers: {
				httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
					await this.request(options),
			},
		};
		return await createClient(context as unknown as RequestContext, { deadlineMs });
	}

	private async request({ method = 'GET', url, qs }: IHttpRequestOptions): Promise<Answer> {
		const request = { method, url, page: Number(qs?.page), atMs: this.nowMs };
		this.seen.push(request);
		const name = `${method} ${url}`;
		this.inFlight.push(name);
		this.mostInFlight = Math.max(this.mostInFlight, this.inFlight.length);
		const answer = this.answer(request, this);
		await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
		this.inFlight.splice(this.inFlight.indexOf(name), 1);
		if (answer instanceof Error) throw answer;
		return answer;
	}
}

/** Answers with `answer` what the limit lets through, and with 429 the rest. */
export function limitedBy(limit: RateLimit, answer: (request: Seen) => Answer = () => ok()) {
	const limiter = new RateLimiter(limit);
	return (request: Seen): Answer => {
		const waitMs = limiter.refuse(request.atMs);
		if (waitMs === undefined) return answer(request);
		return failed(429, limit.tellsWait ? Math.ceil(waitMs / 1000) : undefined);
	};
}

export const update = (id: string): Call => ({
	method: 'PUT',
	url: `/contacts/${id}`,
	body: { name: 'New' },
	texts: { refused: 'no' },
});
export const creation: Call = { method: 'POST', url: '/sends', texts: { refused: 'no' } };
