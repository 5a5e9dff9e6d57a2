import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { requestOnce } from '../../transport/memory';
import type { Operation, Perform, PreSend } from '../../transport/pipeline';
import { ONCE } from '../../transport/retry';
import { identifier, textValue } from '../fieldValues';
import { pathIdPreSend } from '../pathId';

const showOnlyForSendSend = { resource: ['send'], operation: ['send'] };

export const sendSendDescription: INodeProperties[] = [
	{
		displayName: 'Send ID',
		name: 'sendId',
		type: 'string',
		required: true,
		displayOptions: { show: showOnlyForSendSend },
		default: '',
		description: 'ID of the issue to send, as Create returns it',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		displayOptions: { show: showOnlyForSendSend },
		default: {},
		options: [
			{
				displayName: 'Sender ID',
				name: 'senderId',
				type: 'string',
				default: '',
				description:
					"Who to send as. The first sender of the newsletter's default domain if not set.",
				routing: { send: { type: 'body', property: 'senderId' } },
			},
		],
	},
];

const senderPreSend: PreSend = async function (request: IHttpRequestOptions) {
	const source = { node: this.getNode(), itemIndex: this.getItemIndex() };
	const { senderId } = (request.body ?? {}) as IDataObject;
	if (textValue(source, 'Sender ID', senderId) === undefined) return { ...request, body: {} };
	return { ...request, body: { senderId: identifier(source, 'Sender ID', senderId) } };
};

const perform: Perform = async function (client, call) {
	const answer = await requestOnce(this, client, call, {
		key: `send ${call.url}`,
		doneOtherwise:
			'This issue was already sent in this execution with another Sender ID, and an issue is sent once: nothing was sent for this item.',
	});
	return [{ json: { id: idIn(call.url), ...answer } }];
};

const idIn = (url: string) => decodeURIComponent(url.split('/')[2] ?? '');

export const sendSend: Operation = {
	request: { method: 'POST', url: '/sends/{id}/send' },
	policy: ONCE,
	isAnswer: ({ status }) => status === 'sending' || status === 'sent',
	texts: {
		refused:
			'The service refused to send the issue: check Send ID and Sender ID, and whether the issue has been sent before.',
		notFound: 'The service has no issue with this ID: check Send ID.',
		unclear:
			'The issue may already be on its way: the service gave no clear answer. Check there whether it was sent before you run this again.',
	},
	preSend: [pathIdPreSend('sendId', 'Send ID'), senderPreSend],
	perform,
};
