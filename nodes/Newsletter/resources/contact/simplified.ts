import type { IDataObject } from 'n8n-workflow';

/** A contact without its unsubscribe token and its newsletter, which workflows do not need. */
export function simplified(contact: IDataObject): IDataObject {
	const { unsub_token, workspace_id, ...rest } = contact;
	void unsub_token;
	void workspace_id;
	return rest;
}
