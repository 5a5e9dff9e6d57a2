import type { IDataObject } from 'n8n-workflow';

import type { Answer, Outcome } from './exchange';
import { REJECTIONS } from './rejections';
import { askedWaitMs } from './retryAfter';

/** Why a request brought no usable answer. What the user reads about each stands in errorTexts.ts. */
export type FailureKind =
	| 'refused'
	| 'rejected'
	| 'unauthorized'
	| 'notFound'
	| 'wrongRoute'
	| 'redirected'
	| 'rateLimited'
	| 'unavailable'
	| 'serverError'
	| 'noAddress'
	| 'noKey'
	| 'unreachable'
	| 'lost'
	| 'timedOut'
	| 'webPage'
	| 'notJson'
	| 'otherShape'
	| 'blocked'
	| 'cancelled';

export interface Failure {
	kind: FailureKind;
	/** HTTP status, where there was an answer. */
	status?: number;
	/** The service's own text, or n8n's. */
	detail?: string;
	/** It was certainly not made. */
	isUnsent?: boolean;
	/** Why no connection came about. */
	reason?: string;
	/** It went through a proxy of the user's. */
	byProxy?: boolean;
	/** Where a redirect points to, as the header has it. */
	location?: string;
	/** Wait that the service asked for, ms. */
	retryAfterMs?: number;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const ROUTER_KEYS = ['statusCode', 'error', 'path'];

/**
 * Whether a 404 is the service speaking of its records rather than a router of its routes: a JSON
 * object with a text `message` and nothing that a router adds.
 */
export function isDocumentedNotFound(body: unknown): boolean {
	return (
		isRecord(body) && typeof body.message === 'string' && !ROUTER_KEYS.some((key) => key in body)
	);
}

/** The service's own text out of its three body shapes: message with a number, message, error text. */
export function serviceText(body: unknown): string | undefined {
	if (!isRecord(body)) return undefined;
	for (const text of [body.message, body.error]) {
		if (typeof text === 'string' && text.trim() !== '') return text.trim();
	}
	return undefined;
}

const looksLikeWebPage = (body: unknown) => typeof body === 'string' && /^\s*</.test(body);

/** Which of its two 404 meanings an operation can have: no record of that kind, or no such route. */
export type NotFoundMeaning = 'documentedMessage' | 'anyJson';

/** Whether a success has the form that the operation documents. */
type IsAnswer = (body: IDataObject) => boolean;

function kindOfStatus({ status, body }: Answer, meaning: NotFoundMeaning): FailureKind {
	if (status === 401 || status === 403) return 'unauthorized';
	if (status === 404) {
		const speaksOfRecords =
			meaning === 'documentedMessage'
				? isDocumentedNotFound(body)
				: isRecord(body) && !('statusCode' in body) && !('path' in body);
		return speaksOfRecords ? 'notFound' : 'wrongRoute';
	}
	if (status === 405) return 'wrongRoute';
	if (status === 429) return 'rateLimited';
	if ([502, 503, 504].includes(status)) return 'unavailable';
	if (status >= 500) return 'serverError';
	if (status >= 300 && status < 400) return 'redirected';
	// Gateways answer with web pages of their own, of which these statuses say more.
	if (REJECTIONS[status] !== undefined) return 'rejected';
	if (looksLikeWebPage(body)) return 'webPage';
	return status === 400 || status === 422 ? 'refused' : 'rejected';
}

function failureOfAnswer(
	answer: Answer,
	meaning: NotFoundMeaning,
	isAnswer: IsAnswer,
): Failure | undefined {
	const { status, body, headers } = answer;
	if (status >= 200 && status < 300) {
		if (isRecord(body) && isAnswer(body as IDataObject)) return undefined;
		if (looksLikeWebPage(body)) return { kind: 'webPage', status };
		return typeof body === 'object' && body !== null
			? { kind: 'otherShape', status, detail: serviceText(body) }
			: { kind: 'notJson', status };
	}
	const kind = kindOfStatus(answer, meaning);
	return {
		kind,
		status,
		detail: serviceText(body),
		...(kind === 'redirected' && { location: String(headers.location ?? '') }),
		...(kind === 'rateLimited' && { retryAfterMs: askedWaitMs(headers) }),
	};
}

/** In words: n8n puts a message of its own in the place of one that holds such a code. */
function reasonOf(code: string): string {
	if (code === 'ECONNREFUSED') return 'the connection was refused';
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host was not found';
	if (/CERT|SIGNATURE|EPROTO|TLS/.test(code)) return 'there is no secure connection with it';
	return 'there is no way to its host';
}

/**
 * Reads an outcome: `undefined` where the service answered with a JSON object and a success, else
 * what went wrong.
 */
export function failureOf(
	outcome: Outcome,
	meaning: NotFoundMeaning,
	isAnswer: IsAnswer = () => true,
): Failure | undefined {
	switch (outcome.kind) {
		case 'answered':
			return failureOfAnswer(outcome.answer, meaning, isAnswer);
		case 'unreachable':
			return { kind: 'unreachable', reason: reasonOf(outcome.code) };
		case 'lost':
			return { kind: outcome.timedOut ? 'timedOut' : 'lost' };
		case 'blocked':
			return { kind: 'blocked', detail: outcome.reason };
		case 'cancelled':
			return { kind: 'cancelled' };
	}
}
