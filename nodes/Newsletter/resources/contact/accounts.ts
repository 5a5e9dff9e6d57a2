import { createClient, type Client, type RequestDefaults } from '../../transport/client';
import { CREDENTIAL_TYPE, readConnection } from '../../transport/connection';
import { asNodeError } from '../../transport/errors';
import type { ItemContext } from '../../transport/pipeline';
import type { ItemError } from '../runErrors';

/** Items with the same service and the same key in their credentials. */
export interface Account {
	client: Client;
	/** Each item with the newsletter of its credential. */
	items: Map<ItemContext, string>;
}

/**
 * Reads the credential of each item: with an expression in it, each item may have other values.
 *
 * @param errors gets the errors of items whose credential cannot be read
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
