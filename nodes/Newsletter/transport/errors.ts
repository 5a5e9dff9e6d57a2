import {
	NodeApiError,
	NodeOperationError,
	type Failure as N8nFailure,
	type INode,
} from 'n8n-workflow';

import { messageFor, rowOf, type ErrorTexts } from './errorTexts';
import type { Failure } from './failures';
import { withoutKey } from './masking';

function n8nFailure(failure: Failure): N8nFailure | undefined {
	const { cause } = rowOf(failure);
	const { retryAfterMs } = failure;
	if (cause === undefined) return undefined;
	return (retryAfterMs === undefined ? { cause } : { cause, retryAfterMs }) as N8nFailure;
}

interface ErrorOptions {
	itemIndex?: number;
	texts: ErrorTexts;
	/** Never shown, even where the service repeats it in its answer. */
	apiKey: string;
	/** Default: they are there. */
	hasRequestOptions?: boolean;
}

/**
 * The error that the user sees for a failed request: what to do as the message, the service's own
 * text as the description, its status as `httpCode`, and `failure` for n8n's own back-off.
 */
export function toNodeApiError(
	node: INode,
	failure: Failure,
	{ itemIndex, texts, apiKey, hasRequestOptions }: ErrorOptions,
): NodeApiError {
	const isTool = node.type.endsWith('Tool');
	const description = withoutKey(failure.detail ?? '', apiKey);
	const shown = {
		...failure,
		detail: failure.detail && description,
		location: failure.location && withoutKey(failure.location, apiKey),
	};
	const message = messageFor(shown, texts, hasRequestOptions, isTool);
	// Made from plain words: the HTTP library's own error holds the request's headers.
	const error = new NodeApiError(
		node,
		{ message },
		{
			message,
			description,
			httpCode: failure.status === undefined ? 'none' : String(failure.status),
			itemIndex,
			failure: n8nFailure(failure),
		},
	);
	// n8n rewrites messages in which it finds the name of a network error, in the service's words too.
	error.message = message;
	error.description = description === '' ? undefined : description;
	return error;
}

/** What an error tells, as it can be remembered. */
export interface Told {
	message: string;
	description?: string;
	/** `none` without an answer. */
	httpCode: string;
	failure?: N8nFailure;
}

export const toldBy = (error: NodeApiError | NodeOperationError): Told => ({
	message: error.message,
	description: error.description ?? undefined,
	httpCode: ('httpCode' in error ? error.httpCode : null) ?? 'none',
	failure: error.failure,
});

/** An error that tells the same as another, of another item or another try. */
export function errorLike(node: INode, told: Told, itemIndex: number | undefined): NodeApiError {
	const { message, httpCode, failure } = told;
	const error = new NodeApiError(node, { message }, { message, httpCode, itemIndex, failure });
	error.message = message;
	error.description = told.description;
	return error;
}

/** The error of one item for a cause that others may share. */
export const errorOfItem = (node: INode, cause: unknown, itemIndex: number): NodeApiError =>
	errorLike(node, toldBy(asNodeError(node, cause, itemIndex)), itemIndex);

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
 * For an AI tool, whose caller is told the message alone: the service's words go into it. Codes in
 * them are broken up, else the model would read n8n's advice on them, such as to try again at once.
 */
export function forCaller<T extends NodeApiError | NodeOperationError>(node: INode, error: T): T {
	if (!node.type.endsWith('Tool')) return error;
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
