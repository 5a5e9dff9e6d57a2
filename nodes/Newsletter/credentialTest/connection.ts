import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { NEWSLETTER_ID } from '../resources/newsletterId';
import { faultOf, readConnection, withoutKey, type Connection } from '../transport/connection';
import { messageFor } from '../transport/errors';
import { failureOfError } from '../transport/exchange';
import { failureOf, type Failure } from '../transport/failures';

const TIMEOUT_MS = 30_000;

/** An ID of the right form, but the service has no such newsletter. It answers 400. */
const NO_NEWSLETTER = `wks_${'0'.repeat(21)}`;

const TEXTS = {
	refused: 'The service refused the newsletter: check Newsletter ID.',
	notFound:
		'This can mean an empty newsletter or a wrong Base URL. Check Base URL, or add a contact to the newsletter and test again.',
	untrusted:
		"The certificate of the service is not trusted. On the n8n server, set the environment variable NODE_EXTRA_CA_CERTS to the file of the CA certificate. If you trust it anyway, turn on Ignore SSL Issues on the node's Settings tab.",
};

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/** A JSON answer without a list is not from the newsletter service. */
const isList = ({ data }: IDataObject) => Array.isArray(data);

/** Asks for one contact. n8n offers credential tests only this older helper. */
async function failureWith(
	{ helpers }: ICredentialTestFunctions,
	{ baseUrl, apiKey, newsletterId }: Connection,
): Promise<Failure | undefined> {
	try {
		const response = (await helpers.request({
			method: 'GET',
			uri: `${baseUrl}/contacts`,
			qs: { newsletter_id: newsletterId, limit: 1 },
			headers: { Accept: 'application/json', Authorization: `Bearer ${apiKey}` },
			json: true,
			timeout: TIMEOUT_MS,
			simple: false,
			followRedirect: false,
			followAllRedirects: false,
			resolveWithFullResponse: true,
		})) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
		const { statusCode: status, headers, body } = response;
		const expected = { notFound: 'documentedMessage', isAnswer: isList } as const;
		return failureOf({ status, headers, body }, expected);
	} catch (error) {
		return failureOfError(error);
	}
}

/**
 * Tests a credential by asking for one contact. If the answer is neither a list nor an empty newsletter,
 * the message says which field to check.
 */
export async function testConnection(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const connection = readConnection(data);
	const fault = faultOf(connection);
	if (fault) return failed(messageFor(fault, TEXTS, false));
	if (!NEWSLETTER_ID.test(connection.newsletterId)) {
		return failed('Newsletter ID must be wks_ followed by 21 characters, 25 in all.');
	}

	let failure = await failureWith(this, connection);
	if (failure?.kind === 'notFound') {
		// For a wrong URL, a router may say the same. But only the service refuses this newsletter.
		const other = await failureWith(this, { ...connection, newsletterId: NO_NEWSLETTER });
		if (other?.kind === 'refused') failure = undefined;
	}
	if (failure === undefined) return { status: 'OK', message: 'Connection successful' };

	const { detail, ...known } = withoutKey(failure, connection);
	const message = messageFor({ detail, ...known }, TEXTS, false);
	return failed(known.status && detail ? `${message} The service says: ${detail}` : message);
}
