import type { IHttpRequestOptions, INodeType, INodeTypes } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { NewsletterApi } from '../../../credentials/NewsletterApi.credentials';
import { EngineCredentials } from '../../support/engineCredentials';
import { stubNodeType } from '../../support/engineStubs';
import { node } from '../node';

const credential = new NewsletterApi();

const nodeTypes: INodeTypes = {
	getByName: () => stubNodeType({ name: 'newsletter' }),
	getByNameAndVersion: (): INodeType => stubNodeType({ name: 'newsletter' }),
	getKnownTypes: () => ({}),
};

async function headersWith(apiKey: string) {
	const helper = new EngineCredentials({ newsletterApi: credential }, {});
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const request: IHttpRequestOptions = { url: '/contacts', headers: { Accept: 'a' } };
	const sent = await helper.authenticate({ apiKey }, 'newsletterApi', request, workflow, node);
	return sent.headers;
}

describe('the credential', () => {
	it('is known by the name that saved workflows have', () => {
		expect([credential.name, credential.displayName]).toEqual(['newsletterApi', 'Newsletter API']);
	});

	it('has three fields, all of them required', () => {
		const field = { type: 'string', required: true, default: '' };
		expect(credential.properties).toMatchObject([
			{ ...field, displayName: 'Base URL', name: 'baseUrl' },
			{ ...field, displayName: 'API Key', name: 'apiKey', typeOptions: { password: true } },
			{ ...field, displayName: 'Newsletter ID', name: 'newsletterId' },
		]);
	});

	it.each([
		['the-key'],
		[' the-key '],
		['the-key\r\n'],
		['\tthe-key'],
		[' Bearer the-key'],
		['bearer  the-key'],
	])(
		'sends the key %j without blanks and line ends around it, and with one Bearer',
		async (apiKey) => {
			expect(await headersWith(apiKey)).toEqual({ Accept: 'a', Authorization: 'Bearer the-key' });
		},
	);
});
