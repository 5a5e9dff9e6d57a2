import type { IDataObject } from 'n8n-workflow';

import type { Entry } from '../../transport/batches';
import { asNodeError } from '../../transport/errors';
import type { ItemContext } from '../../transport/pipeline';
import { booleanValue, choice, fieldError, sourceOf, wholeNumber } from '../fieldValues';
import { newsletterIdOf } from '../newsletterId';
import type { ItemError } from '../runErrors';
import { named } from '../sentFields';
import { autoMapped, type Unused } from './autoMap';
import { contactFields, contactOf } from './contactFields';
import { hintAtUnused } from './unusedHint';

/** A contact to create or update, with what its item asks for. */
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

/** The contact of an item, from the fields below or from the fields of the input item. */
function readContact(
	item: ItemContext,
	{ unmappedFields }: IDataObject,
	unused: Unused,
): Entry['contact'] {
	const source = sourceOf(item);
	const own = (name: string) => item.getNodeParameter(name, '');
	const at = { ...source, path: 'dataToSend' };
	const modes = ['defineBelow', 'autoMapInputData'] as const;
	const mode = choice(at, 'Data to Send', own('dataToSend'), modes);
	const isBelow = mode === 'defineBelow';

	const raw = isBelow
		? named(contactFields, {
				...(item.getNodeParameter('additionalFields', {}) as IDataObject),
				email: own('email'),
			})
		: autoMapped(item, source, unmappedFields, unused);
	const collection = isBelow ? 'additionalFields' : undefined;
	const contact = contactOf(source, raw, item.getTimezone(), collection);
	const { email } = contact;
	if (email !== undefined) return { ...contact, email };
	throw fieldError(
		source,
		isBelow
			? 'Email is empty: fill it in.'
			: 'Email is missing: the input item must have a field named email, e-mail, mail or email address.',
	);
}

function readItem(item: ItemContext, credentialNewsletterId: string, unused: Unused): ContactGroup {
	const source = sourceOf(item);
	const at = (name: string) => ({ ...source, path: `options.${name}` });
	const options = item.getNodeParameter('options', {}) as IDataObject;
	const { keepUnsubscribed, output, batchSize } = options;
	const newsletterField = item.getNodeParameter('newsletterId', '');
	const size = { min: 1, max: 1000, ifEmpty: 1000 };
	const entry: ContactEntry = {
		itemIndex: source.itemIndex,
		contact: readContact(item, options, unused),
		output: choice(at('output'), 'Output', output, ['requests', 'contacts']),
		keepUnsubscribed:
			booleanValue(at('keepUnsubscribed'), 'Keep Unsubscribed', keepUnsubscribed) ?? false,
	};
	return {
		newsletterId: newsletterIdOf(source, newsletterField, credentialNewsletterId),
		batchSize: wholeNumber(at('batchSize'), 'Batch Size', batchSize, size),
		entries: [entry],
	};
}

/**
 * Reads every input item with its own values of the parameters. A hint tells what Auto-Map left out.
 *
 * @param items each with the newsletter of its credential
 * @returns the contacts by newsletter, and an error for each item that has none
 */
export function readEntries(items: ReadonlyMap<ItemContext, string>): {
	groups: ContactGroup[];
	errors: ItemError[];
} {
	const groups = new Map<string, ContactGroup>();
	const errors: ItemError[] = [];
	const unused: Unused = {
		ignored: new Set(),
		unfit: new Set(),
		toIgnore: new Map(),
		seen: new Set(),
	};
	for (const [item, credentialNewsletterId] of items) {
		try {
			const one = readItem(item, credentialNewsletterId, unused);
			const group = groups.get(one.newsletterId);
			if (group === undefined) {
				groups.set(one.newsletterId, one);
				continue;
			}
			group.batchSize = Math.min(group.batchSize, one.batchSize);
			group.entries.push(...one.entries);
		} catch (cause) {
			const itemIndex = item.getItemIndex();
			errors.push({ itemIndex, error: asNodeError(item.getNode(), cause, itemIndex) });
		}
	}
	hintAtUnused([...items.keys()][0], unused);
	return { groups: [...groups.values()], errors };
}
