import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { carryOut, type Operation } from '../transport/pipeline';
import {
	batchingOf,
	pauseAfter,
	readRequestOptions,
	type RequestOptions,
} from '../transport/requestOptions';
import { errorOfRun, type ItemError } from './itemErrors';

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

/** No pause where an expression of Batching fails: then each item fails by it. */
function batchingOfAll(context: IExecuteFunctions): RequestOptions['batching'] {
	try {
		return batchingOf(context.getNodeParameter('requestOptions.batching', 0, {}));
	} catch {
		return batchingOf(undefined);
	}
}

/** What has to be done one after another, in the order of the input; else the item alone. */
function turnOf(context: IExecutePaginationFunctions, { inTurn }: Operation): string {
	try {
		if (inTurn) return `on ${inTurn(context)}`;
	} catch {
		// The item's own error is told once it is carried out.
	}
	return `item ${context.getItemIndex()}`;
}

const isFulfilled = <T>(result: PromiseSettledResult<T>): result is PromiseFulfilledResult<T> =>
	result.status === 'fulfilled';

/** What the items have come to, or the error of the run. */
function resultsOf(
	results: Array<PromiseSettledResult<INodeExecutionData[]>>,
	isReading: boolean,
): INodeExecutionData[] {
	const done = [...results.keys()].filter((index) => results[index]?.status === 'fulfilled');
	const [first, ...others] = results.flatMap((result, itemIndex) =>
		isFulfilled(result) ? [] : [{ itemIndex, error: result.reason as ItemError['error'] }],
	);
	if (first) throw errorOfRun([first, ...others], isReading ? [] : done);
	return results.filter(isFulfilled).flatMap(({ value }) => value);
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
		const batching = batchingOfAll(this);
		const runs: Array<Promise<INodeExecutionData[]>> = [];
		/** The last run of each contact or issue. */
		const turns = new Map<string, Promise<unknown>>();
		for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex += 1) {
			await pauseAfter(this, batching, itemIndex);
			const context = contextOf(this, itemIndex);
			const begin = () => {
				const { defaults } = readRequestOptions(this, itemIndex);
				return { ...defaults, ...operation.request, ...routed(context, fields) };
			};
			const turn = turnOf(context, operation);
			const before = turns.get(turn) ?? Promise.resolve();
			const run = before.then(async () => await carryOut(context, operation, begin));
			runs.push(run);
			// Also where a pause is waited for meanwhile, an error is known of.
			turns.set(
				turn,
				run.catch(() => undefined),
			);
		}
		return [resultsOf(await Promise.allSettled(runs), operation.request.method === 'GET')];
	};
}
