/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { NodeApiError, UserError } from 'n8n-workflow';
import { createRequire } from 'node:module';
import { failureOfError } from '../../../nodes/Newsletter/transport/exchange';
import {
	failureOf,
	type Expected,
	type Failure,
} from '../../../nodes/Newsletter/transport/failures';
import type { FailureKind } from '../../../nodes/Newsletter/transport/failureTable';
import { node } from '../node';

const failureOfAnswer = (
	status: number,
	body: unknown,
	expected: Expected = {},
	headers: Record<string, unknown> = {},
): Failure | undefined => failureOf({ status, headers, body }, expected);

const PAGE = ' <!doctype html>';

it.each<[body: unknown, text: string | undefined]>([
	[{ error: 7, message: 'Page not found' }, 'Page not found'],
	[{ message: ' Invalid newsletter ID\n' }, 'Invalid newsletter ID'],
	[{ error: 'Contact not found' }, 'Contact not found'],
	[{ message: ' ', error: 'No access' }, 'No access'],
	[{ error: { message: 'x' } }, 'x'],
	[{ errors: [{ message: 'x' }, { message: 'y' }] }, 'x; y'],
	[{ detail: 'x' }, 'x'],
	[{ message: ['x', 'y'] }, 'x; y'],
	[' x ', 'x'],
	[{ error: 7, message: 8 }, undefined],
	[PAGE, undefined],
	[undefined, undefined],
])('the text of the error body %j is %j', (body, text) => {
	expect(failureOfAnswer(400, body)?.detail).toBe(text);
});

it.each<[status: number, body: unknown, expected: Expected, kind: FailureKind | undefined]>([
	[200, {}, {}, undefined],
	[201, { id: '1' }, { isAnswer: ({ id }) => id === '1' }, undefined],
	[200, { id: '2' }, { isAnswer: ({ id }) => id === '1' }, 'otherShape'],
	[200, [], {}, 'otherShape'],
	[200, PAGE, {}, 'webPage'],
	[200, '{"data": [', {}, 'notJson'],
	[200, '', {}, 'notJson'],
	[204, undefined, {}, 'notJson'],
	[200, '', { mayBeEmpty: true }, undefined],
	[204, undefined, { mayBeEmpty: true, isAnswer: () => false }, undefined],
	[200, PAGE, { mayBeEmpty: true }, 'webPage'],
])('a %i with the body %j, read with %j, is %s', (status, body, expected, kind) => {
	expect(failureOfAnswer(status, body, expected)?.kind).toBe(kind);
});

it.each<[body: unknown, kind: FailureKind]>([
	['Access denied', 'inFront'],
	['', 'inFront'],
	[{ message: 'Invalid key' }, 'unauthorized'],
])('a 403 with the body %j, sent as HTML, is %s', (body, kind) => {
	const headers = { 'content-type': 'text/html; charset=utf-8' };
	expect(failureOfAnswer(403, body, {}, headers)?.kind).toBe(kind);
	expect(failureOfAnswer(401, body, {}, headers)?.kind).toBe('unauthorized');
	expect(failureOfAnswer(403, body)?.kind).toBe('unauthorized');
	expect(failureOfAnswer(400, body, {}, headers)?.kind).toBe('refused');
});

it.each<[status: number, kind: FailureKind, asWebPage?: FailureKind]>([
	[304, 'otherShape'],
	[400, 'refused', 'inFront'],
	[401, 'unauthorized', 'inFront'],
	[403, 'unauthorized', 'inFront'],
	[405, 'wrongRoute'],
	[407, 'proxyRefused'],
	[408, 'timedOut'],
	[409, 'conflict'],
	[413, 'tooLarge'],
	[402, 'rejected', 'inFront'],
	[418, 'rejected', 'inFront'],
	[422, 'refused', 'inFront'],
	[429, 'rateLimited'],
	[499, 'conflict'],
	[500, 'serverError'],
	[502, 'unavailable'],
	[503, 'unavailable'],
	[504, 'unavailable'],
	[599, 'serverError'],
])('a %i is %s, as a web page %s', (status, kind, asWebPage = kind) => {
	expect(failureOfAnswer(status, { message: 'because' })).toMatchObject({
		kind,
		status,
		detail: 'because',
	});
	expect(failureOfAnswer(status, PAGE)?.kind).toBe(asWebPage);
});

it('a 3xx with a Location is a redirect', () => {
	const location = 'https://new.example.com/v2';
	expect(failureOfAnswer(302, '', {}, { location })).toMatchObject({
		kind: 'redirected',
		location,
	});
});

const NOON = 'Thu, 01 Jan 2026 12:00:00 GMT';
const HALF_A_MINUTE_LATER = 'Thu, 01 Jan 2026 12:00:30 GMT';

