import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { contactPages } from '../../transport/list';
import { readAll, readSome } from '../../transport/pages';
import type { Operation } from '../../transport/pipeline';
import { emailAddress } from '../emailAddress';
import { collection, emailFilter, fieldsOf, simplifyField } from '../fieldsOf';
import { booleanValue, sourceOf, wholeNumber } from '../fieldValues';
import { newsletterIdField, newsletterIdOf } from '../newsletterId';
import { simplified } from './simplified';

const toQuery = (property: string): INodeProperties['routing'] => ({
	send: { type: 'query', property },
});

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
	newsletterIdField('query'),
	simplifyField,
	collection({ displayName: 'Filters', name: 'filters', placeholder: 'Add Filter' }, [
		{ ...emailFilter, routing: toQuery('email') },
		{
			displayName: 'Subscribed',
			name: 'subscribed',
			type: 'boolean',
			default: true,
			description: 'Whether to return subscribed contacts (on) or unsubscribed ones (off)',
			routing: toQuery('subscribed'),
		},
	]),
	collection({ displayName: 'Options', name: 'options', placeholder: 'Add Option' }, [
		{
			displayName: 'Page Size',
			name: 'pageSize',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 100,
			description: 'Number of contacts to request at a time. The service may return smaller pages.',
			routing: toQuery('limit'),
		},
		{
			displayName: 'Start Page',
			name: 'startPage',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			description: 'Page to start from. Each page has as many contacts as Page Size.',
			routing: toQuery('page'),
		},
	]),
]);

/**
 * Get Many: the fields send the filters and the range of pages; this reads page after page. n8n shows
 * no hints of a declarative operation, so nothing tells of a list that changed while it was read.
 */
export const contactGetAll: Operation = async (item, client, call) => {
	const source = sourceOf(item);
	const at = (path: string) => ({ ...source, path });
	const own = (name: string, ownDefault: unknown) => item.getNodeParameter(name, ownDefault);
	const { qs = {} } = call;

	const newsletterId = newsletterIdOf(source, qs.newsletter_id, client.connection.newsletterId);
	const filters = {
		email: emailAddress(at('filters.email'), 'Email', qs.email, 'search'),
		subscribed: booleanValue(at('filters.subscribed'), 'Subscribed', qs.subscribed),
	};
	const size = { least: 1, otherwise: 100 };
	const start = { least: 1, otherwise: 1 };
	const range = {
		pageSize: wholeNumber(at('options.pageSize'), 'Page Size', qs.limit, size),
		startPage: wholeNumber(at('options.startPage'), 'Start Page', qs.page, start),
	};
	const returnAll = booleanValue(at('returnAll'), 'Return All', own('returnAll', false));
	const simplify = booleanValue(at('simplify'), 'Simplify', own('simplify', true));
	const pagesOf = (query: IDataObject) =>
		contactPages(client, { newsletter_id: newsletterId, ...query }, call);
	const isFiltered = Object.values(filters).some((value) => value !== undefined);
	const fetchPage = pagesOf(filters);
	const whole = isFiltered ? pagesOf({}) : fetchPage;
	const limitOf = () => wholeNumber(at('limit'), 'Limit', own('limit', 50), { least: 1 });
	const contacts = returnAll
		? (await readAll(fetchPage, range, whole)).contacts
		: await readSome(fetchPage, range, limitOf(), whole);

	// An agent can make nothing of an answer without a word.
	if (contacts.length === 0 && source.node.type.endsWith('Tool')) {
		return [{ json: { message: 'No contacts found' } }];
	}
	return contacts.map((contact) => ({ json: simplify === false ? contact : simplified(contact) }));
};
