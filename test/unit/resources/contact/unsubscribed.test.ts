import type { IDataObject } from 'n8n-workflow';
import { findUnsubscribed } from '../../../../nodes/Newsletter/resources/contact/unsubscribed';
import type { Call, Client, Result } from '../../../../nodes/Newsletter/transport/client';
import { NEWSLETTER } from '../../node';

type Stored = Array<{ id: string; email: string; subscribed: boolean }>;

/** A service with these contacts, and the queries it got. */
function serviceWith(stored: Stored) {
	const queries: IDataObject[] = [];
	const ask = async ({ qs = {} }: Call): Promise<Result> => {
		queries.push(qs);
		const email = qs.email as string | undefined;
		const found = stored.filter(
			(contact) =>
				(email === undefined || contact.email.toLowerCase() === email.toLowerCase()) &&
				(qs.subscribed === undefined || contact.subscribed === qs.subscribed),
		);
		if (found.length === 0) return { ok: false, failure: { kind: 'notFound', status: 404 } };
		return { ok: true, body: { data: found, total: found.length }, headers: {} };
	};
	return { client: { ask } as unknown as Client, queries };
}

const stored: Stored = [
	{ id: 'con_ada', email: 'Ada@example.com', subscribed: false },
	{ id: 'con_bob', email: 'bob@example.com', subscribed: true },
];
const emails = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ email: `${index}@example.com` }));

describe('findUnsubscribed', () => {
	it('asks by email for up to five contacts', async () => {
		const { client, queries } = serviceWith(stored);
		const contacts = [{ email: 'ada@example.com' }, { email: 'bob@example.com' }, ...emails(3)];
		const isUnsubscribed = await findUnsubscribed(client, NEWSLETTER, contacts);
		expect(contacts.map((contact) => isUnsubscribed(contact))).toEqual([
			true,
			false,
			false,
			false,
			false,
		]);
		expect(queries.map(({ email, newsletter_id }) => [email, newsletter_id])).toEqual(
			contacts.map(({ email }) => [email, NEWSLETTER]),
		);
	});

	it('reads the unsubscribed list once for more', async () => {
		const { client, queries } = serviceWith(stored);
		const isUnsubscribed = await findUnsubscribed(client, NEWSLETTER, emails(6));
		expect(queries).toEqual([
			{ newsletter_id: NEWSLETTER, subscribed: false, limit: 100, page: 1 },
		]);
		expect(isUnsubscribed({ email: 'ADA@EXAMPLE.COM' })).toBe(true);
		expect(isUnsubscribed({ email: 'bob@example.com' })).toBe(false);
	});

	it('reads the list for a contact that is named by its ID, whatever its email is by now', async () => {
		const { client, queries } = serviceWith(stored);
		const contact = { id: 'con_ada', email: 'new@example.com' };
		const isUnsubscribed = await findUnsubscribed(client, NEWSLETTER, [contact]);
		expect(queries).toHaveLength(1);
		expect(queries[0]).toMatchObject({ subscribed: false });
		expect(isUnsubscribed(contact)).toBe(true);
		expect(isUnsubscribed({ id: 'con_bob', email: 'new@example.com' })).toBe(false);
	});

	it('takes a list without a match for nobody', async () => {
		const { client } = serviceWith([]);
		const isUnsubscribed = await findUnsubscribed(client, NEWSLETTER, emails(6));
		expect(isUnsubscribed({ email: 'ada@example.com' })).toBe(false);
	});

	it('fails for the item where the service cannot be asked', async () => {
		const client = {
			ask: async () => ({ ok: false, failure: { kind: 'serverError', status: 500 } }),
			errorOf: (_: unknown, { itemIndex }: Call) => new Error(`failed for item ${itemIndex}`),
		} as unknown as Client;
		const asked = findUnsubscribed(client, NEWSLETTER, emails(1), { itemIndex: 4 });
		await expect(asked).rejects.toThrow('failed for item 4');
	});
});
