/** The contact as the service shows it, and the fields it takes. */
export type CustomFields = Record<string, unknown> | Array<Record<string, unknown>>;

export interface Contact {
	id: string;
	workspace_id: string;
	name: string;
	first_name: string;
	last_name: string;
	email: string;
	subscribed: boolean;
	unsub_token: string;
	custom_fields: CustomFields;
	createdAt: string;
	updatedAt: string;
}

/** A contact as the store holds it: with the category that the service takes but never shows. */
export interface StoredContact extends Contact {
	subscribed_from?: string;
}

export interface ContactFields {
	email?: string;
	name?: string;
	first_name?: string;
	last_name?: string;
	subscribed?: boolean;
	subscribed_from?: string;
	custom_fields?: CustomFields;
}

/** What a test may set on a contact; the timestamps are ISO strings or ms. */
export interface ContactSeed extends ContactFields {
	id?: string;
	createdAt?: string | number;
	updatedAt?: string | number;
}

export interface Send {
	id: string;
	workspace_id: string;
	segment_id?: string;
	page_id: string;
	html: string;
	subject: string;
	preheader: string;
	font: string;
	css: string;
	linkColor: string;
	status: 'draft' | 'sending' | 'sent';
	dividerColor: string;
	dividerSize: number;
	showCover: boolean;
	trackOpens: boolean;
	trackLinks: boolean;
	createdAt: string;
	updatedAt: string;
}

/** A send with how often, and by which senders, it was sent. */
export interface StoredSend extends Send {
	timesSent: number;
	senderIds: Array<string | null>;
}

export interface RecordedRequest {
	method: string;
	/** The path as it came, still encoded, with the version segment and without the query. */
	path: string;
	query: Record<string, string>;
	/** `authorization` says whether the key was right; the key itself is not kept. */
	headers: Record<string, string | boolean>;
	/** The parsed JSON body; undefined without one, or where it is not JSON. */
	body: unknown;
	rawBody: string;
	/** Wall clock in ms, whatever clock the service was given. */
	receivedAt: number;
	/** The status that was answered; null while there is no answer, or where the connection was dropped. */
	status: number | null;
	/** The kind of the fault rule that was used on it. */
	fault?: string;
	refusedBy?: 'contract' | 'key' | 'service';
	reason?: string;
}
