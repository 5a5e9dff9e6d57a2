import type { IDisplayOptions, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { CREDENTIAL_TYPE, readConnection } from '../transport/connection';
import type { PreSend } from '../transport/pipeline';
import { fieldError, refuseNothing, textValue, type FieldSource } from './fieldValues';

export const NEWSLETTER_ID = /^wks_[^\s/?#]{21}$/;

export function newsletterIdField(displayOptions?: IDisplayOptions): INodeProperties {
	return {
		displayName: 'Newsletter ID',
		name: 'newsletterId',
		type: 'string',
		default: '',
		placeholder: 'Leave empty to use the one from the credential',
		description:
			'The newsletter to work with, such as wks_1a2B3c4D5e6F7g8H9i0Jk. Leave empty to use the one from the credential.',
		...(displayOptions && { displayOptions }),
	};
}

/**
 * The field's value, or the credential's where the field was left empty; of the documented form.
 *
 * @throws {NodeOperationError} before any request. An expression that yields nothing was to name
 * another newsletter than the credential's, so the credential's is not taken in its place.
 */
export function newsletterIdOf(
	source: FieldSource,
	fieldValue: unknown,
	credentialValue: string,
): string {
	const own = textValue(source, 'Newsletter ID', fieldValue);
	if (own === undefined) {
		const otherwise = 'clear the field to use the one from the credential';
		refuseNothing(source, 'Newsletter ID', source.node.parameters.newsletterId, otherwise);
	}
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

/** Puts the newsletter into the query or the body, under the name that the operation has for it. */
export function newsletterIdPreSend(
	part: 'qs' | 'body' | 'nowhere',
	wireName: 'newsletter_id' | 'workspace_id' = 'newsletter_id',
): PreSend {
	return async function (request: IHttpRequestOptions) {
		const source = { node: this.getNode(), itemIndex: this.getItemIndex() };
		const { newsletterId } = readConnection(await this.getCredentials(CREDENTIAL_TYPE));
		const id = newsletterIdOf(source, this.getNodeParameter('newsletterId', ''), newsletterId);
		if (part === 'nowhere') return request;
		const values = (request[part] ?? {}) as object;
		return { ...request, [part]: { [wireName]: id, ...values } };
	};
}
