import type { INodeExecutionData } from 'n8n-workflow';

import { planBatches } from '../../transport/batches';
import { MOST_WITHOUT_SUCCESS, writeInBulk, type BulkReport } from '../../transport/bulkWrite';
import { createClient, type Client, type RequestDefaults } from '../../transport/client';
import { asNodeError, errorOfItem } from '../../transport/errors';
import {
	errorItem,
	errorItemsOf,
	type CustomOperation,
	type ItemContext,
} from '../../transport/pipeline';
import { pauseAfter, readRequestOptions } from '../../transport/requestOptions';
import { errorOfRun, itemsInWords, type ItemError } from '../runErrors';
import { readEntries, type ContactEntry, type ContactGroup } from './contactEntries';
import { withUnsubscribedKept } from './unsubscribed';
import {
	contactsInWords,
	hintAtDifference,
	outputItems,
	syncedIn,
	type Accepted,
} from './upsertOutput';

type Failed = BulkReport<ContactEntry>['failed'];

const TEXTS = {
	refused:
		'The service refused the contacts: check Newsletter ID, here or in the credential, and the values of the contacts.',
	tooLarge: 'The request is too large for the service: lower Batch Size.',
	notFound:
		'The service found nothing to create or update: check Newsletter ID, here or in the credential, and Contact ID.',
};

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

const firstInputOf = ({ pairedItem }: INodeExecutionData) =>
	([pairedItem].flat()[0] as { item: number }).item;

/** What items share whose credential names the same service and the same key. */
interface Account {
	client: Client;
	/** Each with the newsletter of its credential. */
	items: Map<ItemContext, string>;
}

/** Reads the credential of each item: an expression in it may give each item another value. */
async function accountsOf(
	items: ItemContext[],
	defaults: RequestDefaults,
	errors: ItemError[],
): Promise<Account[]> {
	const accounts = new Map<string, Account>();
	for (const item of items) {
		try {
			const client = await createClient(item, { defaults });
			const { baseUrl, apiKey, newsletterId } = client.connection;
			const key = JSON.stringify([baseUrl, apiKey]);
			const account = accounts.get(key) ?? { client, items: new Map<ItemContext, string>() };
			accounts.set(key, account);
			account.items.set(item, newsletterId);
		} catch (cause) {
			const itemIndex = item.getItemIndex();
			errors.push({ itemIndex, error: asNodeError(item.getNode(), cause, itemIndex) });
		}
	}
	return [...accounts.values()];
}

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
