import type { FastifyReply } from 'fastify';
import { errorBody, type Answer } from './answers';
import type { Behaviour } from './behaviour';
import type { OperationId } from './contract';
import type { Fault, FaultRule } from './faults';
import type { RecordedRequest } from './types';

const JSON_TYPE = 'application/json; charset=utf-8';

const PAGE =
	'<!DOCTYPE html><html><head><title>Service</title></head><body><h1>Service</h1></body></html>';

interface Written {
	status: number;
	headers: Record<string, string>;
	body: string;
}

export const asJson = (status: number, body: unknown, headers = {}): Written => ({
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
const replacement = (
	fault: Fault,
	behaviour: Behaviour,
	operation: OperationId | undefined,
	nowMs: number,
): Written | undefined => {
	const error = (status: number, text: string) =>
		errorBody(behaviour.errorShape, operation, status, text);
	switch (fault.kind) {
		case 'status': {
			const body = fault.body ?? error(fault.status, `Failed with ${fault.status}`);
			if (typeof body !== 'string') return asJson(fault.status, body, fault.headers);
			const headers = { 'content-type': 'text/plain', ...fault.headers };
			return { status: fault.status, headers, body };
		}
		case 'rateLimit': {
			const status = fault.status ?? 429;
			const wait = fault.retryAfter;
			const headers = wait === undefined ? {} : { 'retry-after': retryAfter(wait, nowMs) };
			return asJson(status, error(status, 'Too many requests'), headers);
		}
		case 'json':
			return asJson(fault.status ?? 200, fault.json);
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

const send = async (reply: FastifyReply, entry: RecordedRequest, written: Written) => {
	if (reply.raw.destroyed) return void reply.hijack();
	entry.status = written.status;
	await reply.code(written.status).headers(written.headers).send(written.body);
};

const cut = (reply: FastifyReply, entry: RecordedRequest, { status, body }: Answer): void => {
	const bytes = Buffer.from(JSON.stringify(body));
	entry.status = status;
	reply.hijack();
	reply.raw.writeHead(status, { 'content-type': JSON_TYPE, 'content-length': bytes.length });
	reply.raw.write(bytes.subarray(0, bytes.length >> 1), () => reply.raw.socket?.destroy());
};

/** Answers, or fails to, as the fault wants; a fault that comes before the work leaves it undone. */
export const deliver = async (
	reply: FastifyReply,
	entry: RecordedRequest,
	{
		fault,
		behaviour,
		operation,
		clock,
		work,
		wait,
	}: {
		fault: FaultRule | undefined;
		behaviour: Behaviour;
		operation: OperationId | undefined;
		clock: () => number;
		work: () => Answer;
		wait: (ms: number) => Promise<void>;
	},
): Promise<void> => {
	if (fault?.kind === 'delay' && fault.when === 'before') await wait(fault.ms);
	const isBefore = fault !== undefined && fault.when !== 'after';
	const stands = fault && replacement(fault, behaviour, operation, clock());
	const breaks = fault?.kind === 'drop' || fault?.kind === 'hang';
	const answer = isBefore && (stands || breaks) ? undefined : work();
	if (fault?.kind === 'delay' && fault.when !== 'before') await wait(fault.ms);
	if (behaviour.latencyMs > 0) await wait(behaviour.latencyMs);
	if (fault?.kind === 'hang') return void reply.hijack();
	if (fault?.kind === 'drop') return void reply.hijack().raw.socket?.destroy();
	if (stands) return await send(reply, entry, stands);
	const whole = asJson(answer!.status, answer!.body);
	if (fault?.kind === 'truncateSocket') return cut(reply, entry, answer!);
	if (fault?.kind !== 'truncate') return await send(reply, entry, whole);
	return await send(reply, entry, { ...whole, body: whole.body.slice(0, whole.body.length >> 1) });
};
