import type { IDataObject } from 'n8n-workflow';

import { requestOnce } from '../../transport/once';
import type { Operation } from '../../transport/pipeline';
import { eachItem } from '../eachItem';
import { collection, fieldsOf } from '../fieldsOf';
import { sourceOf } from '../fieldValues';
import { identifier } from '../identifiers';
import { named, sentValues, shown, type SentField } from '../sentFields';

/** What can be set when an issue is sent: one row each, as in `sendFields`. */
const sendingFields: SentField[] = [
	{
		displayName: 'Sender ID',
		name: 'senderId',
		sent: { as: 'senderId', kind: 'identifier' },
		type: 'string',
		default: '',
		description:
			"Sender of the issue. If not set, the first sender of the newsletter's default domain is used.",
	},
];

export const sendSendDescription = fieldsOf('send', 'send', [
	{
		displayName: 'Send ID',
		name: 'sendId',
		type: 'string',
		required: true,
		default: '',
		description: 'ID of the issue to send, as returned by the Create operation',
	},
	collection(
		{ displayName: 'Options', name: 'options', placeholder: 'Add Option' },
		shown(sendingFields),
	),
]);

const sendOne: Operation = async (item, client, call) => {
	const source = sourceOf(item);
	const sendId = item.getNodeParameter('sendId', '');
	const id = identifier(source, 'Send ID', sendId);
	const options = item.getNodeParameter('options', {}) as IDataObject;
	const sendCall = {
		...call,
		url: `/sends/${encodeURIComponent(id)}/send`,
		body: sentValues(source, sendingFields, named(sendingFields, options), 'options'),
		isRepeatable: false,
		isAnswer: ({ status }: IDataObject) => status === 'sending' || status === 'sent',
		texts: {
			refused:
				'The service refused to send the issue: check Send ID and Sender ID, and whether the issue has been sent before.',
			notFound: 'The service has no issue with this ID: check Send ID.',
			unclear:
				'The issue may already be on its way: {noAnswer}. Check in the service whether it was sent before you run the node again.',
		},
	};
	const answer = await requestOnce(item, client, sendCall, {
		// The API key is not in it: with a new key, the issue must not be sent again.
		key: `send ${client.connection.baseUrl} ${id}`,
		doneOtherwise:
			'This issue was already sent in this execution with another Sender ID. An issue is sent only once, so nothing was sent for this item.',
	});
	return [{ json: { ...answer, id } }];
};

export const sendSend = eachItem({ method: 'POST', url: '/sends/{id}/send' }, sendOne);
