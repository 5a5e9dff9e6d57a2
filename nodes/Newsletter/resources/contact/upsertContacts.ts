import type { INodeExecutionData } from 'n8n-workflow';

import { planBatches, type Entry } from '../../transport/batches';
import { writeInBulk } from '../../transport/bulkWrite';
import { createClient } from '../../transport/client';
import { asNodeError, errorLike, forCaller, toldBy } from '../../transport/errors';
import { errorItem, type CustomOperation, type ItemContext } from '../../transport/pipeline';
import { pauseAfter, readRequestOptions } from '../../transport/requestOptions';
import { errorOfRun, itemsInWords } from '../runErrors';
import { readEntries, type ContactEntry } from './contactEntries';
import { withUnsubscribedKept } from './unsubscribed';
import {
	bulkCall,
	contactsInWords,
	errorOfEntry,
	hintAtDifference,
	outputItems,
	type Report,
} from './upsertResult';

function inInputOrder(items: INodeExecutionData[]): INodeExecutionData[] {
	const firstInput = ({ pairedItem }: INodeExecutionData) => {
		const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
		return typeof first === 'object' ? first.item : (first ?? 0);
	};
	return items.sort((a, b) => firstInput(a) - firstInput(b));
}

async function writeContacts(
	context: ItemContext,
	items: ItemContext[],
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const { defaults, timeoutMs } = readRequestOptions(context);
	const client = await createClient(context, { defaults });
	const { groups, errors } = readEntries(items, client.connection.newsletterId);
	const reports: Report[] = [];
	let requests = 0;

	for (const group of groups) {
		const entries = await withUnsubscribedKept(client, group, { timeoutMs }).catch((cause) => {
			const isAskedFor = ({ keepUnsubscribed }: ContactEntry) => keepUnsubscribed;
			for (const { itemIndex } of group.entries.filter(isAskedFor)) {
				const told = toldBy(asNodeError(node, cause, itemIndex));
				errors.push({ itemIndex, error: errorLike(node, told, itemIndex) });
			}
			return group.entries.filter((entry) => !isAskedFor(entry));
		});
		const post = async (batch: Entry[]) => {
			await pauseAfter(context, requests++);
			const contacts = batch.map(({ contact }) => contact);
			const body = { newsletter_id: group.newsletterId, contacts };
			return await client.ask(bulkCall(body, timeoutMs));
		};
		const batches = planBatches(entries, group.batchSize);
		const report = await writeInBulk(batches, post, context.continueOnFail());
		reports.push(report);
		errors.push(...report.failed.map((failed) => errorOfEntry(client, failed)));
	}
	const accepted = reports.flatMap((report) => report.accepted);
	hintAtDifference(context, accepted);
	const [first, ...others] = errors.sort((a, b) => a.itemIndex - b.itemIndex);
	if (first && !context.continueOnFail()) {
		const done = accepted.flatMap(({ entries }) => entries.map(({ itemIndex }) => itemIndex));
		const failed = itemsInWords(errors.map(({ itemIndex }) => itemIndex));
		const message = `${contactsInWords(errors.length)} could not be synced (${failed}); ${contactsInWords(done.length)} ${done.length === 1 ? 'was' : 'were'} synced.`;
		const isAlone = others.length === 0 && done.length === 0;
		throw errorOfRun(node, [first, ...others], [], isAlone ? undefined : message);
	}
	const errorItems = errors.map(({ error, itemIndex }) => errorItem(error, itemIndex));
	return inInputOrder([...outputItems(accepted), ...errorItems]);
}

/**
 * Create or Update: gathers the contacts of all items into as few requests as possible, which are
 * made one after another.
 *
 * @throws {NodeApiError | NodeOperationError} without Continue On Fail, after everything acceptable
 * was synced, naming the items that were not
 */
export const contactUpsert: CustomOperation = async (context, items) => {
	const node = context.getNode();
	try {
		return await writeContacts(context, items);
	} catch (cause) {
		const error = forCaller(node, asNodeError(node, cause, 0));
		if (!context.continueOnFail()) throw error;
		return items.map((item) => {
			const itemIndex = item.getItemIndex();
			return errorItem(errorLike(node, toldBy(error), itemIndex), itemIndex);
		});
	}
};
