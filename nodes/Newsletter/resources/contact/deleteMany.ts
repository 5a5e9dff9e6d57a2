import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Call, Result } from '../../transport/client';
import { isUnclear } from '../../transport/errorTexts';
import { mayBeDone } from '../../transport/once';
import type { ItemContext, Operation } from '../../transport/pipeline';
import { ONCE } from '../../transport/retry';
import { choice, fieldError, sourceOf, textValue } from '../fieldValues';
import { newsletterIdField, newsletterIdOf } from '../newsletterId';

const showOnlyForContactDeleteMany = { resource: ['contact'], operation: ['deleteMany'] };
const showOnlyForAll = { ...showOnlyForContactDeleteMany, contactsToDelete: ['all'] };

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

export const contactDeleteManyDescription: INodeProperties[] = [
	{
		...contactsToDelete,
		displayOptions: { show: showOnlyForContactDeleteMany, hide: { '@tool': [true] } },
	},
	{
		...contactsToDelete,
		displayOptions: { show: { ...showOnlyForContactDeleteMany, '@tool': [true] } },
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
	newsletterIdField(
		{ show: showOnlyForContactDeleteMany },
		{ send: { type: 'query', property: 'newsletter_id' } },
	),
];

const REFUSED =
	'The service refused to delete contacts: check Newsletter ID, here or in the credential.';

/** Another request would delete contacts that came meanwhile, which nobody asked for. */
const ALL_ONCE: Pick<Call, 'policy' | 'texts'> = {
	policy: ONCE,
	texts: {
		refused: REFUSED,
		unclear:
			'The contacts may already have been deleted: the service gave no clear answer. Check in the service before you run this again, which also deletes contacts that were added since.',
	},
};

const DOUBTFUL_COUNT =
	'The service gave no clear answer at first and was asked again. Contacts that it deleted the first time are not in the count.';

const isTool = (item: ItemContext) => item.getNode().type.endsWith('Tool');

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
		throw fieldError(source, 'Contacts to Delete cannot be all contacts when used as an AI tool.');
	}
	const confirmation = item.getNodeParameter('confirmation', '');
	if (textValue(source, 'Confirmation', confirmation) !== newsletterId) {
		throw fieldError(
			source,
			'Confirmation must be the newsletter ID, typed again, to delete all contacts.',
		);
	}
	return { ...query, subscribed: 'true' };
}

/** A deletion and the input items that asked for it, the first of which gives the output. */
interface Deletion {
	links: Array<{ item: number }>;
	result: Promise<Result>;
}

/** By run and query; a run lasts through all tries of Retry On Fail. */
const runs = new WeakMap<object, Map<string, Deletion>>();

/** Delete Many: one request for each newsletter and choice in a run. */
export const contactDeleteMany: Operation = async (item, client, call) => {
	const itemIndex = item.getItemIndex();
	const field = call.qs?.newsletter_id;
	const newsletterId = newsletterIdOf(sourceOf(item), field, client.connection.newsletterId);
	const qs = deletionQuery(item, newsletterId);
	const isAll = 'subscribed' in qs;
	const deletionCall: Call = {
		...call,
		qs,
		notFound: 'documentedMessage',
		isAnswer: ({ contacts_removed }) => Number.isInteger(contacts_removed),
		...(isAll ? ALL_ONCE : { texts: { refused: REFUSED } }),
	};

	// Calls of a tool share an agent's run, but each of them is a deletion of its own.
	const run = isTool(item) ? {} : item.getExecuteData();
	const deletions = runs.get(run) ?? new Map<string, Deletion>();
	runs.set(run, deletions);
	const key = JSON.stringify(qs);
	const known = deletions.get(key);

	const ask = async (): Promise<Result> => {
		const before = await known?.result;
		if (before && (before.ok || (isAll && mayBeDone(before.failure)))) return before;
		const result = await client.ask(deletionCall);
		const wasUnclear = result.wasUnclear || (before && isUnclear(before.failure));
		return { ...result, wasUnclear };
	};
	// The first item comes again in the next try only.
	const isFirst = known === undefined || known.links[0]?.item === itemIndex;
	const deletion = isFirst ? { links: [], result: ask() } : known;
	deletions.set(key, deletion);
	deletion.links.push({ item: itemIndex });

	const result = await deletion.result;
	const hasNone = !result.ok && result.failure.kind === 'notFound';
	if (!result.ok && !hasNone) throw client.errorOf(result.failure, deletionCall);
	if (!isFirst) return [];
	const json: IDataObject = {
		deleted: true,
		...(result.ok ? result.body : { contacts_removed: 0 }),
		...(result.wasUnclear && { message: DOUBTFUL_COUNT }),
	};
	return [{ json, pairedItem: deletion.links }];
};
