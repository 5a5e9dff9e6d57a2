import type { NodeApiError } from 'n8n-workflow';

import { MOST_WITHOUT_SUCCESS, type Untried } from '../../transport/bulkWrite';
import type { Call, Client } from '../../transport/client';
import type { Failure } from '../../transport/failures';

const givenUp = () =>
	`Not stored: none of the first ${MOST_WITHOUT_SUCCESS} requests was accepted, so the service was not asked about this contact on its own. Check Newsletter ID, here or in the credential, and the contacts that were refused.`;
const UNSENT = ' This contact was not sent.';
const NOT_ALONE = ' This contact was not tried on its own.';
// After a success that cannot be read nobody knows, but here nothing is lost by doing it again.
const UNKNOWN = ' Contacts may have been stored all the same; sending them again does no harm.';

/** The error of one contact that was not stored; of one that was not tried it says so. */
export function upsertErrorOf(
	client: Client,
	failure: Failure,
	call: Call,
	untried?: Untried,
): NodeApiError {
	const error = client.errorOf(failure, call);
	const { kind } = failure;
	if (untried === 'givenUp') {
		const words = error.description && `The service said last: ${error.description}`;
		error.message = words ? `${givenUp()} ${words}` : givenUp();
		error.description = words;
	} else if (untried) {
		error.message += untried === 'unsent' ? UNSENT : NOT_ALONE;
	} else if (kind === 'otherShape' || kind === 'notJson') {
		error.message += UNKNOWN;
	}
	return error;
}
