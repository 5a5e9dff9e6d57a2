import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { planBatches, type Entry } from '../../transport/batches';
import { writeInBulk, type BulkReport } from '../../transport/bulkWrite';
import { createClient, type Call, type Client } from '../../transport/client';
import { asNodeError, errorLike, forCaller, toldBy } from '../../transport/errors';
import { errorItem } from '../../transport/pipeline';
import { pauseAfter, readRequestOptions } from '../../transport/requestOptions';
import { findUnsubscribed } from './unsubscribed';
import { bulkBody, UPSERT_TEXTS } from './upsert';
import { isUpsertAnswer, syncedIn } from './upsertAnswer';
import { bulkError, contactsInWords } from './upsertErrors';
import { upsertErrorOf } from './upsertFailure';
import { readItems, type ContactEntry, type ContactGroup } from './upsertItems';

function outputItems({ accepted }: BulkReport<ContactEntry>): INodeExecutionData[] {
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

const asksFirst = ({ keepUnsubscribed }: ContactEntry) => keepUnsubscribed;

/** Those who have unsubscribed stay so, whatever the input says of them. */
async function withUnsubscribedKept(
	client: Client,
	{ newsletterId, entries }: ContactGroup,
	timeoutMs: number | undefined,
): Promise<ContactEntry[]> {
	const contacts = entries.filter(asksFirst).map(({ contact }) => contact);
	if (contacts.length === 0) return entries;
	const isUnsubscribed = await findUnsubscribed(client, newsletterId, contacts, { timeoutMs });
	return entries.map((entry) =>
		asksFirst(entry) && isUnsubscribed(entry.contact)
			? { ...entry, contact: { ...entry.contact, subscribed: false } }
			: entry,
	);
}

function poster(
	client: Client,
	newsletterId: string,
	timeoutMs: number | undefined,
	pause: () => Promise<void>,
) {
	return async (entries: Entry[]) => {
		await pause();
		const contacts = entries.map(({ contact }) => contact);
		return await client.ask(callFor(bulkBody(newsletterId, contacts), timeoutMs));
	};
}

const callFor = (body: IDataObject, timeoutMs?: number): Call => ({
	method: 'POST',
	url: '/contacts',
	body,
	texts: UPSERT_TEXTS,
	isAnswer: isUpsertAnswer,
	timeoutMs,
});

/** Tells the user where the service counted otherwise than was sent. */
function hintAtDifference(context: IExecuteFunctions, reports: BulkReport[]): void {
	const accepted = reports.flatMap((report) => report.accepted);
	const sent = accepted.reduce((sum, { entries }) => sum + entries.length, 0);
	const counts = accepted.map(({ answer }) => syncedIn(answer));
	if (counts.every((count, index) => count === accepted[index]?.entries.length)) return;
	const synced = counts.reduce((sum, count) => sum + count, 0);
	context.addExecutionHints?.({
		message: `The service counted ${contactsInWords(synced)} as synced, but ${contactsInWords(sent)} were sent.${
			synced < sent ? ' It does not say which ones it left out.' : ''
		}`,
		type: 'warning',
		location: 'outputPane',
	});
}

async function begin(context: IExecuteFunctions) {
	const requestOptions = readRequestOptions(context);
	const client = await createClient(context, { defaults: requestOptions.defaults });
	return { requestOptions, client };
}

/**
 * Create or Update in a workflow: gathers the input items into as few requests as possible and makes
 * them one after another.
 *
 * @throws {NodeApiError | NodeOperationError} without Continue On Fail, after everything acceptable
 * was synced, naming the items that were not
 */
export async function upsertMany(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const begun = await begin(this).catch((cause: unknown) => ({ cause }));
	if ('cause' in begun) {
		const error = forCaller(this.getNode(), asNodeError(this.getNode(), begun.cause, 0));
		if (!this.continueOnFail()) throw error;
		const errorFor = (itemIndex: number) => errorLike(this.getNode(), toldBy(error), itemIndex);
		return [this.getInputData().map((_, item) => errorItem(errorFor(item), item))];
	}
	const { requestOptions, client } = begun;
	const { groups, errors } = readItems(this, client.connection.newsletterId);
	let requests = 0;
	/** Over the requests of all newsletters. */
	const pause = async () => await pauseAfter(this, requestOptions.batching, requests++);
	const items: INodeExecutionData[] = [];
	const reports: Array<BulkReport<ContactEntry>> = [];

	for (const group of groups) {
		const fail = (entries: ContactEntry[], cause: unknown) => {
			for (const { itemIndex } of entries) {
				const told = toldBy(asNodeError(this.getNode(), cause, itemIndex));
				errors.push({ itemIndex, error: errorLike(this.getNode(), told, itemIndex) });
			}
		};
		const entries = await withUnsubscribedKept(client, group, requestOptions.timeoutMs).catch(
			(cause: unknown) => {
				fail(group.entries.filter(asksFirst), cause);
				return group.entries.filter((entry) => !asksFirst(entry));
			},
		);
		try {
			const report = await writeInBulk(
				planBatches(entries, group.batchSize),
				poster(client, group.newsletterId, requestOptions.timeoutMs, pause),
				this.continueOnFail(),
			);
			reports.push(report);
			items.push(...outputItems(report));
			for (const { entry, failure, untried } of report.failed) {
				const { itemIndex } = entry;
				const call = { ...callFor({}), itemIndex };
				errors.push({ itemIndex, error: upsertErrorOf(client, failure, call, untried) });
			}
		} catch (cause) {
			fail(entries, cause);
		}
	}
	errors.sort((a, b) => a.itemIndex - b.itemIndex);
	hintAtDifference(this, reports);

	if (errors.length > 0 && !this.continueOnFail()) {
		const accepted = reports.flatMap((report) => report.accepted);
		const synced = accepted.reduce((sum, { entries }) => sum + entries.length, 0);
		throw forCaller(this.getNode(), bulkError(this.getNode(), errors, synced));
	}
	const errorItems = errors.map(({ error, itemIndex }) => errorItem(error, itemIndex));
	return [inInputOrder([...items, ...errorItems])];
}

function inInputOrder(items: INodeExecutionData[]): INodeExecutionData[] {
	const firstInput = ({ pairedItem }: INodeExecutionData) => {
		const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
		return typeof first === 'object' ? first.item : (first ?? 0);
	};
	return items.sort((a, b) => firstInput(a) - firstInput(b));
}
