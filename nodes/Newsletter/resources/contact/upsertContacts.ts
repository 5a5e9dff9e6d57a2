import type { INodeExecutionData } from 'n8n-workflow';

import { planBatches } from '../../transport/batches';
import { MOST_WITHOUT_SUCCESS, writeInBulk, type BulkReport } from '../../transport/bulkWrite';
import type { Client } from '../../transport/client';
import { errorForItem } from '../../transport/errors';
import {
	errorItem,
	errorItemsOf,
	type CustomOperation,
	type ItemContext,
} from '../../transport/pipeline';
import { pauseAfter, readRequestOptions } from '../../transport/requestOptions';
import { errorOfRun, itemsInWords, type ItemError } from '../runErrors';
import { accountsOf } from './accounts';
import { readEntries, type ContactEntry, type ContactGroup } from './contactEntries';
import { withUnsubscribedKept } from './unsubscribed';
import {
	contactsInWords,
	hintAtDifference,
	outputItems,
	syncedIn,
	type Accepted,
} from './upsertOutput';

type Report = BulkReport<ContactEntry>;

const TEXTS = {
	refused:
		'The service refused the contacts: check Newsletter ID, here or in the credential, and the values of the contacts.',
	tooLarge: 'The request is too large for the service: lower Batch Size.',
	notFound:
		'The service found nothing to create or update: check Newsletter ID, here or in the credential, and Contact ID.',
};

/** The error of a contact that was not synced. If it was not tried on its own, the error says so. */
function errorOfEntry(
	client: Client,
	{ entry, failure, untried }: Report['failed'][number],
	isGivenUp = false,
): ItemError {
	const { itemIndex } = entry;
	const error = client.errorOf(failure, { texts: TEXTS, itemIndex });
	const missed = untried === 'unsent' ? 'not sent' : 'not tried on its own';
	if (untried && isGivenUp) {
		error.message = `Not synced: none of the first ${MOST_WITHOUT_SUCCESS} requests was accepted, so this contact was ${missed}. Check Newsletter ID, here or in the credential, and the contacts that were refused.`;
	} else if (untried) {
		error.message += ` This contact was ${missed}.`;
	} else if (failure.kind === 'otherShape' || failure.kind === 'notJson') {
		error.message += ' This contact may have been stored anyway. You can safely send it again.';
	}
	return { itemIndex, error };
}

const firstInputOf = ({ pairedItem }: INodeExecutionData) =>
	([pairedItem].flat()[0] as { item: number }).item;

async function writeContacts(
	context: ItemContext,
	items: ItemContext[],
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const { defaults, timeoutMs } = readRequestOptions(context);
	const accepted: Accepted = [];
	const errors: ItemError[] = [];
	let requests = 0;

	const writeGroup = async (client: Client, group: ContactGroup) => {
		const entries = await withUnsubscribedKept(client, group, { timeoutMs }).catch((cause) => {
			const isKept = ({ keepUnsubscribed }: ContactEntry) => keepUnsubscribed;
			for (const { itemIndex } of group.entries.filter(isKept)) {
				errors.push({ itemIndex, error: errorForItem(node, cause, itemIndex) });
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
		const { failed, isGivenUp } = report;
		errors.push(...failed.map((one) => errorOfEntry(client, one, isGivenUp)));
	};

	for (const account of await accountsOf(items, defaults, errors)) {
		const { groups, errors: unreadable } = readEntries(account.items);
		errors.push(...unreadable);
		for (const group of groups) await writeGroup(account.client, group);
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
