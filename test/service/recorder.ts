import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecordedRequest } from './types';

/** The value of a JSON text, or undefined where it is none. */
export const parsedJson = (text: string): unknown => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
};

/** Keeps every request that came, and counts what is in flight. */
export class Recorder {
	readonly requests: RecordedRequest[] = [];

	maxInFlight = 0;

	private readonly open = new Set<RecordedRequest>();

	private readonly byRequest = new WeakMap<FastifyRequest, RecordedRequest>();

	constructor(private readonly apiKey: string) {}

	arrived(request: FastifyRequest, reply: FastifyReply): void {
		const url = new URL(request.url, 'http://service');
		const headers = request.headers as Record<string, string>;
		const entry: RecordedRequest = {
			method: request.method,
			path: url.pathname,
			query: Object.fromEntries(url.searchParams),
			headers: { ...headers, authorization: headers.authorization === `Bearer ${this.apiKey}` },
			body: undefined,
			rawBody: '',
			receivedAt: Date.now(),
			status: null,
		};
		this.byRequest.set(request, entry);
		this.requests.push(entry);
		this.open.add(entry);
		this.maxInFlight = Math.max(this.maxInFlight, this.open.size);
		const left = () => this.open.delete(entry);
		reply.raw.once('finish', left).once('close', left);
	}

	/** Undefined for a request of the control routes. */
	entry(request: FastifyRequest): RecordedRequest | undefined {
		return this.byRequest.get(request);
	}

	/** Adds the body, when it has come whole. */
	completed(request: FastifyRequest, rawBody: string): void {
		const entry = this.byRequest.get(request);
		if (entry) Object.assign(entry, { rawBody, body: parsedJson(rawBody) });
	}

	/** Empties `requests` in place; those still in flight go on being counted. */
	reset(): void {
		this.requests.length = 0;
		this.maxInFlight = this.open.size;
	}
}
