import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import {
	booleanValue,
	fieldError,
	orDefault,
	textValue,
	wholeNumber,
} from '../resources/fieldValues';
import { newsletterIdOf } from '../resources/newsletterId';
import type { TriggerEvent } from './sighting';
import type { Scope } from './state';

export interface TriggerSettings {
	scope: Scope;
	simplify: boolean;
	startFrom: 'now' | 'beginning';
	maxContacts: number;
	pageSize: number;
}

const EVENTS = ['contactCreated', 'contactUpdated'];
const STARTS = ['now', 'beginning'];

/** What the trigger's fields say. @throws {NodeOperationError} naming the field that cannot be used */
export function readSettings(
	context: IPollFunctions,
	credentialNewsletterId: string,
): TriggerSettings {
	const source = { node: context.getNode(), itemIndex: 0 };
	const filters = context.getNodeParameter('filters', {}) as IDataObject;
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const event = context.getNodeParameter('event', 'contactCreated') as TriggerEvent;
	if (!EVENTS.includes(event)) {
		throw fieldError(source, 'Event must be contactCreated or contactUpdated.');
	}
	const startFrom = (options.startFrom ?? 'now') as TriggerSettings['startFrom'];
	if (!STARTS.includes(startFrom)) throw fieldError(source, 'Start From must be now or beginning.');

	return {
		scope: {
			newsletterId: newsletterIdOf(
				source,
				context.getNodeParameter('newsletterId', ''),
				credentialNewsletterId,
			),
			event,
			filters: {
				subscribed: booleanValue(source, 'Subscribed', filters.subscribed),
				email: textValue(source, 'Email', filters.email),
			},
		},
		simplify: booleanValue(source, 'Simplify', context.getNodeParameter('simplify', true)) ?? true,
		startFrom,
		maxContacts: wholeNumber(source, 'Max Contacts', orDefault(options.maxContacts, 1000), {
			least: 1,
		}),
		pageSize: wholeNumber(source, 'Page Size', orDefault(options.pageSize, 100), { least: 1 }),
	};
}
