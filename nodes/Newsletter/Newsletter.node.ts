import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { testConnection } from './credentialTest/connection';
import { searchContacts } from './listSearch/contacts';
import { searchCustomFields } from './listSearch/customFields';
import { contactCustomOperations, contactDescription } from './resources/contact';
import { sendCustomOperations, sendDescription } from './resources/send';

export class Newsletter implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Newsletter',
		name: 'newsletter',
		icon: {
			light: 'file:../../icons/newsletter.svg',
			dark: 'file:../../icons/newsletter.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Keep contacts of a newsletter in sync, create issues from pages and send them',
		defaults: { name: 'Newsletter' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		sensitiveOutputFields: ['unsub_token'],
		credentials: [{ name: 'newsletterApi', required: true, testedBy: 'testConnection' }],
		requestDefaults: {
			baseURL: '={{ $credentials.baseUrl }}',
			headers: { Accept: 'application/json' },
			disableFollowRedirect: true,
		},
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Contact', value: 'contact' },
					{ name: 'Send', value: 'send' },
				],
				default: 'contact',
			},
			...contactDescription,
			...sendDescription,
		],
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: { searchContacts, searchCustomFields },
	};

	customOperations = { contact: contactCustomOperations, send: sendCustomOperations };
}
