/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { refusal, type Answer, type ErrorShape } from './answers';
import type { Fault, FaultRule } from './faults';
import type { Store } from './store';
import type { RecordedRequest } from './types';

const JSON_TYPE = 'application/json; charset=utf-8';

const PAGE =
	'<!DOCTYPE html><html><head><title>Service</title></head><body><h1>Service</h1></body></html>';

interface Written {
	status: number;
	headers: Record<string, string>;
	body: string;
}

const asJson = ({ status, body }: Answer, headers = {}): Written => ({
	status,
	headers: { 'content-type': JSON_TYPE, ...headers },
	body: JSON.stringify(body),
});

/** An HTTP date has whole seconds: it is rounded up, so that the wait is never shorter than asked. */
const retryAfter = (value: number | `date:${number}`, nowMs: number): string =>
	typeof value === 'number'
		? String(value)
		: new Date(Math.ceil(nowMs / 1000 + Number(value.slice('date:'.length))) * 1000).toUTCString();

/** The whole answers that stand in for the service's own; undefined for the other faults. */
const replacement = (fault: Fault, { clock }: Store, errors: ErrorShape): Written | undefined => {
	switch (fault.kind) {
		case 'status': {
			const { status, headers, body } = fault;
			if (typeof body === 'string') {
				return { status, headers: { 'content-type': 'text/plain', ...headers }, body };
			}
			const own = refusal(errors, status, `Failed with ${status}`);
			return asJson({ status, body: body ?? own.body }, headers);
		}
		case 'rateLimit': {
			const wait = fault.retryAfter;
			const headers = wait === undefined ? {} : { 'retry-after': retryAfter(wait, clock()) };
			return asJson(refusal(errors, fault.status ?? 429, 'Too many requests'), headers);
		}
		case 'json':
			return asJson({ status: fault.status ?? 200, body: fault.json });
		case 'html':
			return {
				status: fault.status ?? 200,
				headers: { 'content-type': 'text/html; charset=utf-8' },
				body: fault.html ?? PAGE,
			};
		case 'redirect':
			return { status: fault.status ?? 302, headers: { location: fault.location }, body: '' };
		default:
			return undefined;
	}
};

export const send = async (reply: FastifyReply, entry: RecordedRequest, answer: Written) => {
	if (reply.raw.destroyed) return void reply.hijack();
	entry.status = answer.status;
	await reply.code(answer.status).headers(answer.headers).send(answer.body);
};

export interface Delivery {
	store: Store;
	entry: RecordedRequest;
	fault: FaultRule | undefined;
	/** The shape of the operation's refusals. */
	errors: ErrorShape;
	work: () => Answer;
}

/** Declares the whole answer, and closes the connection after half of it. */
const breakOff = (
	reply: FastifyReply,
	{ entry, store }: Delivery,
	{ status, headers, body }: Written,
): void => {
	const bytes = Buffer.from(body);
	const date = new Date(store.clock()).toUTCString();
	entry.status = status;
	reply.hijack();
	reply.raw.writeHead(status, { ...headers, date, 'content-length': bytes.length });
	reply.raw.write(bytes.subarray(0, bytes.length >> 1), () => reply.raw.socket?.destroy());
};

/** Keeps no process alive whose service has stopped. */
const wait = async (ms: number) => await sleep(ms, undefined, { ref: false });

/** Answers, or fails to, as the fault wants; a fault that comes before the work leaves it undone. */
export const deliver = async (reply: FastifyReply, delivery: Delivery): Promise<void> => {
	const { store, entry, fault, errors, work } = delivery;
	const { latencyMs } = store.behaviour;
	if (fault?.kind === 'delay' && fault.when === 'before') await wait(fault.ms);
	const instead = fault && replacement(fault, store, errors);
	const isUnanswered = fault?.kind === 'drop' || fault?.kind === 'hang';
	const isDone = fault?.when === 'after' || !(instead || isUnanswered);
	const own = isDone ? asJson(work()) : undefined;
	if (fault?.kind === 'delay' && fault.when !== 'before') await wait(fault.ms);
	if (latencyMs > 0) await wait(latencyMs);
	if (fault?.kind === 'hang') return void reply.hijack();
	if (fault?.kind === 'drop') return void reply.hijack().raw.socket?.destroy();
	const answer = (instead ?? own)!;
	if (fault?.kind === 'truncateSocket') return breakOff(reply, delivery, answer);
	const { body } = answer;
	const shown = fault?.kind === 'truncate' ? body.slice(0, body.length >> 1) : body;
	await send(reply, entry, { ...answer, body: shown });
};

/** Answers a request that is none of the interface: no fault is used up, so that it cannot hide behind one. */
export const refuse = async (reply: FastifyReply, entry: RecordedRequest, answer: Answer) =>
	await send(reply, entry, asJson(answer));
