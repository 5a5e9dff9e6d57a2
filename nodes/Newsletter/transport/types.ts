import type { IDataObject } from 'n8n-workflow';

/** A contact as the service returns it. Times are ISO 8601 strings. */
export interface Contact extends IDataObject {
	id: string;
	workspace_id: string;
	name: string;
	first_name: string;
	last_name: string;
	email: string;
	subscribed: boolean;
	unsub_token: string;
	custom_fields: IDataObject | IDataObject[];
	createdAt: string;
	updatedAt: string;
}

/** One entry of a bulk write, and the fields of an update. */
export interface ContactInput extends IDataObject {
	id?: string;
	email?: string;
	name?: string;
	first_name?: string;
	last_name?: string;
	subscribed?: boolean;
	subscribed_from?: string;
	custom_fields?: IDataObject | IDataObject[];
}
