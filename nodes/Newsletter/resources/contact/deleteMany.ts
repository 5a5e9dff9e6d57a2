import type { IDataObject, IHttpRequestOptions, INode, INodeProperties } from 'n8n-workflow';

import type { Call, Client } from '../../transport/client';
import type { Operation, Perform, PreSend } from '../../transport/pipeline';
import { fieldError, textValue } from '../fieldValues';
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
 * `subscribed` is sent for one case only, all contacts with the newsletter ID as confirmation; the
 * service does not say what `subscribed=false` does.
 */
const contactsToDeletePreSend: PreSend = async function (request: IHttpRequestOptions) {
	const node = this.getNode();
	const source = { node, itemIndex: this.getItemIndex() };
	const choice = this.getNodeParameter('contactsToDelete', 'unsubscribed');
	if (choice === 'unsubscribed') return request;
	if (choice !== 'all') {
		throw fieldError(source, 'Contacts to Delete must be unsubscribed or all.');
	}
	if (isTool(node)) {
		throw fieldError(source, 'Contacts to Delete cannot be all contacts when used as an AI tool.');
	}
	const qs = (request.qs ?? {}) as IDataObject;
	const confirmation = textValue(source, 'Confirmation', this.getNodeParameter('confirmation', ''));
	if (confirmation !== qs.newsletter_id) {
		throw fieldError(
			source,
			'Confirmation must be the newsletter ID, typed again, to delete all contacts.',
		);
	}
	return { ...request, qs: { ...qs, subscribed: 'true' } };
};

async function deleteOnce(client: Client, call: Call): Promise<IDataObject> {
	const result = await client.ask(call);
	if (result.ok) return result.body;
	if (result.failure.kind === 'notFound') return { contacts_removed: 0 };
	throw client.errorOf(result.failure, call);
}

interface Deletion {
	answer: Promise<IDataObject>;
	/** Every input item that asked for it. */
	pairedItem: Array<{ item: number }>;
	hasFailed: boolean;
}

/** The deletions of a run, by the object that all its items share. */
const runs = new WeakMap<object, Map<string, Deletion>>();

/** One request for each newsletter and choice of a run; its item is linked to all that asked. */
const perform: Perform = async function (client, call) {
	// Calls of a tool share an agent's run, but each of them is a deletion of its own.
	if (isTool(this.getNode())) return [{ json: await deleteOnce(client, call) }];

	const run = this.getExecuteData();
	const deletions = runs.get(run) ?? new Map<string, Deletion>();
	runs.set(run, deletions);
	const key = JSON.stringify(call.qs);
	const link = { item: this.getItemIndex() };

	const known = deletions.get(key);
	const isRepeat = known?.pairedItem.some(({ item }) => item === link.item) === true;
	if (known && !(isRepeat && known.hasFailed)) {
		if (!isRepeat) known.pairedItem.push(link);
		const json = await known.answer;
		// n8n's Retry On Fail runs the items again; what was deleted then stays the first one's answer.
		return known.pairedItem[0]?.item === link.item ? [{ json, pairedItem: known.pairedItem }] : [];
	}
	const deletion: Deletion = {
		answer: deleteOnce(client, call),
		pairedItem: [link],
		hasFailed: false,
	};
	deletions.set(key, deletion);
	deletion.answer.catch(() => {
		deletion.hasFailed = true;
	});
	return [{ json: await deletion.answer, pairedItem: deletion.pairedItem }];
};

export const contactDeleteMany: Operation = {
	texts: {
		refused:
			'The service refused to delete contacts: check Newsletter ID, here or in the credential.',
	},
	notFound: 'documentedMessage',
	isAnswer: ({ contacts_removed }) => Number.isInteger(contacts_removed),
	preSend: [newsletterIdPreSend('qs'), contactsToDeletePreSend],
	perform,
};
