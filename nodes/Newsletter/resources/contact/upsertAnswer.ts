import type { IDataObject, NodeApiError } from 'n8n-workflow';

import type { Call, Client } from '../../transport/client';
import type { Failure } from '../../transport/failures';

/** How many contacts the service says that it synced, a number also where it came as text; else NaN. */
export const syncedIn = ({ synced }: IDataObject): number =>
	typeof synced === 'number' || (typeof synced === 'string' && synced.trim() !== '')
		? Number(synced)
		: NaN;

/** Whether a success is this service's: without its count it may be anything's. */
export const isUpsertAnswer = (answer: IDataObject): boolean => !Number.isNaN(syncedIn(answer));

/** After a success that cannot be read nobody knows, but here nothing is lost by doing it again. */
export function upsertErrorOf(client: Client, failure: Failure, call: Call): NodeApiError {
	const error = client.errorOf(failure, call);
	if (failure.kind === 'otherShape' || failure.kind === 'notJson') {
		error.message +=
			' Contacts may have been stored all the same; sending them again does no harm.';
	}
	return error;
}
