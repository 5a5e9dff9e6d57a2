import type { IDataObject } from 'n8n-workflow';

import type { Entry } from '../../transport/batches';
import { asNodeError } from '../../transport/errors';
import type { ItemContext } from '../../transport/pipeline';
import {
	booleanValue,
	choice,
	fieldError,
	isBlank,
	sourceOf,
	wholeNumber,
	type FieldSource,
} from '../fieldValues';
import { newsletterIdOf } from '../newsletterId';
import type { ItemError } from '../runErrors';
import { named } from '../sentFields';
import { autoMapped } from './autoMap';
import { contactFields, contactWithEmail } from './contactFields';

const MODES = ['defineBelow', 'autoMapInputData'] as const;
const OUTPUTS = ['requests', 'contacts'] as const;

export interface ContactEntry extends Entry {
	output: (typeof OUTPUTS)[number];
	keepUnsubscribed: boolean;
}

/** The contacts of one newsletter, in order, with the smallest batch size that any of them asks for. */
export interface ContactGroup {
	newsletterId: string;
	batchSize: number;
	entries: ContactEntry[];
}

function contactBelow(item: ItemContext, source: FieldSource) {
	const values = item.getNodeParameter('additionalFields', {}) as IDataObject;
	const email = item.getNodeParameter('email', '') as string;
	const raw = named(contactFields, { ...values, email });
	return contactWithEmail(source, raw, item.getTimezone(), 'additionalFields');
}

function contactOfInput(item: ItemContext, source: FieldSource, unmappedFields: unknown) {
	const timezone = item.getTimezone();
	const at = { ...source, path: 'options.unmappedFields' };
	const unmapped = choice(at, 'Unmapped Fields', unmappedFields, ['ignore', 'customFields']);
	const raw = autoMapped(source, item.getInputData().json, {
		ignored: item.getNodeParameter('inputsToIgnore', ''),
		unmappedAsCustomFields: unmapped === 'customFields',
		timezone,
	});
	if (isBlank(raw.email)) {
		throw fieldError(source, 'Email is missing: the input item must have a field named email.');
	}
	return contactWithEmail(source, raw, timezone);
}

function readEntry(item: ItemContext, credentialNewsletterId: string) {
	const source = sourceOf(item);
	const at = (path: string) => ({ ...source, path });
	const options = item.getNodeParameter('options', {}) as IDataObject;
	const newsletterField = item.getNodeParameter('newsletterId', '');
	const mode = item.getNodeParameter('dataToSend', '');
	const dataToSend = choice(at('dataToSend'), 'Data to Send', mode, MODES);
	const output = choice(at('options.output'), 'Output', options.output, OUTPUTS);
	const { keepUnsubscribed: keep, batchSize, unmappedFields } = options;
	const isKept = booleanValue(at('options.keepUnsubscribed'), 'Keep Unsubscribed', keep);
	const bounds = { least: 1, most: 1000, otherwise: 1000 };
	return {
		newsletterId: newsletterIdOf(source, newsletterField, credentialNewsletterId),
		batchSize: wholeNumber(at('options.batchSize'), 'Batch Size', batchSize, bounds),
		entry: {
			itemIndex: source.itemIndex,
			contact:
				dataToSend === 'defineBelow'
					? contactBelow(item, source)
					: contactOfInput(item, source, unmappedFields),
			output,
			keepUnsubscribed: isKept === true,
		},
	};
}

/**
 * Reads every input item with its own values of the parameters.
 *
 * @returns the contacts by newsletter, and an error for each item that has none
 */
export function readEntries(
	items: ItemContext[],
	credentialNewsletterId: string,
): { groups: ContactGroup[]; errors: ItemError[] } {
	const groups = new Map<string, ContactGroup>();
	const errors: ItemError[] = [];
	for (const item of items) {
		try {
			const { newsletterId, batchSize, entry } = readEntry(item, credentialNewsletterId);
			const group = groups.get(newsletterId) ?? { newsletterId, batchSize, entries: [] };
			groups.set(newsletterId, group);
			group.batchSize = Math.min(group.batchSize, batchSize);
			group.entries.push(entry);
		} catch (cause) {
			const itemIndex = item.getItemIndex();
			errors.push({ itemIndex, error: asNodeError(item.getNode(), cause, itemIndex) });
		}
	}
	return { groups: [...groups.values()], errors };
}
