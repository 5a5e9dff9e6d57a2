import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { planBatches } from '../../transport/batches';
import { MOST_WITHOUT_SUCCESS, writeInBulk, type BulkReport } from '../../transport/bulkWrite';
import { createClient, type Client } from '../../transport/client';
import { errorOfItem } from '../../transport/errors';
import {
	errorItem,
	errorItemsOf,
	type CustomOperation,
	type ItemContext,
} from '../../transport/pipeline';
import { pauseAfter, readRequestOptions } from '../../transport/requestOptions';
import { errorOfRun, itemsInWords, type ItemError } from '../runErrors';
import { readEntries, type ContactEntry } from './contactEntries';
import { withUnsubscribedKept } from './unsubscribed';

type Accepted = BulkReport<ContactEntry>['accepted'];
type Failed = BulkReport<ContactEntry>['failed'];

const TEXTS = {
	refused:
		'The service refused the contacts: check Newsletter ID, here or in the credential, and the values of the contacts.',
	tooLarge: 'The request is too large for the service: lower Batch Size.',
	notFound:
		'The service found nothing to create or update: check Newsletter ID, here or in the credential, and Contact ID.',
};

/** How many contacts the service says that it synced, a number also where it came as text; else NaN. */
const syncedIn = ({ synced }: IDataObject): number =>
	typeof synced === 'number' || (typeof synced === 'string' && synced.trim() !== '')
		? Number(synced)
		: NaN;

const contactsInWords = (count: number) => (count === 1 ? '1 contact' : `${count} contacts`);

/** The error of one contact that was not synced; of one that was not tried on its own it says so. */
function errorOfEntry(client: Client, { entry, failure, untried }: Failed[number]): ItemError {
	const { itemIndex } = entry;
	const error = client.errorOf(failure, { texts: TEXTS, itemIndex });
	if (untried === 'givenUp') {
		error.message = `Not synced: none of the first ${MOST_WITHOUT_SUCCESS} requests was accepted, so this contact was not tried on its own. Check Newsletter ID, here or in the credential, and the contacts that were refused.`;
	} else if (untried === 'unsent') {
		error.message += ' This contact was not sent.';
	} else if (untried === 'notAlone') {
		error.message += ' This contact was not tried on its own.';
	} else if (failure.kind === 'otherShape' || failure.kind === 'notJson') {
		error.message += ' This contact may have been stored anyway. You can safely send it again.';
	}
	return { itemIndex, error };
}

/** One item a request, or one a contact, as each entry's Output says. */
function outputItems(accepted: Accepted): INodeExecutionData[] {
	return accepted.flatMap(({ entries, answer }) => {
		// Which of its contacts a request left out is not said, so none of them is claimed.
		const synced = syncedIn(answer) >= entries.length ? true : null;
		const links = entries
			.filter(({ output }) => output === 'requests')
			.map(({ itemIndex }) => ({ item: itemIndex }));
		const contacts = entries
			.filter(({ output }) => output === 'contacts')
			.map(({ itemIndex, contact }) => ({
				json: { ...contact, synced },
				pairedItem: { item: itemIndex },
			}));
		const request = { json: { ...answer, contacts: entries.length }, pairedItem: links };
		return links.length > 0 ? [request, ...contacts] : contacts;
	});
}

/** Tells the user where the service counted otherwise than was sent. */
function hintAtDifference(context: ItemContext, accepted: Accepted): void {
	const counts = accepted.map(({ answer }) => syncedIn(answer));
	if (counts.every((count, index) => count === accepted[index]?.entries.length)) return;
	const synced = counts.reduce((sum, count) => sum + count, 0);
	const sent = accepted.flatMap(({ entries }) => entries).length;
	const unnamed = synced < sent ? ' It does not say which ones it left out.' : '';
	context.addExecutionHints?.({
		message: `The service counted ${contactsInWords(synced)} as synced, but ${contactsInWords(sent)} were sent.${unnamed}`,
		type: 'warning',
		location: 'outputPane',
	});
}

const firstInputOf = ({ pairedItem }: INodeExecutionData) =>
	([pairedItem].flat()[0] as { item: number }).item;

async function writeContacts(
	context: ItemContext,
	items: ItemContext[],
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const { defaults, timeoutMs } = readRequestOptions(context);
	const client = await createClient(context, { defaults });
	const { groups, errors } = readEntries(items, client.connection.newsletterId);
	const accepted: Accepted = [];
	let requests = 0;

	for (const group of groups) {
		const entries = await withUnsubscribedKept(client, group, { timeoutMs }).catch((cause) => {
			const isKept = ({ keepUnsubscribed }: ContactEntry) => keepUnsubscribed;
			for (const { itemIndex } of group.entries.filter(isKept)) {
				errors.push({ itemIndex, error: errorOfItem(node, cause, itemIndex) });
			}
			return group.entries.filter((entry) => !isKept(entry));
		});
		const post = async (batch: ContactEntry[]) => {
			await pauseAfter(context, requests++);
			const contacts = batch.map(({ contact }) => contact);
			return await client.ask({
				method: 'POST',
				url: '/contacts',
				body: { newsletter_id: group.newsletterId, contacts },
				timeoutMs,
				isAnswer: (answer) => !Number.isNaN(syncedIn(answer)),
				texts: TEXTS,
			});
		};
		const batches = planBatches(entries, group.batchSize);
		const report = await writeInBulk(batches, post, context.continueOnFail());
		accepted.push(...report.accepted);
		errors.push(...report.failed.map((failed) => errorOfEntry(client, failed)));
	}
	hintAtDifference(context, accepted);
	const [first, ...others] = errors.sort((a, b) => a.itemIndex - b.itemIndex);
	if (first && !context.continueOnFail()) {
		const done = accepted.flatMap(({ entries }) => entries).length;
		const failed = itemsInWords(errors.map(({ itemIndex }) => itemIndex));
		const message = `${contactsInWords(errors.length)} could not be synced (${failed}); ${contactsInWords(done)} ${done === 1 ? 'was' : 'were'} synced.`;
		const isAlone = others.length === 0 && done === 0;
		throw errorOfRun(node, [first, ...others], [], isAlone ? undefined : message);
	}
	const errorItems = errors.map(({ error, itemIndex }) => errorItem(error, itemIndex));
	return [...outputItems(accepted), ...errorItems].sort(
		(a, b) => firstInputOf(a) - firstInputOf(b),
	);
}

/**
 * Create or Update: gathers the contacts of all items into as few requests as possible, which are
 * made one after another.
 *
 * @throws {NodeApiError | NodeOperationError} without Continue On Fail, after everything acceptable
 * was synced, naming the items that were not
 */
export const contactUpsert: CustomOperation = async (context, items) =>
	await writeContacts(context, items).catch((cause) => errorItemsOf(items, cause));
