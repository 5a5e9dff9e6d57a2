import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { contactPages } from '../../transport/list';
import { readAll, readSome } from '../../transport/pages';
import type { Operation, Perform, PreSend } from '../../transport/pipeline';
import { booleanValue, orDefault, textValue, wholeNumber } from '../fieldValues';
import { newsletterIdField, newsletterIdPreSend } from '../newsletterId';
import { simplified } from './simplified';

const showOnlyForContactGetAll = { resource: ['contact'], operation: ['getAll'] };

export const contactGetAllDescription: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		displayOptions: { show: showOnlyForContactGetAll },
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		displayOptions: { show: { ...showOnlyForContactGetAll, returnAll: [false] } },
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
	},
	newsletterIdField({ show: showOnlyForContactGetAll }),
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		displayOptions: { show: showOnlyForContactGetAll },
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		displayOptions: { show: showOnlyForContactGetAll },
		default: {},
		options: [
			{
				displayName: 'Email',
				name: 'email',
				type: 'string',
				placeholder: 'e.g. ada@example.com',
				default: '',
				description: 'Search by email, upper and lower case alike',
				routing: { send: { type: 'query', property: 'email' } },
			},
			{
				displayName: 'Subscribed',
				name: 'subscribed',
				type: 'boolean',
				default: true,
				description:
					'Whether to return only contacts that are subscribed, or only those that are not',
				routing: { send: { type: 'query', property: 'subscribed' } },
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		displayOptions: { show: showOnlyForContactGetAll },
		default: {},
		options: [
			{
				displayName: 'Page Size',
				name: 'pageSize',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 100,
				description: 'How many contacts to ask for in one request. The service may give fewer.',
			},
			{
				displayName: 'Start Page',
				name: 'startPage',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 1,
				description: 'The page to begin with, in pages of Page Size contacts',
			},
		],
	},
];

/** Query values as the list takes them: an address without blanks, true or false. */
const filtersPreSend: PreSend = async function (request: IHttpRequestOptions) {
	const source = { node: this.getNode(), itemIndex: this.getItemIndex() };
	const { email, subscribed, ...rest } = (request.qs ?? {}) as IDataObject;
	const qs = {
		...rest,
		email: textValue(source, 'Email', email),
		subscribed: booleanValue(source, 'Subscribed', subscribed),
	};
	return { ...request, qs };
};

type Hints = Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;

/** As a tool the context has no hints. */
function hintAtChange(context: Hints): void {
	context.addExecutionHints?.({
		message:
			'The list of contacts changed while it was read three times, so some contacts may be missing.',
		type: 'warning',
		location: 'outputPane',
	});
}

const perform: Perform = async function (client, call) {
	const source = { node: this.getNode(), itemIndex: this.getItemIndex() };
	const returnAll = booleanValue(source, 'Return All', this.getNodeParameter('returnAll', false));
	const most = returnAll
		? Infinity
		: wholeNumber(source, 'Limit', this.getNodeParameter('limit', 50), { least: 1 });
	const options = this.getNodeParameter('options', {}) as IDataObject;
	const range = {
		pageSize: wholeNumber(source, 'Page Size', orDefault(options.pageSize, 100), { least: 1 }),
		startPage: wholeNumber(source, 'Start Page', orDefault(options.startPage, 1), { least: 1 }),
	};
	const simplify = booleanValue(source, 'Simplify', this.getNodeParameter('simplify', true));
	const fetchPage = contactPages(client, call.qs ?? {}, call);
	const { contacts, changed } =
		most === Infinity
			? await readAll(fetchPage, range)
			: { contacts: await readSome(fetchPage, range, most), changed: false };
	if (changed) hintAtChange(this as Hints);

	// An agent can make nothing of an answer without a word.
	if (contacts.length === 0 && source.node.type.endsWith('Tool')) {
		return [{ json: { message: 'No contacts found' } }];
	}
	return contacts.map((contact) => ({
		json: simplify === false ? contact : simplified(contact),
	}));
};

export const contactGetAll: Operation = {
	request: { method: 'GET', url: '/contacts' },
	preSend: [newsletterIdPreSend('qs'), filtersPreSend],
	perform,
};
