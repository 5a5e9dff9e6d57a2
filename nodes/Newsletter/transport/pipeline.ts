import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodePropertyRouting,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { createClient, type Call, type Client } from './client';
import { asNodeError, forTool, messageWithDetail } from './errors';
import { isTool, itemContextsOf, type ItemContext } from './itemContexts';
import { readRequestOptions } from './requestOptions';

export type { ItemContext };

/** Makes the requests of one input item. @param call the request that n8n built from the fields */
export type Operation = (
	item: ItemContext,
	client: Client,
	call: Call,
) => Promise<INodeExecutionData[]>;

/** Makes the requests of all input items together. @param context the first item */
export type CustomOperation = (
	context: ItemContext,
	items: ItemContext[],
) => Promise<INodeExecutionData[]>;

/**
 * An item of the error output. n8n adds the fields of the input to it, but only in this form: no
 * `error` beside the json, and no other keys in the json.
 */
export const errorItem = (
	error: NodeApiError | NodeOperationError,
	itemIndex: number,
): INodeExecutionData => ({
	json: { error: messageWithDetail(error) },
	pairedItem: { item: itemIndex },
});

/** An error item for each of these items. @throws the error, if the node does not continue on fail */
export function errorItemsOf(items: ItemContext[], cause: unknown): INodeExecutionData[] {
	return items.map((item) => {
		const itemIndex = item.getItemIndex();
		const nodeError = asNodeError(item.getNode(), cause, itemIndex);
		const error = isTool(item) ? forTool(nodeError) : nodeError;
		if (!item.continueOnFail()) throw error;
		return errorItem(error, itemIndex);
	});
}

/** By run: ends when all items that have begun so far have their client. */
const clientsMade = new WeakMap<object, Promise<void>>();

/** Credentials arrive in any order. But items go on in their own order: two may update one contact. */
async function afterEarlierItems<T>(run: object, creating: Promise<T>): Promise<T> {
	const made = Promise.allSettled([clientsMade.get(run), creating]).then(() => undefined);
	clientsMade.set(run, made);
	await made;
	return await creating;
}

/** Carries out an operation for one item. If the node continues on fail, an error becomes an item. */
export async function carryOut(
	item: ItemContext,
	operation: Operation,
	{ method, url, qs, body, allowedDomains }: IHttpRequestOptions,
): Promise<INodeExecutionData[]> {
	const itemIndex = item.getItemIndex();
	try {
		const { defaults, timeoutMs } = readRequestOptions(item);
		const creating = createClient(item, { defaults: { ...defaults, allowedDomains } });
		const client = await afterEarlierItems(item.getExecuteData(), creating);
		const items = await operation(item, client, {
			method: method as Call['method'],
			url,
			qs,
			body: body as IDataObject,
			texts: { refused: 'The service refused the request: check the fields of this node.' },
			timeoutMs,
			itemIndex,
		});
		return items.map((one) => ({ pairedItem: { item: itemIndex }, ...one }));
	} catch (cause) {
		return errorItemsOf([item], cause);
	}
}

/**
 * A declarative operation. The hook takes the place of n8n's plain request: n8n would fire the
 * requests of all items at once, follow redirects, and leave error items without a link.
 */
export const routingOf = (
	request: Pick<Call, 'method' | 'url'>,
	operation: Operation,
): INodePropertyRouting => ({
	request,
	send: { paginate: true },
	operations: {
		async pagination({ options }) {
			return await carryOut(this, operation, options as IHttpRequestOptions);
		},
	},
});

/** A custom operation as a tool: n8n calls it through the routing, for one item. */
export const toolRoutingOf = (operation: CustomOperation): INodePropertyRouting => ({
	send: { paginate: true },
	operations: {
		async pagination() {
			return await operation(this, [this]);
		},
	},
});

/** A custom operation in a workflow, for the node's `customOperations`. */
export function workflowOperationOf(operation: CustomOperation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = itemContextsOf(this);
		return [items[0] ? await operation(items[0], items) : []];
	};
}
