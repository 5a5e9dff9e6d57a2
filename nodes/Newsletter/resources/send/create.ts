import type { IDataObject } from 'n8n-workflow';

import { isTool, type ItemContext } from '../../transport/itemContexts';
import { digestOf, requestOnce, type OnceOptions } from '../../transport/once';
import type { Operation } from '../../transport/pipeline';
import { eachItem } from '../eachItem';
import { collection, fieldsOf, simplifyField } from '../fieldsOf';
import { booleanValue, fieldError, sourceOf, textValue, type FieldSource } from '../fieldValues';
import { identifier } from '../identifiers';
import { newsletterIdField, newsletterIdOf } from '../newsletterId';
import { named, sentValues, shown } from '../sentFields';
import { pageIdFromUrl } from './pageUrl';
import { sendFields } from './sendFields';

/** The service needs long to turn a long page into an email, ms. */
const CREATE_TIMEOUT_MS = 300_000;

export const sendCreateDescription = fieldsOf('send', 'create', [
	{
		displayName: 'Page',
		name: 'pageId',
		type: 'resourceLocator',
		default: { mode: 'url', value: '' },
		required: true,
		description: 'Page to turn into an issue',
		modes: [
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: 'e.g. https://www.notion.so/My-issue-0123456789abcdef0123456789abcdef',
				hint: 'To get the URL, choose Share on the page, then Copy link',
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 0123456789abcdef0123456789abcdef',
			},
		],
	},
	collection(
		{ displayName: 'Additional Fields', name: 'additionalFields', placeholder: 'Add Field' },
		shown(sendFields),
	),
	newsletterIdField(),
	simplifyField,
]);

function pageIdOf(source: FieldSource, locator: unknown): string {
	const { mode, value } = (
		typeof locator === 'object' && locator !== null ? locator : { mode: 'id', value: locator }
	) as { mode?: string; value?: unknown };
	const text = textValue(source, 'Page', value);
	if (text === undefined) throw fieldError(source, 'Page is empty: fill in its URL or its ID.');
	if (mode !== 'url') return identifier(source, 'Page', text);
	const id = pageIdFromUrl(text);
	if (id !== undefined) return id;
	throw fieldError(
		source,
		'Page must be a URL that ends in a page ID of 32 letters and digits. Choose Share on the page, then Copy link.',
	);
}

function bodyOf(item: ItemContext, credentialNewsletterId: string): IDataObject {
	const source = sourceOf(item);
	const newsletterField = item.getNodeParameter('newsletterId', '');
	const values = item.getNodeParameter('additionalFields', {}) as IDataObject;
	return {
		workspace_id: newsletterIdOf(source, newsletterField, credentialNewsletterId),
		page_id: pageIdOf(source, item.getNodeParameter('pageId', '')),
		...sentValues(source, sendFields, named(sendFields, values), 'additionalFields'),
	};
}

/**
 * What counts as the same issue. In a workflow: the same run and item. As a tool: the same request, since
 * calls of an agent can share run and item, and a retry can be a new run. After an unclear answer: the
 * same page, since expressions can change the rest by the next try.
 */
function keysOf(item: ItemContext, body: IDataObject): OnceOptions {
	const run = item.evaluateExpression('{{ $runIndex }}', item.getItemIndex()) as number;
	return {
		key: isTool(item) ? `create ${digestOf(body)}` : `create ${run} ${item.getItemIndex()}`,
		unclearKey: `create ${body.workspace_id as string} ${body.page_id as string}`,
	};
}

const createOne: Operation = async (item, client, call) => {
	const body = bodyOf(item, client.connection.newsletterId);
	const at = { ...sourceOf(item), path: 'simplify' };
	const isSimple = booleanValue(at, 'Simplify', item.getNodeParameter('simplify', true)) ?? true;
	const createCall = {
		...call,
		body,
		isRepeatable: false,
		timeoutMs: call.timeoutMs ?? CREATE_TIMEOUT_MS,
		isAnswer: ({ id }: IDataObject) => typeof id === 'string',
		texts: {
			refused:
				'The service refused to create the issue. Check Page, Newsletter ID and the additional fields. The service may lack access to the page.',
			notFound:
				'The service found nothing to create the issue from: check Page, Newsletter ID and Segment ID.',
			unclear:
				'The issue may already have been created: {noAnswer}. Check the drafts in the service before you run the node again.',
		},
	};
	const issue = await requestOnce(item, client, createCall, keysOf(item, body));
	if (!isSimple) return [{ json: issue }];
	const { html, css, ...json } = issue;
	void [html, css];
	return [{ json }];
};

export const sendCreate = eachItem({ method: 'POST', url: '/sends' }, createOne);
