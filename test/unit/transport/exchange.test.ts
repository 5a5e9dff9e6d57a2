/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { NodeApiError, UserError } from 'n8n-workflow';
import { createRequire } from 'node:module';
import { outcomeOfError, type Outcome } from '../../../nodes/Newsletter/transport/exchange';
import { node } from '../node';

// The HTTP library that n8n itself uses, and so the errors that it throws.
const { AxiosError } = createRequire(require.resolve('n8n-core'))('axios') as {
	AxiosError: {
		new (message: string, code?: string): Error;
		from(error: Error): Error;
	};
};

interface SocketError {
	message: string;
	code: string;
	syscall?: string;
}

const socketError = ({ message, ...rest }: SocketError) => Object.assign(new Error(message), rest);
const axiosError = (error: SocketError) => AxiosError.from(socketError(error));

const refused = {
	message: 'connect ECONNREFUSED 127.0.0.1:9',
	code: 'ECONNREFUSED',
	syscall: 'connect',
};
const connectTimeout = {
	message: 'connect ETIMEDOUT 192.0.2.1:443',
	code: 'ETIMEDOUT',
	syscall: 'connect',
};
const hungUp = { message: 'socket hang up', code: 'ECONNRESET' };

/** As Node makes it where a host has several addresses and none can be reached. */
const allRefused = (error: SocketError) =>
	Object.assign(new AggregateError([socketError(error), socketError(error)]), {
		code: error.code,
	});

const unreachable = (code: string): Outcome => ({ kind: 'unreachable', code });
const lost = (code: string): Outcome => ({ kind: 'lost', code, timedOut: false });
const timedOut = (code: string): Outcome => ({ kind: 'lost', code, timedOut: true });

describe('what became of a request that threw', () => {
	it.each<[error: string, thrown: unknown, expected: Outcome]>([
		['refused', axiosError(refused), unreachable('ECONNREFUSED')],
		['refused, as the socket says it', socketError(refused), unreachable('ECONNREFUSED')],
		[
			'no way to the host, before a connection',
			axiosError({ message: 'connect EHOSTUNREACH', code: 'EHOSTUNREACH', syscall: 'connect' }),
			unreachable('EHOSTUNREACH'),
		],
		[
			'no way to the host any more, on a connection that was open',
			axiosError({ message: 'read EHOSTUNREACH', code: 'EHOSTUNREACH', syscall: 'read' }),
			lost('EHOSTUNREACH'),
		],
		[
			"refused, in n8n's own error",
			new NodeApiError(node, axiosError(refused) as never),
			unreachable('ECONNREFUSED'),
		],
		[
			'refused by each of several addresses',
			AxiosError.from(allRefused(refused)),
			unreachable('ECONNREFUSED'),
		],
		[
			'an unknown host',
			axiosError({
				message: 'getaddrinfo ENOTFOUND api.example.invalid',
				code: 'ENOTFOUND',
				syscall: 'getaddrinfo',
			}),
			unreachable('ENOTFOUND'),
		],
		[
			'a name server that is down',
			axiosError({
				message: 'getaddrinfo EAI_AGAIN api.example.com',
				code: 'EAI_AGAIN',
				syscall: 'getaddrinfo',
			}),
			unreachable('EAI_AGAIN'),
		],
		['no connection in time', axiosError(connectTimeout), unreachable('ETIMEDOUT')],
		[
			'no connection in time to any of several addresses',
			AxiosError.from(allRefused(connectTimeout)),
			unreachable('ETIMEDOUT'),
		],
		[
			'dropped before TLS was set up',
			axiosError({
				message: 'Client network socket disconnected before secure TLS connection was established',
				code: 'ECONNRESET',
			}),
			unreachable('ECONNRESET'),
		],
		[
			'a service that speaks no TLS',
			axiosError({ message: 'write EPROTO', code: 'EPROTO', syscall: 'write' }),
			unreachable('EPROTO'),
		],
		[
			'a certificate of nobody',
			axiosError({ message: 'self-signed certificate', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
			unreachable('DEPTH_ZERO_SELF_SIGNED_CERT'),
		],
		[
			'a certificate for another host',
			axiosError({ message: 'Hostname/IP does not match', code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
			unreachable('ERR_TLS_CERT_ALTNAME_INVALID'),
		],
		[
			'no address at all',
			Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL' }),
			unreachable('ERR_INVALID_URL'),
		],
		['dropped after sending', axiosError(hungUp), lost('ECONNRESET')],
		[
			"dropped after sending, in n8n's own error",
			new NodeApiError(node, axiosError(hungUp) as never),
			lost('ECONNRESET'),
		],
		[
			'reset while reading',
			axiosError({ message: 'read ECONNRESET', code: 'ECONNRESET', syscall: 'read' }),
			lost('ECONNRESET'),
		],
		[
			'reset while writing',
			axiosError({ message: 'write EPIPE', code: 'EPIPE', syscall: 'write' }),
			lost('EPIPE'),
		],
		[
			'cut off within the answer',
			new AxiosError('stream has been aborted', 'ERR_BAD_RESPONSE'),
			lost('ERR_BAD_RESPONSE'),
		],
		[
			'no answer in time',
			new AxiosError('timeout of 50ms exceeded', 'ECONNABORTED'),
			timedOut('ECONNABORTED'),
		],
		[
			'silence on an open connection',
			axiosError({ message: 'read ETIMEDOUT', code: 'ETIMEDOUT', syscall: 'read' }),
			timedOut('ETIMEDOUT'),
		],
		['an HTTP error without a code', new AxiosError('odd'), lost('unknown')],
		[
			'a domain that the credential does not allow',
			new UserError('Domain not allowed'),
			{ kind: 'blocked', reason: 'Domain not allowed' },
		],
		[
			"a refusal of n8n's own, wrapped",
			new Error('failed', { cause: new Error('Internal address') }),
			{ kind: 'blocked', reason: 'Internal address' },
		],
		['a text', 'broken', { kind: 'blocked', reason: 'broken' }],
		['nothing', undefined, { kind: 'blocked', reason: 'undefined' }],
	])('%s', (...[, thrown, expected]) => {
		expect(outcomeOfError(thrown)).toEqual(expected);
	});

	it('ends with causes that go round in a circle', () => {
		const error = socketError(hungUp);
		error.cause = error;
		expect(outcomeOfError(error)).toEqual(lost('ECONNRESET'));
	});
});
