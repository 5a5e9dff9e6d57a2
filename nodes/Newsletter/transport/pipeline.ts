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
import { itemContextsOf, type ItemContext } from './itemContexts';
import { readRequestOptions } from './requestOptions';

export type { ItemContext };

/** Makes the requests of one input item. @param call what the fields' routing makes of the request */
export type Operation = (
	item: ItemContext,
	client: Client,
	call: Call,
) => Promise<INodeExecutionData[]>;

/** Makes the requests of all input items together. @param context the first item's, for the run */
export type CustomOperation = (
	context: ItemContext,
	items: ItemContext[],
) => Promise<INodeExecutionData[]>;

/**
 * An item of the error output, to which n8n adds the fields of the input. It drops them where the
 * item has an `error` beside its json, and takes an item with other keys in its json for a success.
 */
export const errorItem = (
	error: NodeApiError | NodeOperationError,
	itemIndex: number,
): INodeExecutionData => ({
	json: { error: messageWithDetail(error) },
	pairedItem: { item: itemIndex },
});

/** What failed for these items: an error item each where the node continues. @throws it elsewhere */
export function errorItemsOf(items: ItemContext[], cause: unknown): INodeExecutionData[] {
	return items.map((item) => {
		const node = item.getNode();
		const itemIndex = item.getItemIndex();
		const error = forTool(node, asNodeError(node, cause, itemIndex));
		if (!item.continueOnFail()) throw error;
		return errorItem(error, itemIndex);
	});
}

/** Of each run, the reading of the credential by the last item that has begun. */
const readings = new WeakMap<object, Promise<unknown>>();

/** n8n reads the credentials of items in any order; what they are for begins in the order of the items. */
async function inOrder<T>(run: object, reading: Promise<T>): Promise<T> {
	const turn = Promise.allSettled([readings.get(run), reading]).then(() => undefined);
	readings.set(run, turn);
	await turn;
	return await reading;
}

/** Carries out an operation for one item. Its failure is an error item where the node continues. */
export async function carryOut(
	item: ItemContext,
	operation: Operation,
	{ method, url, qs, body, allowedDomains }: IHttpRequestOptions,
): Promise<INodeExecutionData[]> {
	const itemIndex = item.getItemIndex();
	try {
		const { defaults, timeoutMs } = readRequestOptions(item);
		const creating = createClient(item, { defaults: { ...defaults, allowedDomains } });
		const client = await inOrder(item.getExecuteData(), creating);
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
