import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

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
	return /^https?:\/\/[^\s/?#]+[^\s?#]*$/i.test(baseUrl);
}
