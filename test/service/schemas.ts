const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** Queries and bodies hold what is documented: any other key is refused. */
const closed = (properties: Record<string, object>, required: string[] = []) => ({
	type: 'object',
	properties,
	required,
	additionalProperties: false,
});

const newsletterId = { type: 'string', pattern: '^wks_', minLength: 25, maxLength: 25 };

const customFields = { oneOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }] };

const contactFields = {
	email: text,
	name: text,
	first_name: text,
	last_name: text,
	subscribed: flag,
};

export const listQuery = closed(
	{
		newsletter_id: newsletterId,
		limit: { type: 'integer', minimum: 1 },
		page: { type: 'integer', minimum: 1 },
		email: text,
		subscribed: flag,
	},
	['newsletter_id'],
);

export const deleteQuery = closed({ newsletter_id: newsletterId, subscribed: flag }, [
	'newsletter_id',
]);

export const noQuery = closed({});

export const upsertBody = closed(
	{
		newsletter_id: newsletterId,
		contacts: {
			type: 'array',
			minItems: 1,
			maxItems: 1000,
			items: closed(
				{ id: text, ...contactFields, subscribed_from: text, custom_fields: customFields },
				['email'],
			),
		},
	},
	['newsletter_id', 'contacts'],
);

export const updateBody = closed({ ...contactFields, custom_fields: customFields });

export const postUpdateBody = closed(
	{ newsletter_id: newsletterId, ...contactFields, subscribed_from: text },
	['newsletter_id'],
);

export const createSendBody = closed(
	{
		workspace_id: newsletterId,
		page_id: text,
		subject: text,
		preheader: text,
		segment_id: text,
		font: text,
		css: text,
		linkColor: text,
		dividerColor: text,
		dividerSize: { type: 'integer' },
		showCover: flag,
		trackOpens: flag,
		trackLinks: flag,
	},
	['workspace_id', 'page_id'],
);

/** The only body that may be left out. */
export const sendIssueBody = { ...closed({ senderId: text }), type: ['object', 'null'] };
