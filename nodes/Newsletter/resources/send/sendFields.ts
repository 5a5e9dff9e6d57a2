import type { SentField } from '../sentFields';

/**
 * What can be set on an issue: a row each, with its name on the wire and the kind of its value. The
 * service uses its own value for what is not set.
 */
export const sendFields: SentField[] = [
	{
		wire: 'css',
		kind: 'text',
		field: {
			displayName: 'CSS',
			name: 'css',
			type: 'string',
			typeOptions: { editor: 'cssEditor', rows: 5 },
			default: '',
			description: 'Custom CSS for the email',
		},
	},
	{
		wire: 'dividerColor',
		kind: 'text',
		field: {
			displayName: 'Divider Color',
			name: 'dividerColor',
			type: 'color',
			default: '#434343',
		},
	},
	{
		wire: 'dividerSize',
		kind: 'wholeNumber',
		field: {
			displayName: 'Divider Size',
			name: 'dividerSize',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 1,
			description: 'Thickness of dividers, as a whole number',
		},
	},
	{
		wire: 'font',
		kind: 'text',
		field: {
			displayName: 'Font',
			name: 'font',
			type: 'string',
			default: '',
			description: 'Font of the email, by the name that the service has for it',
		},
	},
	{
		wire: 'linkColor',
		kind: 'text',
		field: {
			displayName: 'Link Color',
			name: 'linkColor',
			type: 'color',
			default: '#0000ED',
		},
	},
	{
		wire: 'preheader',
		kind: 'text',
		field: {
			displayName: 'Preheader',
			name: 'preheader',
			type: 'string',
			default: '',
			description: 'Preview text that inboxes show next to the subject',
		},
	},
	{
		wire: 'segment_id',
		kind: 'identifier',
		field: {
			displayName: 'Segment ID',
			name: 'segmentId',
			type: 'string',
			default: '',
			description:
				'Segment to send the issue to. If not set, it goes to all contacts of the newsletter.',
		},
	},
	{
		wire: 'showCover',
		kind: 'switch',
		field: {
			displayName: 'Show Cover',
			name: 'showCover',
			type: 'boolean',
			default: true,
			description: "Whether to show the page's cover image",
		},
	},
	{
		wire: 'subject',
		kind: 'text',
		field: {
			displayName: 'Subject',
			name: 'subject',
			type: 'string',
			default: '',
			description: 'Subject line of the email. If not set, it is taken from the page.',
		},
	},
	{
		wire: 'trackLinks',
		kind: 'switch',
		field: {
			displayName: 'Track Links',
			name: 'trackLinks',
			type: 'boolean',
			default: true,
			description: 'Whether to track clicks on links',
		},
	},
	{
		wire: 'trackOpens',
		kind: 'switch',
		field: {
			displayName: 'Track Opens',
			name: 'trackOpens',
			type: 'boolean',
			default: true,
			description: 'Whether to track when the email is opened',
		},
	},
];
