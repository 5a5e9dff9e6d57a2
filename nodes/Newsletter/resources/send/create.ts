import type {
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import type { Call } from '../../transport/client';
import { keyOfBody, requestOnce, type OnceOptions } from '../../transport/memory';
import type { Operation, Perform, PreSend } from '../../transport/pipeline';
import { ONCE } from '../../transport/retry';
import {
	booleanValue,
	fieldError,
	identifier,
	optionParameter,
	refuseNothing,
	textValue,
	wholeNumber,
	type FieldSource,
} from '../fieldValues';
import { newsletterIdField, newsletterIdPreSend } from '../newsletterId';
import { pageIdFromAddress } from './pageAddress';
import { sendFields } from './sendFields';

/** Turning a long page into an email takes the service its time, ms. */
const CREATE_TIMEOUT_MS = 300_000;

const showOnlyForSendCreate = { resource: ['send'], operation: ['create'] };

export const sendCreateDescription: INodeProperties[] = [
	{
		displayName: 'Page',
		name: 'pageId',
		type: 'resourceLocator',
		default: { mode: 'url', value: '' },
		required: true,
		displayOptions: { show: showOnlyForSendCreate },
		description: 'The page to turn into an issue',
		modes: [
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: 'e.g. https://www.notion.so/My-issue-0123456789abcdef0123456789abcdef',
				hint: 'The address of the page, from Share → Copy link',
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 0123456789abcdef0123456789abcdef',
			},
		],
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		displayOptions: { show: showOnlyForSendCreate },
		default: {},
		options: sendFields,
	},
	newsletterIdField({ show: showOnlyForSendCreate }),
];

function pageIdOf(source: FieldSource, locator: unknown): string {
	const { mode, value } = (
		typeof locator === 'object' && locator !== null ? locator : { mode: 'id', value: locator }
	) as { mode?: string; value?: unknown };
	const text = textValue(source, 'Page', value);
	if (text === undefined) throw fieldError(source, 'Page is empty: fill in its address or its ID.');
	if (mode !== 'url') return identifier(source, 'Page', text);
	const id = pageIdFromAddress(text);
	if (id !== undefined) return id;
	throw fieldError(
		source,
		'Page must be the address of a page, which ends in its ID of 32 letters and digits: copy it with Share → Copy link, or choose By ID.',
	);
}

/** Each value as the documented type of its field; the field's own `type` says which that is. */
function sendValue(source: FieldSource, field: INodeProperties, value: unknown) {
	if (field.type === 'boolean') return booleanValue(source, field.displayName, value);
	if (field.type === 'number') {
		return value === '' || value === null || value === undefined
			? undefined
			: wholeNumber(source, field.displayName, value, { least: 0 });
	}
	return textValue(source, field.displayName, value);
}

/** Without a segment the issue goes to everybody: only where the field was left empty or is not there. */
const requireSegmentLeftOut = (source: FieldSource) =>
	refuseNothing(
		source,
		'Segment ID',
		optionParameter(source, 'additionalFields', 'segmentId'),
		'remove the field for an issue to all contacts',
	);

const createPreSend: PreSend = async function (request: IHttpRequestOptions) {
	const source = { node: this.getNode(), itemIndex: this.getItemIndex() };
	const set = (request.body ?? {}) as IDataObject;
	const body: IDataObject = { page_id: pageIdOf(source, this.getNodeParameter('pageId', '')) };
	for (const field of sendFields) {
		const property = field.routing?.send?.property as string;
		if (property in set) body[property] = sendValue(source, field, set[property]);
	}
	if (body.segment_id !== undefined) identifier(source, 'Segment ID', body.segment_id);
	else requireSegmentLeftOut(source);
	return { ...request, body };
};

const perform: Perform = async function (client, call) {
	return [{ json: await requestOnce(this, client, call, keysOf(this, call)) }];
};

/**
 * What tells one issue from another. In a workflow that is the run and the item. An agent's calls can
 * share both, and a try of one can be a run of its own: there it is what is asked for, and after an
 * unclear answer the page alone, since an expression may have changed the rest by the next try.
 */
function keysOf(context: IExecutePaginationFunctions, { body, itemIndex }: Call): OnceOptions {
	const asked = `create ${keyOfBody(body)}`;
	if (context.getNode().type.endsWith('Tool')) {
		return { key: asked, unclearKey: `create ${body?.workspace_id} ${body?.page_id}` };
	}
	const run = context.evaluateExpression('{{ $runIndex }}', context.getItemIndex()) as number;
	return { key: `create ${run} ${itemIndex}`, unclearKey: asked };
}

export const sendCreate: Operation = {
	request: { method: 'POST', url: '/sends' },
	policy: ONCE,
	timeoutMs: CREATE_TIMEOUT_MS,
	isAnswer: ({ id }) => typeof id === 'string',
	texts: {
		refused:
			'The service refused to create the issue: check Page, that the service may read it, Newsletter ID, and the additional fields.',
		notFound:
			'The service found nothing to create the issue from: check Page, Newsletter ID and Segment ID.',
		unclear:
			'The issue may already have been created: the service gave no clear answer. Look among its drafts before you run this again.',
	},
	preSend: [createPreSend, newsletterIdPreSend('body', 'workspace_id')],
	perform,
};
