import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { carryOut, type Operation } from '../transport/pipeline';
import { pauseAfter, readRequestOptions, type RequestOptions } from '../transport/requestOptions';

/** The context as n8n gives it for one item. */
const contextOf = (context: IExecuteFunctions, itemIndex: number): IExecutePaginationFunctions =>
	Object.assign(Object.create(context) as object, {
		getItemIndex: () => itemIndex,
		getNodeParameter: (name: string, ownDefault?: unknown, options?: object) =>
			context.getNodeParameter(name, itemIndex, ownDefault, options),
		getCredentials: async (type: string) => await context.getCredentials(type, itemIndex),
	}) as unknown as IExecutePaginationFunctions;

/** What the collections of an operation put into its request, by the routing of their fields. */
function routed(
	{ getNodeParameter }: IExecutePaginationFunctions,
	fields: INodeProperties[],
): { qs: IDataObject; body: IDataObject } {
	const parts = { query: {} as IDataObject, body: {} as IDataObject };
	for (const collection of fields.filter(({ type }) => type === 'collection')) {
		const values = getNodeParameter(collection.name, {}) as IDataObject;
		for (const { name, routing } of collection.options as INodeProperties[]) {
			const { type, property } = routing?.send ?? {};
			if (type && property && name in values) parts[type][property] = values[name];
		}
	}
	return { qs: parts.query, body: parts.body };
}

/** No pause where Request Options cannot be read: then each item fails by them. */
function batchingOf(context: IExecuteFunctions): RequestOptions['batching'] {
	try {
		return readRequestOptions(context).batching;
	} catch {
		return { size: 1, pauseMs: 0 };
	}
}

/**
 * A declarative operation in a workflow. n8n's own loop over the items ends where the expressions of
 * one fail: what was asked for the items before would then be done behind a failed run, unknown to
 * its next try. Here every item comes to its end, and to an error of its own, before the node does.
 *
 * @param fields the operation's fields
 * @returns a custom operation that throws, without Continue On Fail, the error of the first item that
 * has one
 */
export function forItems(operation: Operation, fields: INodeProperties[]) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const batching = batchingOf(this);
		const runs: Array<Promise<INodeExecutionData[]>> = [];
		for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex += 1) {
			await pauseAfter(this, batching, itemIndex);
			const context = contextOf(this, itemIndex);
			const begin = () => {
				const { defaults } = readRequestOptions(this, itemIndex);
				return { ...defaults, ...operation.request, ...routed(context, fields) };
			};
			runs.push(carryOut(context, operation, begin));
		}
		const results = await Promise.allSettled(runs);
		const failed = results.find(({ status }) => status === 'rejected');
		if (failed) throw (failed as PromiseRejectedResult).reason;
		return [
			results.flatMap((result) => (result as PromiseFulfilledResult<INodeExecutionData[]>).value),
		];
	};
}
