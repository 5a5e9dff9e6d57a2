const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const time = { type: 'string', format: 'date-time' } as const;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const closed = <P extends Record<string, unknown>>(
	properties: P,
	required: Array<keyof P & string> = [],
) => ({ type: 'object', properties, required, additionalProperties: false });

const names = { name: text, first_name: text, last_name: text };

const look = {
	font: text,
	css: text,
	linkColor: { ...text, default: '#0000ED' },
	dividerColor: { ...text, default: '#434343' },
	dividerSize: { type: 'integer', default: 1 },
	showCover: { ...flag, default: true },
	trackOpens: { ...flag, default: true },
	trackLinks: { ...flag, default: true },
};

export const schemas = {
	WorkspaceId: {
		type: 'string',
		description: 'Identifies a newsletter, which is the same as its workspace.',
		pattern: '^wks_',
		minLength: 25,
		maxLength: 25,
	},
	CustomFields: {
		description: 'A date must be an ISO date-time or YYYY-MM-DD to be recognised as one.',
		oneOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }],
	},
	Contact: closed(
		{
			id: { type: 'string', pattern: '^con_' },
			workspace_id: ref('WorkspaceId'),
			...names,
			email: text,
			subscribed: flag,
			unsub_token: text,
			custom_fields: ref('CustomFields'),
			createdAt: time,
			updatedAt: time,
		},
		['id', 'workspace_id', 'email', 'subscribed', 'createdAt', 'updatedAt'],
	),
	ContactList: closed(
		{
			data: { type: 'array', items: ref('Contact') },
			total: { type: 'integer' },
			page: { type: 'integer' },
			offset: { type: 'integer' },
		},
		['data', 'total', 'page', 'offset'],
	),
	ContactInput: closed(
		{
			id: text,
			email: text,
			...names,
			subscribed_from: text,
			subscribed: { ...flag, default: true },
			custom_fields: ref('CustomFields'),
		},
		['email'],
	),
	ContactsUpsert: closed(
		{
			newsletter_id: ref('WorkspaceId'),
			contacts: { type: 'array', minItems: 1, maxItems: 1000, items: ref('ContactInput') },
		},
		['newsletter_id', 'contacts'],
	),
	ContactsSynced: closed({ synced: { type: 'integer' } }, ['synced']),
	ContactUpdate: closed({
		email: text,
		...names,
		subscribed: flag,
		custom_fields: ref('CustomFields'),
	}),
	ContactUpdateByPost: closed(
		{
			newsletter_id: ref('WorkspaceId'),
			...names,
			email: text,
			subscribed: flag,
			subscribed_from: text,
		},
		['newsletter_id'],
	),
	ContactsRemoved: closed({ contacts_removed: { type: 'integer' } }, ['contacts_removed']),
	SendInput: closed(
		{
			workspace_id: ref('WorkspaceId'),
			page_id: text,
			subject: text,
			preheader: text,
			segment_id: text,
			...look,
		},
		['workspace_id', 'page_id'],
	),
	Send: closed(
		{
			id: text,
			workspace_id: ref('WorkspaceId'),
			segment_id: text,
			page_id: text,
			html: text,
			subject: text,
			preheader: text,
			...look,
			status: { type: 'string', enum: ['draft', 'sending', 'sent'], default: 'draft' },
			sentAt: time,
			createdAt: time,
			updatedAt: time,
		},
		['id', 'workspace_id', 'page_id', 'status', 'createdAt', 'updatedAt'],
	),
	SendIssue: closed({ senderId: text }),
	SendStarted: closed({ subscribers: { type: 'integer' }, status: { const: 'sending' } }, [
		'subscribers',
		'status',
	]),
	Error: closed({ error: { type: 'integer', format: 'int32' }, message: text }, [
		'error',
		'message',
	]),
	MessageError: closed({ message: text }, ['message']),
	TextError: closed({ error: text }, ['error']),
};
