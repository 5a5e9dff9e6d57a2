import type { ICredentialType, INodeType } from 'n8n-workflow';
import { stubNodeType } from '../support/engineStubs';

export const HOST = 'http://things.invalid';

export const genericType: ICredentialType = {
	name: 'thingsApi',
	displayName: 'Things API',
	properties: [
		{ displayName: 'URL', name: 'url', type: 'string', default: HOST },
		{ displayName: 'Key', name: 'key', type: 'string', default: '' },
	],
	authenticate: {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.key}}' } },
	},
};
export const functionType: ICredentialType = {
	...genericType,
	authenticate: async ({ key }, request) => ({
		...request,
		headers: { ...request.headers, 'X-Key': String(key) },
	}),
};

/** A declarative node of one operation, which can be a tool. */
export function thingsNode(customOperations?: INodeType['customOperations']): INodeType {
	return stubNodeType(
		{
			name: 'things',
			description: 'Handles things',
			usableAsTool: true,
			credentials: [{ name: 'thingsApi', required: true }],
			requestDefaults: { baseURL: '={{$credentials.url}}' },
			properties: [
				{
					displayName: 'Resource',
					name: 'resource',
					type: 'options',
					noDataExpression: true,
					options: [{ name: 'Thing', value: 'thing' }],
					default: 'thing',
				},
				{
					displayName: 'Operation',
					name: 'operation',
					type: 'options',
					noDataExpression: true,
					options: [
						{
							name: 'Get',
							value: 'get',
							routing: { request: { method: 'GET', url: '=/things/{{$parameter.thingId}}' } },
						},
					],
					default: 'get',
				},
				{ displayName: 'Thing ID', name: 'thingId', type: 'string', default: 'default' },
			],
		},
		customOperations && { customOperations },
	);
}

export const credentials = { thingsApi: { key: 'secret' } };
export const credentialTypes = { thingsApi: genericType };
export const nodeTypes = () => ({ 'test.things': thingsNode() });
export const things = (node: object = {}) => ({
	nodes: [
		{ name: 'Start', type: 'test.start' },
		{
			name: 'Things',
			type: 'test.things',
			parameters: { thingId: '={{ $json.id }}' },
			...node,
		},
	],
});
export const twoItems = [{ json: { id: 'a' } }, { json: { id: 'b' } }];
