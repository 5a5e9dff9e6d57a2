import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isTool, type ItemContext } from '../../transport/itemContexts';
import type { Operation } from '../../transport/pipeline';
import { fieldsOf } from '../fieldsOf';
import { choice, fieldError, sourceOf, textValue } from '../fieldValues';
import { newsletterIdField, newsletterIdOf } from '../newsletterId';
import { shareDeletion } from './sharedDeletions';

const showOnlyForAll = { contactsToDelete: ['all'] };

const contactsToDelete: INodeProperties = {
	displayName: 'Contacts to Delete',
	name: 'contactsToDelete',
	type: 'options',
	options: [
		{
			name: 'All Contacts',
			value: 'all',
			description: 'Delete every contact of the newsletter, subscribed or not',
		},
		{
			name: 'Unsubscribed Contacts',
			value: 'unsubscribed',
			description: 'Delete only contacts that are not subscribed',
		},
	],
	default: 'unsubscribed',
	description: 'Which contacts to delete. This cannot be undone.',
};

export const contactDeleteManyDescription = fieldsOf('contact', 'deleteMany', [
	{
		...contactsToDelete,
		displayOptions: { hide: { '@tool': [true] } },
	},
	{
		...contactsToDelete,
		displayOptions: { show: { '@tool': [true] } },
		options: contactsToDelete.options?.slice(1),
	},
	{
		displayName:
			'This deletes every contact of the newsletter, subscribed or not. It cannot be undone.',
		name: 'deleteAllNotice',
		type: 'notice',
		displayOptions: { show: showOnlyForAll },
		default: '',
	},
	{
		displayName: 'Confirmation',
		name: 'confirmation',
		type: 'string',
		required: true,
		displayOptions: { show: showOnlyForAll },
		default: '',
		placeholder: 'e.g. wks_1a2B3c4D5e6F7g8H9i0Jk',
		description: 'Type the newsletter ID again to confirm that all of its contacts are deleted',
	},
	newsletterIdField('query'),
]);

const TEXTS = {
	refused:
		'The service refused to delete contacts: check Newsletter ID, here or in the credential.',
};

/** Another request would delete contacts that were added meanwhile, which nobody asked for. */
const ALL_ONCE = {
	isRepeatable: false,
	texts: {
		...TEXTS,
		unclear:
			'The contacts may already have been deleted: {noAnswer}. Check in the service first. Running the node again would also delete contacts added since then.',
	},
};

const DOUBTFUL_COUNT =
	'The service gave no clear answer at first and was asked again. Contacts that it deleted the first time are not in the count.';

/**
 * Which contacts an item asks to delete. `subscribed` is sent in one case only: all contacts, with
 * the newsletter ID as confirmation. The service does not say what `subscribed=false` does.
 */
function deletionQuery(item: ItemContext, newsletterId: string): IDataObject {
	const source = sourceOf(item);
	const at = { ...source, path: 'contactsToDelete' };
	const value = item.getNodeParameter('contactsToDelete', 'unsubscribed');
	const chosen = choice(at, 'Contacts to Delete', value, ['unsubscribed', 'all']);
	const query = { newsletter_id: newsletterId };
	if (chosen === 'unsubscribed') return query;
	if (isTool(item)) {
		throw fieldError(
			source,
			'Contacts to Delete cannot be all contacts when the node is used as an AI tool.',
		);
	}
	const confirmation = item.getNodeParameter('confirmation', '');
	if (textValue(source, 'Confirmation', confirmation) !== newsletterId) {
		throw fieldError(source, 'To delete all contacts, type the newsletter ID into Confirmation.');
	}
	return { ...query, subscribed: 'true' };
}

/** Delete Many: one request for each newsletter and choice in a run. */
export const contactDeleteMany: Operation = async (item, client, call) => {
	const field = call.qs?.newsletter_id;
	const newsletterId = newsletterIdOf(sourceOf(item), field, client.connection.newsletterId);
	const qs = deletionQuery(item, newsletterId);
	const { result, links } = await shareDeletion(item, client, {
		...call,
		qs,
		notFound: 'documentedMessage',
		mayBeEmpty: true,
		isAnswer: ({ contacts_removed }) => Number.isInteger(contacts_removed),
		texts: TEXTS,
		...('subscribed' in qs && ALL_ONCE),
	});
	if (links === undefined) return [];
	const answer = result.ok ? result.body : { contacts_removed: 0 };
	const doubt = result.wasUnclear && { message: DOUBTFUL_COUNT };
	return [{ json: { deleted: true, ...answer, ...doubt }, pairedItem: links }];
};
