import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { MOST_WITHOUT_SUCCESS, type BulkReport } from '../../transport/bulkWrite';
import type { Call, Client } from '../../transport/client';
import type { ItemContext } from '../../transport/pipeline';
import type { ItemError } from '../runErrors';
import type { ContactEntry } from './contactEntries';

export type Report = BulkReport<ContactEntry>;

/** How many contacts the service says that it synced, a number also where it came as text; else NaN. */
const syncedIn = ({ synced }: IDataObject): number =>
	typeof synced === 'number' || (typeof synced === 'string' && synced.trim() !== '')
		? Number(synced)
		: NaN;

export const contactsInWords = (count: number) => (count === 1 ? '1 contact' : `${count} contacts`);

export const bulkCall = (body: IDataObject, timeoutMs: number | undefined): Call => ({
	method: 'POST',
	url: '/contacts',
	body,
	timeoutMs,
	isAnswer: (answer) => !Number.isNaN(syncedIn(answer)),
	texts: {
		refused:
			'The service refused the contacts: check Newsletter ID, here or in the credential, and the values of the contacts.',
		tooLarge: 'The service takes no request as large as this: lower Batch Size.',
		notFound:
			'The service found nothing to create or update: check Newsletter ID, here or in the credential, and Contact ID.',
	},
});

/** The error of one contact that was not synced; of one that was not tried on its own it says so. */
export function errorOfEntry(
	client: Client,
	{ entry, failure, untried }: Report['failed'][number],
): ItemError {
	const { itemIndex } = entry;
	const error = client.errorOf(failure, { ...bulkCall({}, undefined), itemIndex });
	if (untried === 'givenUp') {
		error.message = `Not synced: none of the first ${MOST_WITHOUT_SUCCESS} requests was accepted, so this contact was not tried on its own. Check Newsletter ID, here or in the credential, and the contacts that were refused.`;
	} else if (untried === 'unsent') {
		error.message += ' This contact was not sent.';
	} else if (untried === 'notAlone') {
		error.message += ' This contact was not tried on its own.';
	} else if (failure.kind === 'otherShape' || failure.kind === 'notJson') {
		error.message +=
			' Contacts may have been stored all the same; sending them again does no harm.';
	}
	return { itemIndex, error };
}

/** One item a request, or one a contact, as each entry's Output says. */
export function outputItems(accepted: Report['accepted']): INodeExecutionData[] {
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
export function hintAtDifference(context: ItemContext, accepted: Report['accepted']): void {
	const counts = accepted.map(({ answer }) => syncedIn(answer));
	if (counts.every((count, index) => count === accepted[index]?.entries.length)) return;
	const synced = counts.reduce((sum, count) => sum + count, 0);
	const sent = accepted.reduce((sum, { entries }) => sum + entries.length, 0);
	const unnamed = synced < sent ? ' It does not say which ones it left out.' : '';
	context.addExecutionHints?.({
		message: `The service counted ${contactsInWords(synced)} as synced, but ${contactsInWords(sent)} were sent.${unnamed}`,
		type: 'warning',
		location: 'outputPane',
	});
}
