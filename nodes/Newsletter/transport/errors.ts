import {
	NodeApiError,
	NodeOperationError,
	type Failure as N8nFailure,
	type INode,
} from 'n8n-workflow';

import { FAILURES, isUnclear, rowOf, type FailureKind } from './failureTable';
import type { Failure } from './failures';

/**
 * What an operation says instead of the texts of failureTable.ts, in the words of its own fields.
 * {braces} hold parts of the failure. `unclear`: nobody knows whether it was done, and doing it twice would harm.
 */
export type ErrorTexts = Partial<Record<FailureKind | 'unclear', string>>;

/**
 * The sentence for the user.
 *
 * @param hasRequestOptions whether the screen has n8n's Request Options, unlike a trigger or a search
 */
export function messageFor(
	failure: Failure,
	texts: ErrorTexts,
	hasRequestOptions: boolean,
): string {
	const own = isUnclear(failure) ? (texts.unclear ?? texts[failure.kind]) : texts[failure.kind];
	const { says, setting } = failure.isInFront ? FAILURES.inFront : rowOf(failure);
	const { retryAfterMs } = failure;
	const when = retryAfterMs ? `in ${Math.ceil(retryAfterMs / 1000)} s` : 'later';
	const noAnswer = failure.isInFront
		? `something in front of the service, such as a firewall, answered with a web page (${failure.status})`
		: 'the service gave no clear answer';
	const parts: Record<string, unknown> = { ...failure, when, noAnswer };
	const message = (own ?? says).replace(/\{(\w+)\}/g, (_, part: string) => String(parts[part]));
	return own === undefined && setting && hasRequestOptions
		? `${message} ${setting} in Request Options, on the Settings tab.`
		: message;
}

/** What an error says, as it can be remembered. */
export interface Facts {
	message: string;
	description?: string;
	/** `none` without an answer. */
	httpCode: string;
	failure?: N8nFailure;
}

export const factsOf = (error: NodeApiError | NodeOperationError): Facts => ({
	message: error.message,
	description: error.description ?? undefined,
	httpCode: ('httpCode' in error ? error.httpCode : null) ?? 'none',
	failure: error.failure,
});

/**
 * The error that the user sees for a failed request: what to do as the message, the service's own
 * text as the description, its status as `httpCode`, and `failure` for n8n's own back-off.
 */
export function factsOfFailure(
	failure: Failure,
	texts: ErrorTexts,
	hasRequestOptions: boolean,
): Facts {
	const { status, detail, retryAfterMs } = failure;
	const { cause } = rowOf(failure);
	return {
		message: messageFor(failure, texts, hasRequestOptions),
		description: status === undefined ? undefined : detail,
		httpCode: status === undefined ? 'none' : String(status),
		failure: cause && ({ cause, ...(retryAfterMs && { retryAfterMs }) } as N8nFailure),
	};
}

/** The error of one item with these facts. It is made from words: n8n's own errors hold the headers. */
export function errorFrom(node: INode, facts: Facts, itemIndex: number | undefined): NodeApiError {
	const { message, httpCode, failure } = facts;
	const error = new NodeApiError(node, { message }, { message, httpCode, itemIndex, failure });
	// n8n rewrites messages in which it finds the name of a network error, in the service's words too.
	error.message = message;
	error.description = facts.description;
	return error;
}

/** The error of one item for a cause that others may share. */
export const errorForItem = (node: INode, cause: unknown, itemIndex: number): NodeApiError =>
	errorFrom(node, factsOf(asNodeError(node, cause, itemIndex)), itemIndex);

/** The message of an error item: what to do, and the service's own words behind it. */
export function messageWithDetail(error: Error & { description?: string | null }): string {
	const { message, description } = error;
	return description && !message.includes(description)
		? `${message} The service says: ${description}`
		: message;
}

/** Codes in whose place n8n puts a message of its own when a tool fails, wherever they stand in a text. */
const CODES =
	/E(?=CONN|NOTFOUND|TIMEDOUT|RRADDR|ADDR|HOSTUN|AI_|NOENT|ISDIR|NOTDIR|ACCES|EXIST|PERM)|G(?=ETADDR)/gi;

/**
 * For an AI tool, whose caller sees only the message: the service's words go into it. Codes in
 * them are broken up, else the model would read n8n's advice on them, such as to try again at once.
 */
export function forTool<T extends NodeApiError | NodeOperationError>(error: T): T {
	error.message = messageWithDetail(error).replace(CODES, '$&\u2060');
	return error;
}

/** Errors of n8n's own as they are, anything else as an error of this node and item. */
export function asNodeError(
	node: INode,
	error: unknown,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const cause = error instanceof Error ? error : new Error(String(error));
	return new NodeOperationError(node, cause, { itemIndex });
}
