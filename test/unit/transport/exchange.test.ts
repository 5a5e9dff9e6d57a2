/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { NodeApiError, UserError } from 'n8n-workflow';
import { createRequire } from 'node:module';
import { outcomeOfError } from '../../../nodes/Newsletter/transport/exchange';
import { failureOf } from '../../../nodes/Newsletter/transport/failures';
import { node } from '../node';

// The HTTP library of n8n, and so the errors that it throws.
const { AxiosError } = createRequire(require.resolve('n8n-core'))('axios') as {
	AxiosError: {
		new (message: string, code?: string): Error;
		from(error: Error): Error;
	};
};

const socketError = (message: string, code: string, syscall?: string) =>
	Object.assign(new Error(message), { code, syscall });
const axiosError = (message: string, code: string, syscall?: string) =>
	AxiosError.from(socketError(message, code, syscall));

const refused = ['connect ECONNREFUSED 127.0.0.1:9', 'ECONNREFUSED', 'connect'] as const;
const slow = ['connect ETIMEDOUT 192.0.2.1:443', 'ETIMEDOUT', 'connect'] as const;
const hungUp = ['socket hang up', 'ECONNRESET'] as const;

/** As Node makes it where a host has several addresses. */
function ofEach([message, code, syscall]: readonly [string, string, string]): Error {
	const error = socketError(message, code, syscall);
	return AxiosError.from(Object.assign(new AggregateError([error, error]), { code }));
}

const circle = socketError(...hungUp);
circle.cause = circle;

/** As n8n's own class says it; n8n does not export that to nodes. */
const blockedHost = new UserError(
	'The request was blocked because the destination hostname is restricted',
);

const early = 'Client network socket disconnected before secure TLS connection was established';

const NO_WAY = { kind: 'unreachable', reason: 'there is no way to its host' };
const REFUSED = { kind: 'unreachable', reason: 'the connection was refused' };
const NOT_FOUND = { kind: 'unreachable', reason: 'its host was not found' };
const NO_TLS = { kind: 'unreachable', reason: 'there is no secure connection with it' };
const UNTRUSTED = { kind: 'untrusted' };
const LOST = { kind: 'lost' };
const TIMED_OUT = { kind: 'timedOut' };

describe('a request that threw', () => {
	it.each<[error: string, thrown: unknown, expected: object]>([
		['refused', axiosError(...refused), REFUSED],
		['refused, as the socket says it', socketError(...refused), REFUSED],
		["refused, in n8n's error", new NodeApiError(node, axiosError(...refused) as never), REFUSED],
		['refused by each address', ofEach(refused), REFUSED],
		['no way to the host', axiosError('no', 'EHOSTUNREACH', 'connect'), NO_WAY],
		['no connection in time', axiosError(...slow), NO_WAY],
		['no connection in time to any address', ofEach(slow), NO_WAY],
		['an unknown host', axiosError('no', 'ENOTFOUND', 'getaddrinfo'), NOT_FOUND],
		['a name server that is down', axiosError('no', 'EAI_AGAIN', 'getaddrinfo'), NOT_FOUND],
		['dropped before TLS was set up', axiosError(early, 'ECONNRESET'), NO_WAY],
		['a service that speaks no TLS', axiosError('no', 'EPROTO', 'write'), NO_TLS],
		['a self-signed certificate', axiosError('no', 'DEPTH_ZERO_SELF_SIGNED_CERT'), UNTRUSTED],
		['an unknown issuer', axiosError('no', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'), UNTRUSTED],
		['another host', axiosError('no', 'ERR_TLS_CERT_ALTNAME_INVALID'), UNTRUSTED],
		['dropped after sending', axiosError(...hungUp), LOST],
		["dropped, in n8n's error", new NodeApiError(node, axiosError(...hungUp) as never), LOST],
		['reset while writing', axiosError('write EPIPE', 'EPIPE', 'write'), LOST],
		['no way any more, once open', axiosError('no', 'EHOSTUNREACH', 'read'), LOST],
		['cut off', new AxiosError('stream has been aborted', 'ERR_BAD_RESPONSE'), LOST],
		['causes that go round in a circle', circle, LOST],
		['no answer in time', new AxiosError('timeout of 50ms exceeded', 'ECONNABORTED'), TIMED_OUT],
		['silence on an open connection', axiosError('no', 'ETIMEDOUT', 'read'), TIMED_OUT],
		['an HTTP error without a code', new AxiosError('odd'), { kind: 'failed', detail: 'odd' }],
		['an error of anybody', new TypeError('broken'), { kind: 'failed', detail: 'broken' }],
		['a text', 'broken', { kind: 'failed', detail: 'broken' }],
		[
			'a domain that the credential does not allow',
			new Error('no', { cause: new UserError('Domain not allowed: This credential') }),
			{ kind: 'blocked', detail: 'Domain not allowed: This credential' },
		],
		[
			'a host that n8n blocks',
			AxiosError.from(blockedHost),
			{ kind: 'blocked', detail: blockedHost.message },
		],
	])('is told as what it was: %s', (...[, thrown, expected]) => {
		expect(failureOf(outcomeOfError(thrown), {})).toEqual(expected);
	});
});