it.each<[form: string, headers: Record<string, unknown>, ms: number | undefined]>([
	['seconds', { 'retry-after': '2' }, 2_000],
	['seconds as a number, between blanks', { 'retry-after': ' 120 ' }, 120_000],
	['less than a second', { 'retry-after': '0.1' }, 1_000],
	['a date, by the Date header', { 'retry-after': HALF_A_MINUTE_LATER, date: NOON }, 30_000],
	['a date without one, by our clock', { 'retry-after': HALF_A_MINUTE_LATER }, 40_000],
	['a date that has passed', { 'retry-after': NOON, date: HALF_A_MINUTE_LATER }, undefined],
	['no time', { 'retry-after': '0' }, undefined],
	['more than a month', { 'retry-after': '9'.repeat(40) }, undefined],
	['nothing', {}, undefined],
	['words', { 'retry-after': 'soon' }, undefined],
	['seconds with a unit', { 'retry-after': '2 s' }, undefined],
	['a negative number', { 'retry-after': '-5' }, undefined],
])('the wait that Retry-After asks for is read from %s', (...[, headers, ms]) => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(NOON) - 10_000);
	expect(failureOfAnswer(429, {}, {}, headers)?.retryAfterMs).toBe(ms);
	expect(failureOfAnswer(503, {}, {}, headers)?.retryAfterMs).toBe(ms);
	jest.restoreAllMocks();
});

// The HTTP library of n8n, and so the errors that it throws.
const { AxiosError } = createRequire(require.resolve('n8n-core'))('axios') as {
	AxiosError: { new (message: string, code?: string): Error; from(error: Error): Error };
};
const socketError = (message: string, code: string, syscall?: string) =>
	Object.assign(new Error(message), { code, syscall });
const axiosError = (message: string, code: string, syscall?: string) =>
	AxiosError.from(socketError(message, code, syscall));

const REFUSED = ['connect ECONNREFUSED 127.0.0.1:9', 'ECONNREFUSED', 'connect'] as const;
const HUNG_UP = ['socket hang up', 'ECONNRESET'] as const;
const circle = socketError(...HUNG_UP);
circle.cause = circle;
/** As Node makes it where a host has several addresses. */
const ofEach = AxiosError.from(
	Object.assign(new AggregateError([socketError(...REFUSED)]), { code: 'ECONNREFUSED' }),
);
/** As n8n's own class says it; n8n does not export that to nodes. */
const blockedHost = new UserError(
	'The request was blocked because the destination hostname is restricted',
);
const early = 'Client network socket disconnected before secure TLS connection was established';
const wrapped = (error: Error) => new NodeApiError(node, error as never);
const slow = ['connect ETIMEDOUT 192.0.2.1:443', 'ETIMEDOUT', 'connect'] as const;

it.each<[error: string, thrown: unknown, kind: FailureKind, detail?: string]>([
	['refused', axiosError(...REFUSED), 'unreachable', 'the connection was refused'],
	["refused, in n8n's error", wrapped(axiosError(...REFUSED)), 'unreachable'],
	['refused by each address', ofEach, 'unreachable'],
	['no way to the host', axiosError('no', 'EHOSTUNREACH', 'connect'), 'unreachable'],
	['no connection in time', axiosError(...slow), 'unreachable', 'there is no way to its host'],
	['an unknown host', axiosError('no', 'ENOTFOUND', 'getaddrinfo'), 'unreachable'],
	['a name server that is down', axiosError('no', 'EAI_AGAIN', 'getaddrinfo'), 'unreachable'],
	['dropped before TLS was set up', axiosError(early, 'ECONNRESET'), 'unreachable'],
	['a service that speaks no TLS', axiosError('no', 'EPROTO', 'write'), 'unreachable'],
	['a self-signed certificate', axiosError('no', 'DEPTH_ZERO_SELF_SIGNED_CERT'), 'untrusted'],
	['an unknown issuer', axiosError('no', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'untrusted'],
	['another host', axiosError('no', 'ERR_TLS_CERT_ALTNAME_INVALID'), 'untrusted'],
	['dropped after sending', axiosError(...HUNG_UP), 'lost', 'socket hang up'],
	["dropped, in n8n's error", wrapped(axiosError(...HUNG_UP)), 'lost'],
	['reset while writing', axiosError('write EPIPE', 'EPIPE', 'write'), 'lost'],
	['no way any more, once open', axiosError('no', 'EHOSTUNREACH', 'read'), 'lost'],
	['causes that go round in a circle', circle, 'lost'],
	['no answer in time', new AxiosError('timeout of 50ms exceeded', 'ECONNABORTED'), 'timedOut'],
	['silence on an open connection', axiosError('no', 'ETIMEDOUT', 'read'), 'timedOut'],
	['an error of anybody', new TypeError('broken'), 'lost', 'broken'],
	['a text', 'broken', 'lost', 'broken'],
	[
		'a domain that the credential does not allow',
		new Error('no', { cause: new UserError('Domain not allowed: This credential') }),
		'blocked',
		'Domain not allowed: This credential',
	],
	['a host that n8n blocks', AxiosError.from(blockedHost), 'blocked', blockedHost.message],
])('a request that threw is told as what it was: %s', (...[, thrown, kind, detail]) => {
	const failure = failureOfError(thrown);
	expect(failure.kind).toBe(kind);
	if (detail !== undefined) expect(failure.detail).toBe(detail);
});
