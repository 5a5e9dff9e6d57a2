import type {
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE } from './connection';
import type { Answer, Failure } from './failures';

/** Every kind of n8n context that makes requests. */
export type RequestContext =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| ILoadOptionsFunctions
	| IPollFunctions;

/**
 * Makes one request. n8n must not turn a status into an error: it would repeat a request that failed
 * with 401, and its errors hold the headers with the key.
 *
 * @param timeoutMs the whole time it may take, ms
 */
export async function exchange(
	context: RequestContext,
	options: IHttpRequestOptions,
	timeoutMs: number,
	cancel: AbortSignal | undefined,
): Promise<Answer | Failure> {
	const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
	const abortSignal = cancel ? AbortSignal.any([cancel, timeout]) : timeout;
	// n8n takes the signal from the context if it has one, else from the options.
	const timed = Object.create(context, {
		getExecutionCancelSignal: { value: () => abortSignal },
	}) as RequestContext;

	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			timed as IExecuteFunctions,
			CREDENTIAL_TYPE,
			{
				...options,
				timeout: timeoutMs,
				abortSignal,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
			},
		)) as IN8nHttpFullResponse;
		return { status: response.statusCode, headers: response.headers, body: response.body };
	} catch (error) {
		if (cancel?.aborted) return { kind: 'cancelled' };
		return timeout.aborted ? { kind: 'timedOut' } : failureOfError(error);
	}
}

type NetworkError = Partial<Record<'message' | 'code' | 'syscall' | 'cause', unknown>>;

/** n8n's errors for Allowed Domains in a credential, and for hosts that its administrator blocks. */
const PROTECTION = /^(Domain not allowed|The request was blocked)/;

/** Codes of Node for certificates that are not trusted. */
const CERTIFICATE = /CERT|SIGNATURE/;

/** Codes of Node that mean that the request has not left. */
const NEVER_LEFT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EPROTO|ERR_INVALID_URL)$/;

/** Why no answer came. A request that has not left can safely be made again. */
export function failureOfError(error: unknown): Failure {
	const causes = causesOf(error);
	const messages = causes.map(({ message }) => String(message));
	const protection = messages.find((message) => PROTECTION.test(message));
	if (protection !== undefined) return { kind: 'blocked', detail: protection };

	const early = causes.find(isBeforeConnection);
	if (early && CERTIFICATE.test(String(early.code))) return { kind: 'untrusted' };
	if (early) return { kind: 'unreachable', detail: reasonOf(String(early.code)) };

	const isTimeout = causes.some(({ code }) => code === 'ECONNABORTED' || code === 'ETIMEDOUT');
	return isTimeout
		? { kind: 'timedOut' }
		: { kind: 'lost', detail: messages.at(-1) ?? String(error) };
}

/** An error and its causes: n8n wraps the error of its HTTP library, which wraps the socket's. */
function causesOf(error: unknown): NetworkError[] {
	const causes: NetworkError[] = [];
	let current = error;
	while (typeof current === 'object' && current !== null && causes.length < 6) {
		causes.push(current as NetworkError);
		current = (current as NetworkError).cause;
	}
	return causes;
}

/** Whether the error came before there was a connection. */
function isBeforeConnection({ syscall, message, code }: NetworkError): boolean {
	return (
		syscall === 'connect' ||
		syscall === 'getaddrinfo' ||
		NEVER_LEFT.test(String(code)) ||
		CERTIFICATE.test(String(code)) ||
		String(message).includes('before secure TLS connection was established')
	);
}

/** The code in words: n8n replaces a message that holds such a code by its own. */
function reasonOf(code: string): string {
	if (code === 'ECONNREFUSED') return 'the connection was refused';
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host was not found';
	if (/EPROTO|TLS/.test(code)) return 'there is no secure connection with it';
	return 'there is no way to its host';
}
