import type { IDataObject, IHttpRequestOptions, INode, INodeProperties } from 'n8n-workflow';

import type { Call, Client } from '../../transport/client';
import type { Failure } from '../../transport/failures';
import type { Operation, Perform, PreSend } from '../../transport/pipeline';
import { fieldError, textValue, type FieldSource } from '../fieldValues';
import { newsletterIdField, newsletterIdPreSend } from '../newsletterId';

const showOnlyForContactDeleteMany = { resource: ['contact'], operation: ['deleteMany'] };

export const contactDeleteManyDescription: INodeProperties[] = [
	{
		displayName: 'Contacts to Delete',
		name: 'contactsToDelete',
		type: 'options',
		displayOptions: { show: showOnlyForContactDeleteMany, hide: { '@tool': [true] } },
		options: [
			{
				name: 'All Contacts',
				value: 'all',
				description: 'Every contact of the newsletter, subscribed or not',
			},
			{
				name: 'Unsubscribed Contacts',
				value: 'unsubscribed',
				description: 'Only contacts that are not subscribed',
			},
		],
		default: 'unsubscribed',
		description: 'Which contacts to delete. Deleted contacts cannot be brought back.',
	},
	{
		displayName: 'Contacts to Delete',
		name: 'contactsToDelete',
		type: 'options',
		displayOptions: { show: { ...showOnlyForContactDeleteMany, '@tool': [true] } },
		options: [
			{
				name: 'Unsubscribed Contacts',
				value: 'unsubscribed',
				description: 'Only contacts that are not subscribed',
			},
		],
		default: 'unsubscribed',
		description: 'Which contacts to delete. Deleted contacts cannot be brought back.',
	},
	{
		displayName:
			'This deletes every contact of the newsletter, subscribed or not, and cannot be undone.',
		name: 'deleteAllNotice',
		type: 'notice',
		displayOptions: { show: { ...showOnlyForContactDeleteMany, contactsToDelete: ['all'] } },
		default: '',
	},
	{
		displayName: 'Confirmation',
		name: 'confirmation',
		type: 'string',
		required: true,
		displayOptions: { show: { ...showOnlyForContactDeleteMany, contactsToDelete: ['all'] } },
		default: '',
		placeholder: 'e.g. wks_1a2B3c4D5e6F7g8H9i0Jk',
		description: 'The newsletter ID again, to confirm that all of its contacts are to be deleted',
	},
	newsletterIdField({ show: showOnlyForContactDeleteMany }),
];

const isTool = ({ type }: INode) => type.endsWith('Tool');

/**
 * What one item asks for, as a query. `subscribed` is sent for one case only, all contacts with the
 * newsletter ID as confirmation; the service does not say what `subscribed=false` does.
 *
 * @param read gives the item's value of a parameter
 */
export function deletionQuery(
	source: FieldSource,
	newsletterId: string,
	read: (parameter: string, ownDefault: string) => unknown,
): IDataObject {
	const query = { newsletter_id: newsletterId };
	const choice = read('contactsToDelete', 'unsubscribed');
	if (choice === 'unsubscribed') return query;
	if (choice !== 'all') {
		throw fieldError(source, 'Contacts to Delete must be unsubscribed or all.');
	}
	if (isTool(source.node)) {
		throw fieldError(source, 'Contacts to Delete cannot be all contacts when used as an AI tool.');
	}
	if (textValue(source, 'Confirmation', read('confirmation', '')) !== newsletterId) {
		throw fieldError(
			source,
			'Confirmation must be the newsletter ID, typed again, to delete all contacts.',
		);
	}
	return { ...query, subscribed: 'true' };
}

const contactsToDeletePreSend: PreSend = async function (request: IHttpRequestOptions) {
	const source = { node: this.getNode(), itemIndex: this.getItemIndex() };
	const newsletterId = (request.qs as IDataObject).newsletter_id as string;
	const qs = deletionQuery(source, newsletterId, (parameter, ownDefault) =>
		this.getNodeParameter(parameter, ownDefault),
	);
	return { ...request, qs };
};

/** Where a request that may have deleted had to be made again. */
export const DOUBTFUL_COUNT =
	'The service gave no clear answer at first and was asked again. It may have deleted contacts the first time, which its count leaves out.';

export type Deleted = { failure: Failure } | { answer: IDataObject; isDoubtful: boolean };

/** @returns how many contacts were removed: none where there are none to delete */
export async function deleteContacts(client: Client, call: Call): Promise<Deleted> {
	const result = await client.ask(call);
	const isDoubtful = result.wasUnclear === true;
	if (result.ok) return { answer: result.body, isDoubtful };
	const { failure } = result;
	if (failure.kind !== 'notFound') return { failure };
	return { answer: { contacts_removed: 0 }, isDoubtful };
}

/** What a deletion leaves as an item; a tool, whose caller sees no hints, says its doubt there. */
export const deletedJson = (node: INode, answer: IDataObject, isDoubtful: boolean): IDataObject =>
	isDoubtful && isTool(node) ? { ...answer, message: DOUBTFUL_COUNT } : answer;

/** As a tool: one deletion through the routing. In a workflow `deleteForItems` stands in its place. */
const perform: Perform = async function (client, call) {
	const deleted = await deleteContacts(client, call);
	if ('failure' in deleted) throw client.errorOf(deleted.failure, call);
	return [{ json: deletedJson(this.getNode(), deleted.answer, deleted.isDoubtful) }];
};

export const contactDeleteMany = {
	request: { method: 'DELETE', url: '/contacts' },
	texts: {
		refused:
			'The service refused to delete contacts: check Newsletter ID, here or in the credential.',
	},
	notFound: 'documentedMessage',
	isAnswer: ({ contacts_removed }) => Number.isInteger(contacts_removed),
	preSend: [newsletterIdPreSend('qs'), contactsToDeletePreSend],
	perform,
} satisfies Operation;
