import { createClient, type Client, type RequestDefaults } from '../../transport/client';
import { CREDENTIAL_TYPE, readConnection } from '../../transport/connection';
import { asNodeError } from '../../transport/errors';
import type { ItemContext } from '../../transport/pipeline';
import type { ItemError } from '../runErrors';

/** What items share whose credential names the same service and the same key. */
export interface Account {
	client: Client;
	/** Each with the newsletter of its credential. */
	items: Map<ItemContext, string>;
}

/**
 * Reads the credential of each item: an expression in it may give each item another value.
 *
 * @param errors takes those of the items that have none
 */
export async function accountsOf(
	items: ItemContext[],
	defaults: RequestDefaults,
	errors: ItemError[],
): Promise<Account[]> {
	const accounts = new Map<string, Account>();
	for (const item of items) {
		try {
			const credentials = await item.getCredentials(CREDENTIAL_TYPE);
			const { baseUrl, apiKey, newsletterId } = readConnection(credentials);
			const key = `${baseUrl} ${apiKey}`;
			let account = accounts.get(key);
			if (account === undefined) {
				account = { client: await createClient(item, { defaults }), items: new Map() };
				accounts.set(key, account);
			}
			account.items.set(item, newsletterId);
		} catch (cause) {
			const itemIndex = item.getItemIndex();
			errors.push({ itemIndex, error: asNodeError(item.getNode(), cause, itemIndex) });
		}
	}
	return [...accounts.values()];
}
