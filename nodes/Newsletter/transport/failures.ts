import type { IDataObject } from 'n8n-workflow';

import { FAILURES, rowOf, type FailureKind } from './failureTable';

/** Why a request brought no usable answer. */
export interface Failure {
	kind: FailureKind;
	/** HTTP status, where there was an answer. */
	status?: number;
	/** The text of the service, or of n8n where there was no answer. */
	detail?: string;
	/** Where a redirect points to. */
	location?: string;
	/** A web page in the place of an answer: from a firewall, a CDN or a proxy. */
	isInFront?: boolean;
	/** Wait that the service asked for, ms. */
	retryAfterMs?: number;
}

export interface Answer {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** What counts as an answer to a call. */
export interface Expected {
	/** Which 404 means that there is no such record: any JSON (default), or only the documented form. */
	notFound?: 'documentedMessage' | 'anyJson';
	/** Whether a success has the documented form; default: any JSON object. */
	isAnswer?: (body: IDataObject) => boolean;
	/** Whether a success may come without a body. */
	mayBeEmpty?: boolean;
}

/** What is wrong with an answer; `undefined` for a success. */
export function failureOf(answer: Answer, expected: Expected): Failure | undefined {
	const { status, body } = answer;
	if (status < 200 || status >= 300) return failureOfStatus(answer, expected);

	const isEmpty = body === undefined || body === null || body === '';
	if (isEmpty && expected.mayBeEmpty) return undefined;
	if (isRecord(body) && (expected.isAnswer?.(body as IDataObject) ?? true)) return undefined;
	if (isWebPage(body)) return { kind: 'webPage', status };
	return typeof body === 'object' && body !== null
		? { kind: 'otherShape', status, detail: serviceText(body) }
		: { kind: 'notJson', status };
}

function failureOfStatus({ status, body, headers }: Answer, { notFound }: Expected): Failure {
	let kind = kindOfStatus(status);
	if (status === 404 && isNoRecord(body, notFound)) kind = 'notFound';
	// A 304, for example, names no other URL.
	if (kind === 'redirected' && !headers.location) kind = 'otherShape';
	// If something in front of the service answers, neither the fields nor the key are at fault.
	const { isRejection, isUnclear } = rowOf({ kind });
	const blamesUser = (isRejection && !isUnclear) || kind === 'unauthorized';
	// The service refuses a key in JSON. A firewall may send HTML without a tag.
	const isHtml = typeof body !== 'object' && /html/.test(String(headers['content-type']));
	const isPage = isWebPage(body) || (isHtml && status === 403);
	if (isPage && blamesUser) kind = 'inFront';
	const failure: Failure = { kind, status, detail: isPage ? undefined : serviceText(body) };
	if (isPage) failure.isInFront = kind === 'inFront' || isUnclear || status === 429;
	if (kind === 'redirected') failure.location = String(headers.location);
	if (status === 429 || status === 503) failure.retryAfterMs = askedWaitMs(headers);
	return failure;
}

function kindOfStatus(status: number): FailureKind {
	const kinds = Object.keys(FAILURES) as FailureKind[];
	const known = kinds.find((kind) => rowOf({ kind }).statuses?.includes(status));
	if (known) return known;
	if (status >= 500) return 'serverError';
	return status >= 400 ? 'rejected' : 'redirected';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const isWebPage = (body: unknown) => typeof body === 'string' && /^\s*</.test(body);

/** Whether a 404 is the service's "no such record", not a router's "no such URL". */
function isNoRecord(body: unknown, form: Expected['notFound']): boolean {
	if (!isRecord(body) || 'statusCode' in body || 'path' in body) return false;
	return form !== 'documentedMessage' || (typeof body.message === 'string' && !('error' in body));
}

const TEXT_KEYS = ['message', 'error', 'errors', 'detail'];

/** The text of an error body, in the documented forms and in other common ones. */
function serviceText(body: unknown): string | undefined {
	if (typeof body === 'string') {
		return isWebPage(body) ? undefined : body.trim() || undefined;
	}
	if (Array.isArray(body)) return body.map(serviceText).filter(Boolean).join('; ') || undefined;
	if (!isRecord(body)) return undefined;
	return TEXT_KEYS.map((key) => serviceText(body[key])).find((text) => text !== undefined);
}

const SHORTEST_WAIT_MS = 1_000;
/** Limits of a month are the longest that services have; a longer wait is taken for a mistake. */
const LONGEST_ASKED_MS = 31 * 86_400_000;

/**
 * The wait that a `Retry-After` header asks for, ms: seconds or a date. A date is compared with the
 * `Date` of the answer, so that a wrong clock does no harm. `undefined` where it makes no sense.
 */
function askedWaitMs(headers: Record<string, unknown>): number | undefined {
	const asked = String(headers['retry-after'] ?? '').trim();
	const isSeconds = /^\d+(\.\d+)?$/.test(asked);
	// A date names its month; other texts could be read as dates long past.
	const isDate = /[a-z]{3}/i.test(asked);
	if (!isSeconds && !isDate) return undefined;
	const serviceNow = Date.parse(String(headers.date ?? '')) || Date.now();
	const waitMs = isSeconds ? Math.ceil(Number(asked) * 1000) : Date.parse(asked) - serviceNow;
	return waitMs > 0 && waitMs <= LONGEST_ASKED_MS ? Math.max(SHORTEST_WAIT_MS, waitMs) : undefined;
}
