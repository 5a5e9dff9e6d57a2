import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { BulkReport } from '../../transport/bulkWrite';
import type { ItemContext } from '../../transport/pipeline';
import type { ContactEntry } from './contactEntries';

export type Accepted = BulkReport<ContactEntry>['accepted'];

/** How many contacts the service says that it synced, also from text. NaN if it does not say. */
export const syncedIn = ({ synced }: IDataObject): number =>
	typeof synced === 'number' || (typeof synced === 'string' && synced.trim() !== '')
		? Number(synced)
		: NaN;

export const contactsInWords = (count: number) => (count === 1 ? '1 contact' : `${count} contacts`);

/** One item a request, or one a contact, as each entry's Output says. */
export function outputItems(accepted: Accepted): INodeExecutionData[] {
	return accepted.flatMap(({ entries, answer }) => {
		// The service does not say which contacts it left out, so none counts as synced.
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

/** Tells the user if the service did not count as many contacts as were sent. */
export function hintAtDifference(context: ItemContext, accepted: Accepted): void {
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
