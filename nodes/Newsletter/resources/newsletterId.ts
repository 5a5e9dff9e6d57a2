import type { INodeProperties } from 'n8n-workflow';

import { fieldError, type FieldSource } from './fieldValues';
import { idText } from './identifiers';

export const NEWSLETTER_ID = /^wks_[^\s/?#\p{Cf}]{21}$/u;

/** @param sentIn where a declarative operation sends the ID */
export function newsletterIdField(sentIn?: 'query' | 'body'): INodeProperties {
	return {
		displayName: 'Newsletter ID',
		name: 'newsletterId',
		type: 'string',
		default: '',
		placeholder: 'e.g. wks_1a2B3c4D5e6F7g8H9i0Jk',
		description: 'Newsletter to work with. Leave empty to use the one from the credential.',
		...(sentIn && { routing: { send: { type: sentIn, property: 'newsletter_id' } } }),
	};
}

/**
 * The field's value, or the credential's if the field is empty.
 *
 * @throws {NodeOperationError} if it does not have the documented form
 */
export function newsletterIdOf(
	source: FieldSource,
	fieldValue: unknown,
	credentialValue: string,
): string {
	const own = idText({ ...source, path: 'newsletterId' }, 'Newsletter ID', fieldValue);
	const id = own ?? credentialValue;
	if (NEWSLETTER_ID.test(id)) return id;
	const where = own === undefined ? 'Newsletter ID in the credential' : 'Newsletter ID';
	throw fieldError(
		source,
		id === ''
			? 'Newsletter ID is empty: fill it in here or in the credential.'
			: `${where} must be wks_ followed by 21 characters, 25 in all.`,
	);
}
