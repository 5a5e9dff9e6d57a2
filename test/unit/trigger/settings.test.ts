import { NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';

import { readSettings, type TriggerSettings } from '../../../nodes/Newsletter/trigger/settings';
import { NEWSLETTER, node } from '../node';

const OF_CREDENTIAL = 'wks_ofTheCredential000001';

const settingsOf = (parameters: IDataObject, credentialId = OF_CREDENTIAL) =>
	readSettings(
		{
			getNode: () => node,
			getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		} as unknown as IPollFunctions,
		credentialId,
	);

const DEFAULTS: TriggerSettings = {
	scope: {
		newsletterId: OF_CREDENTIAL,
		event: 'contactCreated',
		filters: { subscribed: undefined, email: undefined },
	},
	simplify: true,
	startFrom: 'now',
	maxContacts: 1000,
	pageSize: 100,
};
const scopeWith = (changes: Partial<TriggerSettings['scope']>) => ({
	scope: { ...DEFAULTS.scope, ...changes },
});
const filtersWith = (filters: IDataObject) =>
	scopeWith({ filters: { ...DEFAULTS.scope.filters, ...filters } });

describe('the settings', () => {
	it.each<[what: string, parameters: IDataObject, changes: Partial<TriggerSettings>]>([
		['of a new node', {}, {}],
		[
			'with the newsletter of the node',
			{ newsletterId: ` ${NEWSLETTER} ` },
			scopeWith({ newsletterId: NEWSLETTER }),
		],
		['with a blank newsletter', { newsletterId: ' ' }, {}],
		['with updates', { event: 'contactUpdated' }, scopeWith({ event: 'contactUpdated' })],
		['with Simplify off', { simplify: false }, { simplify: false }],
		['with Simplify off by an expression', { simplify: 'false' }, { simplify: false }],
		['with an empty Simplify', { simplify: '' }, {}],
		[
			'with those who are subscribed',
			{ filters: { subscribed: true } },
			filtersWith({ subscribed: true }),
		],
		[
			'with those who are not',
			{ filters: { subscribed: false } },
			filtersWith({ subscribed: false }),
		],
		[
			'with those who are not, by an expression',
			{ filters: { subscribed: 'false' } },
			filtersWith({ subscribed: false }),
		],
		[
			'with an email',
			{ filters: { email: ' ada@example.com ' } },
			filtersWith({ email: 'ada@example.com' }),
		],
		['with empty filters', { filters: { email: '', subscribed: '' } }, {}],
		['from the beginning', { options: { startFrom: 'beginning' } }, { startFrom: 'beginning' }],
		[
			'with their own numbers',
			{ options: { maxContacts: 1, pageSize: '250' } },
			{ maxContacts: 1, pageSize: 250 },
		],
		['with empty numbers', { options: { maxContacts: '', pageSize: null } }, {}],
	])('%s', (_, parameters, changes) => {
		expect(settingsOf(parameters)).toEqual({ ...DEFAULTS, ...changes });
	});

	it.each<[sentence: string, parameters: IDataObject, credentialId?: string]>([
		['Event must be contactCreated or contactUpdated.', { event: 'contactDeleted' }],
		['Start From must be now or beginning.', { options: { startFrom: 'yesterday' } }],
		['Subscribed must be true or false.', { filters: { subscribed: 'maybe' } }],
		['Simplify must be true or false.', { simplify: 'yes' }],
		['Email must be text.', { filters: { email: {} } }],
		['Max Contacts must be a whole number of at least 1.', { options: { maxContacts: 0 } }],
		['Max Contacts must be a whole number of at least 1.', { options: { maxContacts: 2.5 } }],
		['Page Size must be a whole number of at least 1.', { options: { pageSize: -1 } }],
		['Page Size must be a whole number of at least 1.', { options: { pageSize: 'many' } }],
		['Newsletter ID must be wks_ followed by 21 characters, 25 in all.', { newsletterId: 'wks_1' }],
		['Newsletter ID is empty: fill it in here or in the credential.', {}, ''],
		[
			'Newsletter ID in the credential must be wks_ followed by 21 characters, 25 in all.',
			{},
			'wks_1',
		],
	])('are an error: %s', (...[sentence, parameters, credentialId]) => {
		const read = () => settingsOf(parameters, credentialId);
		expect(read).toThrow(NodeOperationError);
		expect(read).toThrow(sentence);
	});
});
