import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { withoutKey } from './masking';

export const CREDENTIAL_TYPE = 'newsletterApi';

/** What a credential says, without surrounding blanks, trailing slashes and `Bearer`. */
export interface Connection {
	baseUrl: string;
	apiKey: string;
	newsletterId: string;
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

export function readConnection(credentials: ICredentialDataDecryptedObject): Connection {
	return {
		baseUrl: text(credentials.baseUrl).replace(/\/+$/, ''),
		// People paste the whole header.
		apiKey: text(credentials.apiKey).replace(/^Bearer\s+/i, ''),
		newsletterId: text(credentials.newsletterId),
	};
}

/**
 * Whether a base URL is a web address. A login in it is refused: it would take the place of the key.
 */
export function isWebAddress(baseUrl: string): boolean {
	return /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(baseUrl) && URL.canParse(baseUrl);
}

/** The address that a redirect points to, without the path of the operation and its query. */
export function redirectedBase(location: string, baseUrl: string): string {
	try {
		const { origin, pathname } = new URL(location, `${baseUrl}/`);
		return `${origin}${pathname.replace(/\/(contacts|sends)(\/.*)?$/, '')}`.replace(/\/+$/, '');
	} catch {
		return location;
	}
}

/** Whether a key can stand in a header: n8n would silently drop other characters. */
export const isKey = (apiKey: string): boolean => /^[\x21-\x7e]+$/.test(apiKey);

/** A failure that names the base URL of its redirect, if it is one. The key is masked before. */
export const withBase = <T extends { location?: string }>(
	failure: T,
	{ baseUrl, apiKey }: Pick<Connection, 'baseUrl' | 'apiKey'>,
): T =>
	failure.location
		? { ...failure, location: redirectedBase(withoutKey(failure.location, apiKey), baseUrl) }
		: failure;
