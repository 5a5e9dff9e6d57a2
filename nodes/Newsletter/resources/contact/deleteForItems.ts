import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { createClient, type Call, type Client } from '../../transport/client';
import { asNodeError, forCaller } from '../../transport/errors';
import { isUnclear } from '../../transport/errorTexts';
import { mayBeDone } from '../../transport/memory';
import { errorItem } from '../../transport/pipeline';
import {
	pauseAfter,
	readRequestOptions,
	type RequestOptions,
} from '../../transport/requestOptions';
import { ONCE } from '../../transport/retry';
import { errorOfRun } from '../itemErrors';
import { newsletterIdOf } from '../newsletterId';
import {
	contactDeleteMany,
	deleteContacts,
	deletedJson,
	deletionQuery,
	DOUBTFUL_COUNT,
	type Deleted,
} from './deleteMany';

/**
 * All contacts are deleted by one request only: another one would take those with it that came
 * meanwhile, which nobody asked for.
 */
const ALL_ONCE = {
	policy: ONCE,
	texts: {
		...contactDeleteMany.texts,
		unclear:
			'The contacts may already have been deleted: the service gave no clear answer. Look at what is left before you run this again, which deletes contacts that came meanwhile too.',
	},
};

/** What came of the deletions of a run, for n8n's Retry On Fail, which runs the items again. */
const runs = new WeakMap<object, Map<string, Deleted>>();

/** By input item; those without an error are left out. */
type ItemErrors = Array<NodeApiError | NodeOperationError>;

/** The input items by what they ask for. */
function deletionsOf(context: IExecuteFunctions, client: Client, errors: ItemErrors) {
	const node = context.getNode();
	const deletions = new Map<string, { qs: IDataObject; items: number[] }>();
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex += 1) {
		const source = { node, itemIndex };
		try {
			const field = context.getNodeParameter('newsletterId', itemIndex, '');
			const newsletterId = newsletterIdOf(source, field, client.connection.newsletterId);
			const qs = deletionQuery(source, newsletterId, (parameter, ownDefault) =>
				context.getNodeParameter(parameter, itemIndex, ownDefault),
			);
			const key = JSON.stringify(qs);
			const known = deletions.get(key) ?? { qs, items: [] };
			known.items.push(itemIndex);
			deletions.set(key, known);
		} catch (cause) {
			errors[itemIndex] = asNodeError(node, cause, itemIndex);
		}
	}
	return deletions;
}

/** Asks for a deletion, unless an earlier try of the run has brought its answer. */
function deleter(context: IExecuteFunctions, client: Client, { batching }: RequestOptions) {
	// Calls of a tool share an agent's run, but each of them is a deletion of its own.
	const run = context.getNode().type.endsWith('Tool') ? {} : context.getExecuteData();
	const known = runs.get(run) ?? new Map<string, Deleted>();
	runs.set(run, known);
	let requests = 0;

	return async (key: string, call: Call): Promise<Deleted> => {
		const before = known.get(key);
		if (before && ('answer' in before || (call.policy === ONCE && mayBeDone(before.failure)))) {
			return before;
		}
		await pauseAfter(context, batching, requests);
		requests += 1;
		let deleted = await deleteContacts(client, call);
		if (before && isUnclear(before.failure) && 'answer' in deleted) {
			deleted = { ...deleted, isDoubtful: true };
		}
		known.set(key, deleted);
		return deleted;
	};
}

/**
 * Delete Many in a workflow: one request for each newsletter and choice, whose item is linked to all
 * input items that asked for it. It stands beside the routing since only here hints can be given.
 *
 * @throws {NodeApiError | NodeOperationError} without Continue On Fail, the error of the first item
 * that has one, after everything else was deleted
 */
export async function deleteForItems(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const errors: ItemErrors = [];
	/** By the first input item that each is linked to, so that they stand in the order of the input. */
	const outputs: INodeExecutionData[] = [];
	try {
		const requestOptions = readRequestOptions(this);
		const client = await createClient(this, { defaults: requestOptions.defaults });
		const { texts, notFound, isAnswer } = contactDeleteMany;
		const ask = deleter(this, client, requestOptions);
		let hasDoubts = false;

		for (const [key, deletion] of deletionsOf(this, client, errors)) {
			const { timeoutMs } = requestOptions;
			const request = { method: 'DELETE', url: '/contacts', qs: deletion.qs, timeoutMs } as const;
			const call: Call = {
				...request,
				texts,
				notFound,
				isAnswer,
				...(deletion.qs.subscribed !== undefined && ALL_ONCE),
			};
			const deleted = await ask(key, call);
			if ('failure' in deleted) {
				for (const itemIndex of deletion.items) {
					errors[itemIndex] = client.errorOf(deleted.failure, { ...call, itemIndex });
				}
				continue;
			}
			hasDoubts ||= deleted.isDoubtful;
			outputs[deletion.items[0] as number] = {
				json: deletedJson(node, deleted.answer, deleted.isDoubtful),
				pairedItem: deletion.items.map((item) => ({ item })),
			};
		}
		if (hasDoubts) {
			this.addExecutionHints?.({
				message: DOUBTFUL_COUNT,
				type: 'warning',
				location: 'outputPane',
			});
		}
	} catch (cause) {
		this.getInputData().forEach((_, itemIndex) => {
			errors[itemIndex] = asNodeError(node, cause, itemIndex);
		});
	}
	const failed = Object.entries(errors).map(([itemIndex, error]) => ({
		itemIndex: Number(itemIndex),
		error,
	}));
	const [first, ...others] = failed;
	if (first && !this.continueOnFail()) {
		const done = [...this.getInputData().keys()].filter((itemIndex) => !(itemIndex in errors));
		throw forCaller(node, errorOfRun([first, ...others], done));
	}
	errors.forEach((error, itemIndex) => {
		outputs[itemIndex] = errorItem(error, itemIndex);
	});
	return [Object.values(outputs)];
}
