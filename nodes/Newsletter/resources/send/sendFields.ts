import type { INodeProperties } from 'n8n-workflow';

const toBody = (property: string): INodeProperties['routing'] => ({
	send: { type: 'body', property },
});

/** What can be set on an issue; the service takes its own value for what is not. */
export const sendFields: INodeProperties[] = [
	{
		displayName: 'CSS',
		name: 'css',
		type: 'string',
		typeOptions: { editor: 'cssEditor', rows: 5 },
		default: '',
		description: 'Styles of your own for the email',
		routing: toBody('css'),
	},
	{
		displayName: 'Divider Color',
		name: 'dividerColor',
		type: 'color',
		default: '#434343',
		routing: toBody('dividerColor'),
	},
	{
		displayName: 'Divider Size',
		name: 'dividerSize',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1,
		description: 'Thickness of dividers, a whole number',
		routing: toBody('dividerSize'),
	},
	{
		displayName: 'Font',
		name: 'font',
		type: 'string',
		default: '',
		description: 'Font of the email, as the service names it',
		routing: toBody('font'),
	},
	{
		displayName: 'Link Color',
		name: 'linkColor',
		type: 'color',
		default: '#0000ED',
		routing: toBody('linkColor'),
	},
	{
		displayName: 'Preheader',
		name: 'preheader',
		type: 'string',
		default: '',
		description: 'Preview text that inboxes show after the subject',
		routing: toBody('preheader'),
	},
	{
		displayName: 'Segment ID',
		name: 'segmentId',
		type: 'string',
		default: '',
		description: 'The segment to send to. All contacts of the newsletter if not set.',
		routing: toBody('segment_id'),
	},
	{
		displayName: 'Show Cover',
		name: 'showCover',
		type: 'boolean',
		default: true,
		description: "Whether to show the page's cover image",
		routing: toBody('showCover'),
	},
	{
		displayName: 'Subject',
		name: 'subject',
		type: 'string',
		default: '',
		description: 'Subject line. Taken from the page if not set.',
		routing: toBody('subject'),
	},
	{
		displayName: 'Track Links',
		name: 'trackLinks',
		type: 'boolean',
		default: true,
		description: 'Whether to track clicks on links',
		routing: toBody('trackLinks'),
	},
	{
		displayName: 'Track Opens',
		name: 'trackOpens',
		type: 'boolean',
		default: true,
		description: 'Whether to track when the email is opened',
		routing: toBody('trackOpens'),
	},
];
