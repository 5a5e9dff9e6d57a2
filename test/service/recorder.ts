/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import type { Socket } from 'node:net';
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

/** Keeps every request that came, and counts what is in flight and on which connections. */
export class Recorder {
	readonly requests: RecordedRequest[] = [];

	maxInFlight = 0;

	connectionsSeen = 0;

	private readonly open = new Set<RecordedRequest>();

	private readonly byRequest = new WeakMap<FastifyRequest, RecordedRequest>();

	private readonly sockets = new WeakMap<Socket, number>();

	constructor(private readonly apiKey: string) {}

	arrived(request: FastifyRequest, reply: FastifyReply): void {
		const url = new URL(request.raw.url ?? '/', 'http://service');
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
			applied: false,
			inFlight: this.open.size + 1,
			socket: this.socketNumber(request.raw.socket),
		};
		this.byRequest.set(request, entry);
		this.requests.push(entry);
		this.open.add(entry);
		this.maxInFlight = Math.max(this.maxInFlight, entry.inFlight);
		const left = () => this.open.delete(entry);
		reply.raw.once('finish', left).once('close', left);
	}

	entry(request: FastifyRequest): RecordedRequest | undefined {
		return this.byRequest.get(request);
	}

	/** The record of a request whose body has come. */
	complete(request: FastifyRequest): RecordedRequest {
		const entry = this.byRequest.get(request)!;
		if (typeof request.body === 'string' && request.body !== '') {
			entry.rawBody = request.body;
			entry.body = parsedJson(request.body);
		}
		return entry;
	}

	/** Empties `requests` in place; those still in flight go on being counted. */
	reset(): void {
		this.requests.length = 0;
		this.maxInFlight = this.open.size;
	}

	private socketNumber(socket: Socket): number {
		const known = this.sockets.get(socket);
		if (known !== undefined) return known;
		this.connectionsSeen += 1;
		this.sockets.set(socket, this.connectionsSeen);
		return this.connectionsSeen;
	}
}
