import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Entry } from '../../transport/batches';
import { asNodeError } from '../../transport/errors';
import { fieldError, isBlank, orDefault, wholeNumber, type FieldSource } from '../fieldValues';
import { newsletterIdOf } from '../newsletterId';
import { keepsUnsubscribed } from './unsubscribed';
import { autoMapped, ignoredKeys } from './autoMap';
import { contactWithEmail, rawContactOf } from './contactFields';
import type { ItemError } from '../itemErrors';

export interface ContactEntry extends Entry {
	output: 'requests' | 'contacts';
	keepUnsubscribed: boolean;
}

/** The contacts of one newsletter, in order, with the smallest batch size that any of them asks for. */
export interface ContactGroup {
	newsletterId: string;
	batchSize: number;
	entries: ContactEntry[];
}

const OUTPUTS = ['requests', 'contacts'];
const MODES = ['defineBelow', 'autoMapInputData'];

function readContact(context: IExecuteFunctions, source: FieldSource, options: IDataObject) {
	const { itemIndex } = source;
	const timezone = context.getTimezone();
	const mode = context.getNodeParameter('dataToSend', itemIndex, 'defineBelow') as string;
	if (!MODES.includes(mode)) {
		throw fieldError(source, 'Data to Send must be defineBelow or autoMapInputData.');
	}
	if (mode === 'defineBelow') {
		const values = context.getNodeParameter('additionalFields', itemIndex, {}) as IDataObject;
		const email = context.getNodeParameter('email', itemIndex, '');
		return contactWithEmail(source, rawContactOf({ ...values, email }), values, timezone);
	}
	const { json } = context.getInputData()[itemIndex] as { json: IDataObject };
	const raw = autoMapped(source, json, {
		ignored: ignoredKeys(context.getNodeParameter('inputsToIgnore', itemIndex, '')),
		unmappedAsCustomFields: options.unmappedFields === 'customFields',
		timezone,
	});
	if (isBlank(raw.email)) {
		throw fieldError(source, 'Email is missing: the input item must have it under the key email.');
	}
	return contactWithEmail(source, raw, {}, timezone);
}

/**
 * Reads every input item with its own values of the parameters.
 *
 * @returns the contacts by newsletter, and an error for each item that has none
 */
export function readItems(
	context: IExecuteFunctions,
	credentialNewsletterId: string,
): { groups: ContactGroup[]; errors: ItemError[] } {
	const node = context.getNode();
	const groups = new Map<string, ContactGroup>();
	const errors: ItemError[] = [];

	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex += 1) {
		const source = { node, itemIndex };
		try {
			const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
			const newsletterId = newsletterIdOf(
				source,
				context.getNodeParameter('newsletterId', itemIndex, ''),
				credentialNewsletterId,
			);
			const bounds = { least: 1, most: 1000 };
			const batchSize = wholeNumber(
				source,
				'Batch Size',
				orDefault(options.batchSize, 1000),
				bounds,
			);
			const output = orDefault(options.output, 'requests') as ContactEntry['output'];
			if (!OUTPUTS.includes(output)) {
				throw fieldError(source, 'Output must be requests or contacts.');
			}
			const keepUnsubscribed = keepsUnsubscribed(source, options);
			const contact = readContact(context, source, options);

			const group = groups.get(newsletterId) ?? { newsletterId, batchSize, entries: [] };
			groups.set(newsletterId, group);
			group.batchSize = Math.min(group.batchSize, batchSize);
			group.entries.push({ itemIndex, contact, output, keepUnsubscribed });
		} catch (cause) {
			errors.push({ itemIndex, error: asNodeError(node, cause, itemIndex) });
		}
	}
	return { groups: [...groups.values()], errors };
}
