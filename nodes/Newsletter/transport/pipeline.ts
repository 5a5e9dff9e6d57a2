import type {
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodePropertyRouting,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { createClient, type Call, type Client, type RequestDefaults } from './client';
import type { ErrorTexts } from './errorTexts';
import { timeoutOf } from './requestOptions';
import { asNodeError, forCaller, messageWithDetail } from './errors';

/** Turns what the fields say into the request; throws where they say nothing sensible. */
export type PreSend = (
	this: IExecutePaginationFunctions,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

/** Makes the operation's requests; items without a link get one to the input item that asked. */
export type Perform = (
	this: IExecutePaginationFunctions,
	client: Client,
	call: Call,
) => Promise<INodeExecutionData[]>;

export interface Operation
	extends Partial<Pick<Call, 'texts' | 'policy' | 'notFound' | 'isAnswer' | 'timeoutMs'>> {
	/** `{id}` in the address is filled in by a hook. */
	request: Pick<Call, 'method' | 'url'>;
	preSend?: PreSend[];
	/** What is changed; the input items that change the same are carried out one after another. */
	inTurn?: (context: IExecutePaginationFunctions) => string;
	/** Default: one request, whose answer is the item. */
	perform?: Perform;
}

const TEXTS: ErrorTexts = {
	refused: 'The service refused the request: check the fields of this node.',
};

const once: Perform = async (client, call) => [{ json: await client.request(call) }];

/** What n8n's own Request Options put into the request. */
function requestDefaults(options: IHttpRequestOptions): RequestDefaults {
	const { proxy, skipSslCertificateValidation, allowedDomains } = options;
	return { proxy, skipSslCertificateValidation, allowedDomains };
}

/**
 * An item of the error output: no other keys, else n8n takes it for a success. n8n shows of it the
 * error's message alone, so the service's own words go into that.
 */
export function errorItem(
	error: NodeApiError | NodeOperationError,
	itemIndex: number,
): INodeExecutionData {
	error.message = messageWithDetail(error);
	return { json: { error: error.message }, error, pairedItem: { item: itemIndex } };
}

/**
 * Carries out an operation for the input item of the context.
 *
 * @param begin gives the request as far as the fields' routing says it; an expression may fail there
 * @throws {NodeApiError | NodeOperationError} without Continue On Fail
 */
export async function carryOut(
	context: IExecutePaginationFunctions,
	operation: Operation,
	begin: () => IHttpRequestOptions,
): Promise<INodeExecutionData[]> {
	const { preSend = [], perform = once, policy, notFound, isAnswer, timeoutMs } = operation;
	const itemIndex = context.getItemIndex();
	try {
		let request = begin();
		for (const hook of preSend) request = await hook.call(context, request);

		const { timeout } = context.getNodeParameter('requestOptions', {}) as IDataObject;
		const client = await createClient(context, { defaults: requestDefaults(request) });
		const items = await perform.call(context, client, {
			policy,
			notFound,
			isAnswer,
			texts: operation.texts ?? TEXTS,
			method: (request.method ?? 'GET') as Call['method'],
			url: request.url,
			qs: request.qs,
			body: request.body as IDataObject,
			timeoutMs: timeoutOf(context.getNode(), timeout) ?? timeoutMs,
			itemIndex,
		});
		return items.map((item) => ({ pairedItem: { item: itemIndex }, ...item }));
	} catch (cause) {
		const node = context.getNode();
		const error = forCaller(node, asNodeError(node, cause, itemIndex));
		if (!context.continueOnFail()) throw error;
		return [errorItem(error, itemIndex)];
	}
}

/**
 * An operation as n8n's declarative routing. It takes the place of n8n's plain request: n8n would
 * fire the requests of all items at once, follow redirects, and leave error items without a link to
 * their input.
 */
export const routingOf = (operation: Operation): INodePropertyRouting => ({
	request: operation.request,
	send: { paginate: true },
	operations: {
		async pagination({ options }) {
			const begin = () => ({ ...options, url: options.url ?? '' }) as IHttpRequestOptions;
			return await carryOut(this, operation, begin);
		},
	},
});
