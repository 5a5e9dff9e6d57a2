import type { IDataObject } from 'n8n-workflow';

import { isTool, type ItemContext } from '../../transport/itemContexts';
import { contactPages, type FetchPage } from '../../transport/list';
import { readAll, readSome } from '../../transport/pages';
import type { CustomOperation, Operation } from '../../transport/pipeline';
import { eachItem } from '../eachItem';
import { emailAddress } from '../emailAddress';
import { collection, fieldsOf, filtersField, pageSizeField, simplifyField } from '../fieldsOf';
import { booleanValue, sourceOf, wholeNumber } from '../fieldValues';
import { newsletterIdField, newsletterIdOf } from '../newsletterId';
import { simplified } from './simplified';

export const contactGetAllDescription = fieldsOf('contact', 'getAll', [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		displayOptions: { show: { returnAll: [false] } },
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
	},
	newsletterIdField(),
	simplifyField,
	filtersField('return'),
	collection({ displayName: 'Options', name: 'options', placeholder: 'Add Option' }, [
		pageSizeField,
		{
			displayName: 'Start Page',
			name: 'startPage',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			description: 'Page to start from. Each page has as many contacts as Page Size.',
		},
	]),
]);

const CHANGED =
	'The list changed each time it was read, so some contacts may be missing. Run the node again, at a quieter time.';

const emptyBy404 = (words: string) =>
	`The service answered "${words}" (404), so the list counts as empty. If there should be contacts, check Filters, Start Page, Newsletter ID, and Base URL in the credential.`;

/** What the fields of an item say. */
function readFields(item: ItemContext, credentialNewsletterId: string) {
	const source = sourceOf(item);
	const at = (path: string) => ({ ...source, path });
	const own = (name: string, ownDefault: unknown) => item.getNodeParameter(name, ownDefault);
	const { email, subscribed } = own('filters', {}) as IDataObject;
	const { pageSize, startPage } = own('options', {}) as IDataObject;
	const size = { min: 1, ifEmpty: 100 };
	const start = { min: 1, ifEmpty: 1 };

	const newsletterId = newsletterIdOf(source, own('newsletterId', ''), credentialNewsletterId);
	const filters = {
		email: emailAddress(at('filters.email'), 'Email', email, 'search'),
		subscribed: booleanValue(at('filters.subscribed'), 'Subscribed', subscribed),
	};
	const range = {
		pageSize: wholeNumber(at('options.pageSize'), 'Page Size', pageSize, size),
		startPage: wholeNumber(at('options.startPage'), 'Start Page', startPage, start),
	};
	const returnAll = booleanValue(at('returnAll'), 'Return All', own('returnAll', false));
	const simplify = booleanValue(at('simplify'), 'Simplify', own('simplify', true)) ?? true;
	const limit = returnAll
		? undefined
		: wholeNumber(at('limit'), 'Limit', own('limit', 50), { min: 1 });
	return { newsletterId, filters, range, simplify, limit };
}

/** Reads the contacts of one item. @param hints takes what the user should know of the whole run */
const getAllWith =
	(hints: Set<string>): Operation =>
	async (item, client, call) => {
		const fields = readFields(item, client.connection.newsletterId);
		const { newsletterId, filters, range, simplify, limit } = fields;

		let notFound: string | undefined;
		const pagesOf = (query: IDataObject): FetchPage => {
			const fetchPage = contactPages(client, { newsletter_id: newsletterId, ...query }, call);
			return async (page, size) => {
				const answer = await fetchPage(page, size);
				notFound ??= answer.notFound;
				return answer;
			};
		};
		const isFiltered = Object.values(filters).some((value) => value !== undefined);
		const fetchPage = pagesOf(filters);
		const unfiltered = isFiltered ? pagesOf({}) : fetchPage;
		const { contacts, changed } =
			limit === undefined
				? await readAll(fetchPage, range, unfiltered)
				: await readSome(fetchPage, range, limit, unfiltered);

		if (changed) hints.add(CHANGED);
		if (contacts.length === 0 && notFound !== undefined) hints.add(emptyBy404(notFound));
		// An agent cannot use an empty answer.
		if (contacts.length === 0 && isTool(item)) return [{ json: { message: 'No contacts found' } }];
		return contacts.map((contact) => ({ json: simplify ? simplified(contact) : contact }));
	};

/** Get Many. It is custom, since n8n drops the hints of a declarative operation. */
export const contactGetAll: CustomOperation = async (context, items) => {
	const hints = new Set<string>();
	const run = eachItem({ method: 'GET', url: '/contacts' }, getAllWith(hints));
	const output = await run(context, items);
	for (const message of hints) {
		context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	}
	return output;
};
