import type { INodeProperties } from 'n8n-workflow';

import { routingOf } from '../../transport/pipeline';
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
				description: 'Create an issue from a page, as a draft',
				action: 'Create an issue',
				routing: routingOf(sendCreate),
			},
			{
				name: 'Send',
				value: 'send',
				description: 'Send an issue to its subscribers, at once',
				action: 'Send an issue',
				routing: routingOf(sendSend),
			},
		],
		default: 'create',
	},
	...sendCreateDescription,
	...sendSendDescription,
];
