import type {
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE } from './connection';

/** Every place in n8n from which the service is asked. */
export type RequestContext =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| ILoadOptionsFunctions
	| IPollFunctions;

export interface Answer {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/**
 * What became of one HTTP request.
 * - `unreachable`: it never left, so it can safely be made again.
 * - `lost`, `failed`: nobody knows whether the service took it.
 * - `blocked`: a protection of n8n stopped it.
 */
export type Outcome =
	| { kind: 'answered'; answer: Answer }
	| { kind: 'unreachable'; code: string }
	| { kind: 'lost'; timedOut: boolean }
	| { kind: 'failed'; reason: string }
	| { kind: 'blocked'; reason: string }
	| { kind: 'cancelled' };

/** Codes of Node for certificates that are not trusted. */
export const CERTIFICATE = /CERT|SIGNATURE/;

const NEVER_LEFT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EPROTO|ERR_INVALID_URL)$/;

/** n8n's errors for Allowed Domains in a credential, and for hosts that its administrator blocks. */
const PROTECTION = /^(Domain not allowed|The request was blocked)/;

interface NetworkError {
	/** One for each address of a host that was tried. */
	errors?: unknown;
	message?: unknown;
	code?: unknown;
	syscall?: unknown;
	cause?: unknown;
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

/** Whether no connection came about, to one address of the host or to all. */
function isBeforeConnection({ syscall, message, code, errors }: NetworkError): boolean {
	if (Array.isArray(errors) && errors.length > 0) return errors.every(isBeforeConnection);
	return (
		syscall === 'connect' ||
		syscall === 'getaddrinfo' ||
		NEVER_LEFT.test(String(code)) ||
		CERTIFICATE.test(String(code)) ||
		String(message).includes('before secure TLS connection was established')
	);
}

export function outcomeOfError(error: unknown): Outcome {
	const causes = causesOf(error);
	const messages = causes.map(({ message }) => String(message));
	const protection = messages.find((message) => PROTECTION.test(message));
	if (protection !== undefined) return { kind: 'blocked', reason: protection };

	const early = causes.find(isBeforeConnection);
	if (early) return { kind: 'unreachable', code: String(early.code) };

	const code = causes.map((cause) => cause.code).find((one) => typeof one === 'string');
	if (code !== undefined) {
		return { kind: 'lost', timedOut: code === 'ECONNABORTED' || code === 'ETIMEDOUT' };
	}
	return { kind: 'failed', reason: messages.at(-1) ?? String(error) };
}

export function cancelSignalOf(context: RequestContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/**
 * Makes one request and says what became of it. Statuses are no errors for n8n here: it repeats a
 * request that failed with 401, and its errors carry the headers with the key.
 *
 * @param timeoutMs the whole time it may take, ms
 */
export async function exchange(
	context: RequestContext,
	options: IHttpRequestOptions,
	timeoutMs: number,
): Promise<Outcome> {
	const cancel = cancelSignalOf(context);
	const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
	const abortSignal = cancel ? AbortSignal.any([cancel, timeout]) : timeout;
	// n8n takes the signal from its context, where there is one, and from the options elsewhere.
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
		return {
			kind: 'answered',
			answer: { status: response.statusCode, headers: response.headers, body: response.body },
		};
	} catch (error) {
		if (cancel?.aborted) return { kind: 'cancelled' };
		if (timeout.aborted) return { kind: 'lost', timedOut: true };
		return outcomeOfError(error);
	}
}
