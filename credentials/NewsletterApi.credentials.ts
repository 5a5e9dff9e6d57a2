import type { IAuthenticateGeneric, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

export class NewsletterApi implements ICredentialType {
	name = 'newsletterApi';

	displayName = 'Newsletter API';

	icon: Icon = {
		light: 'file:../icons/newsletter.svg',
		dark: 'file:../icons/newsletter.dark.svg',
	};

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-newsletter#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com/v1',
			description: 'URL of the service, including the version',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Your key for the service',
		},
		{
			displayName: 'Newsletter ID',
			name: 'newsletterId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. wks_…',
			description:
				'Default newsletter, used when a node has no Newsletter ID of its own, and to test the connection',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: {
				Authorization: '=Bearer {{ $credentials.apiKey.trim().replace(/^Bearer\\s+/i, "") }}',
			},
		},
	};
}
