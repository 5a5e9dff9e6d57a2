import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { emailAddress } from '../resources/emailAddress';
import { booleanValue, choice, wholeNumber } from '../resources/fieldValues';
import { newsletterIdOf } from '../resources/newsletterId';
import type { Scope } from './state';

export interface TriggerSettings {
	scope: Scope;
	simplify: boolean;
	startFrom: 'now' | 'beginning';
	maxContacts: number;
	pageSize: number;
}

const EVENTS = ['contactCreated', 'contactUpdated'] as const;
const STARTS = ['now', 'beginning'] as const;

/** What the trigger's fields say. @throws {NodeOperationError} naming the field that cannot be used */
export function readSettings(
	context: IPollFunctions,
	credentialNewsletterId: string,
): TriggerSettings {
	const source = { node: context.getNode(), itemIndex: 0 };
	const at = (path: string) => ({ ...source, path });
	const { subscribed, email } = context.getNodeParameter('filters', {}) as IDataObject;
	const { startFrom, ...options } = context.getNodeParameter('options', {}) as IDataObject;
	const most = { min: 1, ifEmpty: 1000 };
	const size = { min: 1, ifEmpty: 100 };
	return {
		scope: {
			newsletterId: newsletterIdOf(
				source,
				context.getNodeParameter('newsletterId', ''),
				credentialNewsletterId,
			),
			event: choice(at('event'), 'Event', context.getNodeParameter('event', ''), EVENTS),
			filters: {
				subscribed: booleanValue(at('filters.subscribed'), 'Subscribed', subscribed),
				email: emailAddress(at('filters.email'), 'Email', email, 'search'),
			},
		},
		simplify:
			booleanValue(at('simplify'), 'Simplify', context.getNodeParameter('simplify', true)) ?? true,
		startFrom: choice(at('options.startFrom'), 'Start From', startFrom, STARTS),
		maxContacts: wholeNumber(at('options.maxContacts'), 'Max Contacts', options.maxContacts, most),
		pageSize: wholeNumber(at('options.pageSize'), 'Page Size', options.pageSize, size),
	};
}
