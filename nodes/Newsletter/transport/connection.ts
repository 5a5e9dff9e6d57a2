import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Failure } from './failures';

export const CREDENTIAL_TYPE = 'newsletterApi';

/** What a credential says, without surrounding spaces, trailing slashes and `Bearer`. */
export interface Connection {
	baseUrl: string;
	apiKey: string;
	newsletterId: string;
}

/** An expression in a credential may return something else. */
const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

export function readConnection(credentials: ICredentialDataDecryptedObject): Connection {
	const { baseUrl, apiKey, newsletterId } = credentials;
	return {
		baseUrl: text(baseUrl).replace(/\/+$/, ''),
		// People paste the whole header.
		apiKey: text(apiKey).replace(/^Bearer\s+/i, ''),
		newsletterId: text(newsletterId),
	};
}

/** What is wrong with a credential before anything is sent. */
export function faultOf({ baseUrl, apiKey }: Connection): Failure | undefined {
	// A login in the URL would take the place of the key.
	const isUrl = /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(baseUrl) && URL.canParse(baseUrl);
	if (!isUrl) return { kind: 'noBaseUrl' };
	// n8n would silently drop other characters from a header.
	return /^[\x21-\x7e]+$/.test(apiKey) ? undefined : { kind: 'noKey' };
}

const LONGEST_TEXT = 1000;

/** A failure whose texts do not hold the key, and that names the base URL that a redirect points to. */
export function withoutKey(
	failure: Failure,
	{ baseUrl, apiKey }: Pick<Connection, 'baseUrl' | 'apiKey'>,
): Failure {
	const { detail, location } = failure;
	return {
		...failure,
		...(detail && { detail: masked(detail, apiKey).slice(0, LONGEST_TEXT) }),
		...(location && { location: redirectedBase(masked(location, apiKey), baseUrl) }),
	};
}

/** A text without the key, where the service repeats it as it is or URL-encoded. */
function masked(text: string, apiKey: string): string {
	const encoded = encodeURIComponent(apiKey).replace(/[.*()]/g, '\\$&');
	// Escapes such as %2F may be written in small letters.
	return text.replaceAll(apiKey, '***').replace(new RegExp(encoded, 'gi'), '***');
}

/** The URL that a redirect points to, without the path of the operation and its query. */
function redirectedBase(location: string, baseUrl: string): string {
	if (!URL.canParse(location, `${baseUrl}/`)) return location;
	const { origin, pathname } = new URL(location, `${baseUrl}/`);
	return `${origin}${pathname.replace(/\/(contacts|sends)(\/.*)?$/, '')}`.replace(/\/+$/, '');
}
