import { OperationalError } from 'n8n-workflow';

import { keysOf } from '../../transport/batches';
import type { Call, Client } from '../../transport/client';
import { contactPages, LIST_REFUSED } from '../../transport/list';
import { readAll } from '../../transport/pages';
import type { Contact, ContactInput } from '../../transport/types';
import { withoutInvisibleAndSpaces } from '../invisible';
import type { ContactEntry, ContactGroup } from './contactEntries';

/** Up to so many contacts are looked up one by one. For more, the unsubscribed list is read. */
const MOST_LOOKUPS = 5;
/** An email that has one form only: its host is neither Unicode nor punycode. */
const ONE_FORM = /^(?!.*xn--)[\x20-\x7e]*$/i;
const PAGES = { pageSize: 100, startPage: 1 };

const LIST_CHANGED =
	'The list of unsubscribed contacts changed while it was read, so some of them may be missing in it. This contact was not sent. Run the node again.';

/** Finds unsubscribed contacts of a newsletter: at least all that are among the given contacts. */
async function findUnsubscribed(
	client: Client,
	newsletterId: string,
	contacts: ContactInput[],
	call: Pick<Call, 'timeoutMs'>,
): Promise<Contact[]> {
	const pagesOf = (filters: { email?: string; subscribed?: boolean }) =>
		contactPages(client, { newsletter_id: newsletterId, ...filters }, call, LIST_REFUSED);
	const read = async (filters: { email?: string; subscribed?: boolean }): Promise<Contact[]> => {
		const { contacts: found, changed } = await readAll(
			pagesOf(filters),
			PAGES,
			pagesOf({}),
			() => 'This contact was not sent.',
		);
		// A contact that is missing here would be subscribed again.
		if (changed) throw new OperationalError(LIST_CHANGED);
		return found;
	};

	// A contact with an ID may have another email in the service, which only the list shows.
	const isFoundByEmail = ({ id, email = '' }: ContactInput) =>
		id === undefined && ONE_FORM.test(email);
	const canLookUp = contacts.length <= MOST_LOOKUPS && contacts.every(isFoundByEmail);
	const found = canLookUp
		? (await Promise.all(contacts.map(async ({ email }) => await read({ email })))).flat()
		: await read({ subscribed: false });
	return found.filter(({ subscribed }) => subscribed === false);
}

/**
 * Keeps contacts unsubscribed that have unsubscribed, whatever the input says.
 *
 * @throws {NodeApiError | OperationalError} if they cannot be found out. Then nothing may be written.
 */
export async function withUnsubscribedKept(
	client: Client,
	{ newsletterId, entries }: ContactGroup,
	call: Pick<Call, 'timeoutMs'>,
): Promise<ContactEntry[]> {
	const kept = entries.filter(({ keepUnsubscribed }) => keepUnsubscribed);
	if (kept.length === 0) return entries;
	const contacts = kept.map(({ contact }) => contact);
	const unsubscribed = await findUnsubscribed(client, newsletterId, contacts, call);
	const known = new Set(
		unsubscribed.flatMap(({ id, email }) =>
			keysOf({ id, email: withoutInvisibleAndSpaces(String(email ?? '')) }),
		),
	);
	return entries.map((entry) => {
		const keys = keysOf(entry.contact);
		if (!keys.some((key) => known.has(key))) return entry;
		// An ID with another email renames a contact; a later item may know it by this email.
		for (const key of keys) known.add(key);
		if (!entry.keepUnsubscribed) return entry;
		return { ...entry, contact: { ...entry.contact, subscribed: false } };
	});
}
