import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Failure } from './failures';
import { withoutKey } from './masking';

export const CREDENTIAL_TYPE = 'newsletterApi';

/** What a credential says, tidied: no surrounding blanks, no trailing slashes. */
export interface Connection {
	baseUrl: string;
	apiKey: string;
	newsletterId: string;
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

export function readConnection(credentials: ICredentialDataDecryptedObject): Connection {
	return {
		baseUrl: text(credentials.baseUrl).replace(/\/+$/, ''),
		apiKey: text(credentials.apiKey),
		newsletterId: text(credentials.newsletterId),
	};
}

/** Whether a base URL can be asked at all; whether it is the right one shows only in its answer. */
export function isWebAddress(baseUrl: string): boolean {
	return /^https?:\/\/[^\s/?#]+[^\s?#]*$/i.test(baseUrl) && URL.canParse(baseUrl);
}

/**
 * The base URL that a redirect amounts to: the address it points to, without the path of the
 * operation and its query.
 */
export function redirectedBase(location: string, baseUrl: string): string {
	try {
		const { origin, pathname } = new URL(location, `${baseUrl}/`);
		return `${origin}${pathname.replace(/\/(contacts|sends)(\/.*)?$/, '')}`.replace(/\/+$/, '');
	} catch {
		return location;
	}
}

/** Whether a key can stand in a header: of others n8n would silently drop characters. */
export const isKey = (apiKey: string): boolean => /^[\x21-\x7e]+$/.test(apiKey);

/**
 * A failure whose redirect, if it is one, names the base URL that it amounts to. The key is masked
 * before: an address that is read may write it in a way that is known no more, `/` for a backslash.
 */
export const withBase = (
	failure: Failure,
	{ baseUrl, apiKey }: Pick<Connection, 'baseUrl' | 'apiKey'>,
): Failure =>
	failure.location
		? { ...failure, location: redirectedBase(withoutKey(failure.location, apiKey), baseUrl) }
		: failure;
