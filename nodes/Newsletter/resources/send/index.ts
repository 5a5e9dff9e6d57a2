import type { INodeProperties } from 'n8n-workflow';

import { toolRoutingOf, workflowOperationOf } from '../../transport/pipeline';
import { sendCreate, sendCreateDescription } from './create';
import { sendSend, sendSendDescription } from './send';

const showOnlyForSends = { resource: ['send'] };

export const sendDescription: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: showOnlyForSends },
		options: [
			{
				name: 'Create',
				value: 'create',
				description: 'Create a draft of an issue from a page',
				action: 'Create issue',
				routing: toolRoutingOf(sendCreate),
			},
			{
				name: 'Send',
				value: 'send',
				description: 'Send an issue to its subscribers immediately',
				action: 'Send issue',
				routing: toolRoutingOf(sendSend),
			},
		],
		default: 'create',
	},
	...sendCreateDescription,
	...sendSendDescription,
];

export const sendCustomOperations = {
	create: workflowOperationOf(sendCreate),
	send: workflowOperationOf(sendSend),
};
