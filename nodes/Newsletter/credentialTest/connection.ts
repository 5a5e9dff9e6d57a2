import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { NEWSLETTER_ID } from '../resources/newsletterId';
import { isKey, isWebAddress, readConnection, withoutKey } from '../transport/connection';
import { messageFor } from '../transport/errors';
import { failureOfError } from '../transport/exchange';
import { failureOf, type Failure } from '../transport/failures';

const TIMEOUT_MS = 30_000;

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/** A JSON answer without a list comes from something else than the newsletter service. */
const isList = ({ data }: IDataObject) => Array.isArray(data);

const TEXTS = {
	refused: 'The service refused the newsletter: check Newsletter ID.',
};

/**
 * Tests a credential by asking for one contact. An empty newsletter is a success; anything else
 * that is not a list says which field to look at.
 */
export async function testConnection(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, apiKey, newsletterId } = readConnection(data);
	if (!isWebAddress(baseUrl)) {
		return failed('Base URL must be a web address, such as https://api.example.com/v1.');
	}
	if (apiKey === '') return failed('API Key is empty: fill it in.');
	if (!isKey(apiKey)) {
		return failed('API Key has characters that no key has: paste it again.');
	}
	if (!NEWSLETTER_ID.test(newsletterId)) {
		return failed('Newsletter ID must be wks_ followed by 21 characters, 25 in all.');
	}

	// n8n gives credential tests no other way to make a request than this older helper.
	const { helpers } = this;
	let failure: Failure | undefined;
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
		failure = failureOf(
			{ status, headers, body },
			{ notFound: 'documentedMessage', isAnswer: isList },
		);
	} catch (error) {
		failure = failureOfError(error);
	}

	if (failure === undefined || failure.kind === 'notFound') {
		return { status: 'OK', message: 'Connection successful' };
	}
	const { detail, ...known } = withoutKey(failure, { baseUrl, apiKey });
	const message = messageFor({ detail, ...known }, TEXTS, false);
	return failed(known.status && detail ? `${message} The service says: ${detail}` : message);
}
