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
 * - `lost`: it may have been taken; nobody knows.
 * - `blocked`: n8n itself did not let it out (allowed domains, protection of internal addresses).
 */
export type Outcome =
	| { kind: 'answered'; answer: Answer }
	| { kind: 'unreachable'; code: string }
	| { kind: 'lost'; code: string; timedOut: boolean }
	| { kind: 'blocked'; reason: string }
	| { kind: 'cancelled' };

const NEVER_LEFT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EPROTO',
	'ERR_INVALID_URL',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'ERR_TLS_CERT_ALTNAME_INVALID',
]);

interface NetworkError {
	/** One for each address of a host that was tried. */
	errors?: unknown;
	message?: unknown;
	isAxiosError?: unknown;
	code?: unknown;
	syscall?: unknown;
	cause?: unknown;
}

/** The chain of causes, outermost first; n8n wraps the HTTP library's error, which wraps the socket's. */
function causesOf(error: unknown): NetworkError[] {
	const causes: NetworkError[] = [];
	let current = error;
	while (typeof current === 'object' && current !== null && causes.length < 6) {
		causes.push(current as NetworkError);
		current = (current as NetworkError).cause;
	}
	return causes;
}

/** Whether an error tells of a connection that never came about, for one address or for all. */
function isBeforeConnection({ syscall, message, errors }: NetworkError): boolean {
	if (Array.isArray(errors) && errors.length > 0) return errors.every(isBeforeConnection);
	return (
		syscall === 'connect' ||
		syscall === 'getaddrinfo' ||
		String(message).includes('before secure TLS connection was established')
	);
}

export function outcomeOfError(error: unknown): Outcome {
	const causes = causesOf(error);
	const codes = causes.map(({ code }) => code).filter((code) => typeof code === 'string');
	const neverLeft =
		codes.find((code) => NEVER_LEFT.has(code)) ?? causes.find(isBeforeConnection)?.code;
	if (typeof neverLeft === 'string') return { kind: 'unreachable', code: neverLeft };

	const innermost = causes[causes.length - 1];
	if (codes.length === 0 && !causes.some(({ isAxiosError }) => isAxiosError)) {
		return { kind: 'blocked', reason: String(innermost?.message ?? error) };
	}
	const code = codes[0] ?? 'unknown';
	return { kind: 'lost', code, timedOut: code === 'ECONNABORTED' || code === 'ETIMEDOUT' };
}

export function cancelSignalOf(context: RequestContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/**
 * Makes one request and says what became of it; throws only where n8n itself fails (no credential).
 * Statuses are never errors here: n8n repeats a request that it saw fail with 401, and its errors
 * carry the request's headers, the key among them.
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
		if (timeout.aborted) return { kind: 'lost', code: 'ETIMEDOUT', timedOut: true };
		return outcomeOfError(error);
	}
}
