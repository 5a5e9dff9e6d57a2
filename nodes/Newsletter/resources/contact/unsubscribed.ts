import type { IDataObject } from 'n8n-workflow';

import type { Call, Client } from '../../transport/client';
import { contactPages } from '../../transport/list';
import { readAll } from '../../transport/pages';
import type { Contact, ContactInput } from '../../transport/types';
import { booleanValue, optionParameter, refuseNothing, type FieldSource } from '../fieldValues';

/** Whether Keep Unsubscribed is on. @throws {NodeOperationError} where it is neither on nor off */
export function keepsUnsubscribed(source: FieldSource, { keepUnsubscribed }: IDataObject): boolean {
	const isKept = booleanValue(source, 'Keep Unsubscribed', keepUnsubscribed);
	if (isKept === undefined) {
		const parameter = optionParameter(source, 'options', 'keepUnsubscribed');
		refuseNothing(source, 'Keep Unsubscribed', parameter, 'remove the option to do without it');
	}
	return isKept === true;
}

/** Up to so many contacts are looked up one by one; more by reading the unsubscribed list once. */
const MOST_LOOKUPS = 5;
const PAGES = { pageSize: 100, startPage: 1 };

/**
 * Finds out who of the given contacts has unsubscribed.
 *
 * @returns a check for a contact, by its ID or its email in any case
 * @throws {NodeApiError} when the service cannot be asked: better no write than a wrong one
 */
export async function findUnsubscribed(
	client: Client,
	newsletterId: string,
	contacts: ContactInput[],
	call?: Pick<Call, 'itemIndex' | 'timeoutMs'>,
): Promise<(contact: ContactInput) => boolean> {
	const read = async (query: { email?: string; subscribed?: boolean }): Promise<Contact[]> => {
		const fetchPage = contactPages(client, { newsletter_id: newsletterId, ...query }, call);
		return (await readAll(fetchPage, PAGES)).contacts;
	};

	// A contact that is named by its ID may have another email so far, which only the list shows.
	const canLookUp = contacts.length <= MOST_LOOKUPS && contacts.every(({ id }) => id === undefined);
	const found = canLookUp
		? (await Promise.all(contacts.map(async ({ email }) => await read({ email })))).flat()
		: await read({ subscribed: false });

	const unsubscribed = found.filter(({ subscribed }) => subscribed === false);
	const ids = new Set(unsubscribed.map(({ id }) => id));
	const emails = new Set(unsubscribed.map(({ email }) => String(email ?? '').toLowerCase()));
	return ({ id, email }) =>
		(id !== undefined && ids.has(id)) || (email !== undefined && emails.has(email.toLowerCase()));
}
