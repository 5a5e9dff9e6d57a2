import type { IDataObject } from 'n8n-workflow';

import { isDocumentedNotFound, isEmpty, isRecord, isWebPage, serviceText } from './bodies';
import { CERTIFICATE, type Answer, type Outcome } from './exchange';
import { askedWaitMs } from './retryAfter';

/** Why a request brought no usable answer. errorRows.ts has a row for each. */
export type FailureKind =
	| 'refused'
	| 'rejected'
	| 'tooLarge'
	| 'unauthorized'
	| 'notFound'
	| 'wrongRoute'
	| 'redirected'
	| 'rateLimited'
	| 'unavailable'
	| 'serverError'
	| 'inFront'
	| 'noAddress'
	| 'noKey'
	| 'unreachable'
	| 'untrusted'
	| 'lost'
	| 'failed'
	| 'timedOut'
	| 'webPage'
	| 'notJson'
	| 'otherShape'
	| 'blocked'
	| 'noTime'
	| 'cancelled';

export interface Failure {
	kind: FailureKind;
	/** HTTP status, where there was an answer. */
	status?: number;
	/** The text of the service, or of n8n. */
	detail?: string;
	/** Whether an error status came with a web page, which the service would not send. */
	isWebPage?: boolean;
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

/** What a call makes of an answer. */
export interface Reading {
	/** Which 404 says that there is no such record: any JSON (default), or the documented form alone. */
	notFound?: 'documentedMessage' | 'anyJson';
	/** Whether a success has the documented form; default: any JSON object. */
	isAnswer?: (body: IDataObject) => boolean;
	/** Whether a success may come without a body. */
	mayBeEmpty?: boolean;
}

const KINDS: Record<number, FailureKind | undefined> = {
	400: 'refused',
	401: 'unauthorized',
	403: 'unauthorized',
	404: 'wrongRoute',
	405: 'wrongRoute',
	413: 'tooLarge',
	422: 'refused',
	429: 'rateLimited',
	502: 'unavailable',
	503: 'unavailable',
	504: 'unavailable',
};

function kindOfStatus(status: number): FailureKind {
	const known = KINDS[status];
	if (known) return known;
	if (status >= 500) return 'serverError';
	return status >= 400 ? 'rejected' : 'redirected';
}

/** Kinds that a web page says nothing else of. */
const ALSO_AS_WEB_PAGE: FailureKind[] = ['wrongRoute', 'tooLarge'];
/** Kinds that are tried again, whoever answers. */
const PASSING: FailureKind[] = ['rateLimited', 'unavailable', 'serverError'];

function failureOfStatus({ status, body, headers }: Answer, { notFound }: Reading): Failure {
	const kind = kindOfStatus(status);
	const failure: Failure = { kind, status, detail: serviceText(body) };
	if (kind === 'redirected') return { ...failure, location: String(headers.location ?? '') };
	if (status === 404) {
		const isNoRecord =
			notFound === 'documentedMessage'
				? isDocumentedNotFound(body)
				: isRecord(body) && !('statusCode' in body) && !('path' in body);
		return isNoRecord ? { ...failure, kind: 'notFound' } : failure;
	}
	if (status === 429 || status === 503) failure.retryAfterMs = askedWaitMs(headers);
	if (!isWebPage(body) || ALSO_AS_WEB_PAGE.includes(kind)) return failure;
	return { ...failure, kind: PASSING.includes(kind) ? kind : 'inFront', isWebPage: true };
}

function failureOfSuccess({ status, body }: Answer, reading: Reading): Failure | undefined {
	if (isEmpty(body) && reading.mayBeEmpty) return undefined;
	if (isRecord(body) && (reading.isAnswer?.(body as IDataObject) ?? true)) return undefined;
	if (isWebPage(body)) return { kind: 'webPage', status };
	return typeof body === 'object' && body !== null
		? { kind: 'otherShape', status, detail: serviceText(body) }
		: { kind: 'notJson', status };
}

/** In words: n8n puts a message of its own in the place of one that holds such a code. */
function reasonOf(code: string): string {
	if (code === 'ECONNREFUSED') return 'the connection was refused';
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host was not found';
	if (/EPROTO|TLS/.test(code)) return 'there is no secure connection with it';
	return 'there is no way to its host';
}

/** What went wrong; `undefined` for a success. */
export function failureOf(outcome: Outcome, reading: Reading): Failure | undefined {
	switch (outcome.kind) {
		case 'answered': {
			const { status } = outcome.answer;
			const isSuccess = status >= 200 && status < 300;
			return (isSuccess ? failureOfSuccess : failureOfStatus)(outcome.answer, reading);
		}
		case 'unreachable':
			return CERTIFICATE.test(outcome.code)
				? { kind: 'untrusted' }
				: { kind: 'unreachable', reason: reasonOf(outcome.code) };
		case 'lost':
			return { kind: outcome.timedOut ? 'timedOut' : 'lost' };
		case 'failed':
			return { kind: 'failed', detail: outcome.reason };
		case 'blocked':
			return { kind: 'blocked', detail: outcome.reason };
		case 'cancelled':
			return { kind: 'cancelled' };
	}
}
