import type { SentField } from '../sentFields';

/**
 * What can be set on an issue: one row each, with its name on the wire and the kind of its value. If one
 * is not set, the service uses its own value.
 */
export const sendFields: SentField[] = [
	{
		displayName: 'CSS',
		name: 'css',
		sent: { as: 'css', kind: 'text' },
		type: 'string',
		typeOptions: { editor: 'cssEditor', rows: 5 },
		default: '',
		description: 'Custom CSS for the email',
	},
	{
		displayName: 'Divider Color',
		name: 'dividerColor',
		sent: { as: 'dividerColor', kind: 'text' },
		type: 'color',
		default: '#434343',
		description: 'Color of the lines between sections',
	},
	{
		displayName: 'Divider Size',
		name: 'dividerSize',
		sent: { as: 'dividerSize', kind: 'wholeNumber' },
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1,
		description: 'Thickness of the lines between sections, as a whole number',
	},
	{
		displayName: 'Font',
		name: 'font',
		sent: { as: 'font', kind: 'text' },
		type: 'string',
		default: '',
		description: 'Name of a font that the service supports',
	},
	{
		displayName: 'Link Color',
		name: 'linkColor',
		sent: { as: 'linkColor', kind: 'text' },
		type: 'color',
		default: '#0000ED',
		description: 'Color of links in the email',
	},
	{
		displayName: 'Preheader',
		name: 'preheader',
		sent: { as: 'preheader', kind: 'text' },
		type: 'string',
		placeholder: 'e.g. What is new this month',
		default: '',
		description: 'Preview text that inboxes show next to the subject',
	},
	{
		displayName: 'Segment ID',
		name: 'segmentId',
		sent: { as: 'segment_id', kind: 'identifier' },
		type: 'string',
		default: '',
		description:
			'Segment that receives the issue. If not set, all contacts receive it. Whether unsubscribed contacts do, too, is up to the service.',
	},
	{
		displayName: 'Show Cover',
		name: 'showCover',
		sent: { as: 'showCover', kind: 'switch' },
		type: 'boolean',
		default: true,
		description: "Whether to show the page's cover image",
	},
	{
		displayName: 'Subject',
		name: 'subject',
		sent: { as: 'subject', kind: 'text' },
		type: 'string',
		placeholder: 'e.g. News in June',
		default: '',
		description: 'Subject line of the email. If not set, it is taken from the page.',
	},
	{
		displayName: 'Track Links',
		name: 'trackLinks',
		sent: { as: 'trackLinks', kind: 'switch' },
		type: 'boolean',
		default: true,
		description: 'Whether to track clicks on links',
	},
	{
		displayName: 'Track Opens',
		name: 'trackOpens',
		sent: { as: 'trackOpens', kind: 'switch' },
		type: 'boolean',
		default: true,
		description: 'Whether to track when the email is opened',
	},
];
