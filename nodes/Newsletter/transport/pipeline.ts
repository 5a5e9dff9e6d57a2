import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { createClient, type Call, type Client, type RequestDefaults } from './client';
import type { ErrorTexts } from './errorTexts';
import { timeoutOf } from './requestOptions';
import { asNodeError, forCaller, messageWithDetail } from './errors';

/** Turns what the fields say into the request; throws where they say nothing sensible. */
export type PreSend = (
	this: IExecutePaginationFunctions,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

/** Makes the operation's requests; items without a link get one to the input item that asked. */
export type Perform = (
	this: IExecutePaginationFunctions,
	client: Client,
	call: Call,
) => Promise<INodeExecutionData[]>;

export interface Operation
	extends Partial<Pick<Call, 'texts' | 'policy' | 'notFound' | 'isAnswer' | 'timeoutMs'>> {
	preSend?: PreSend[];
	/** Default: one request, whose answer is the item. */
	perform?: Perform;
}

const TEXTS: ErrorTexts = {
	refused: 'The service refused the request: check the fields of this node.',
};

const once: Perform = async (client, call) => [{ json: await client.request(call) }];

/** What n8n's own Request Options put into the request. */
function requestDefaults(options: IHttpRequestOptions): RequestDefaults {
	const { proxy, skipSslCertificateValidation, allowedDomains } = options;
	return { proxy, skipSslCertificateValidation, allowedDomains };
}

/**
 * An item of the error output: no other keys, else n8n takes it for a success. n8n shows of it the
 * error's message alone, so the service's own words go into that.
 */
export function errorItem(
	error: NodeApiError | NodeOperationError,
	itemIndex: number,
): INodeExecutionData {
	error.message = messageWithDetail(error);
	return { json: { error: error.message }, error, pairedItem: { item: itemIndex } };
}

/**
 * The one place through which every declarative request goes. It takes the place of n8n's plain
 * request: n8n would fire the requests of all items at once, follow redirects, and leave error
 * items without a link to their input.
 */
export function pipeline({ preSend = [], perform = once, texts = TEXTS, ...call }: Operation) {
	return async function (
		this: IExecutePaginationFunctions,
		{ options }: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const itemIndex = this.getItemIndex();
		try {
			let request = { ...options, url: options.url ?? '' } as IHttpRequestOptions;
			for (const hook of preSend) request = await hook.call(this, request);

			const { timeout } = this.getNodeParameter('requestOptions', {}) as IDataObject;
			const client = await createClient(this, { defaults: requestDefaults(request) });
			const items = await perform.call(this, client, {
				...call,
				texts,
				method: (request.method ?? 'GET') as Call['method'],
				url: request.url,
				qs: request.qs,
				body: request.body as IDataObject,
				timeoutMs: timeoutOf(this.getNode(), timeout) ?? call.timeoutMs,
				itemIndex,
			});
			return items.map((item) => ({ pairedItem: { item: itemIndex }, ...item }));
		} catch (cause) {
			const node = this.getNode();
			const error = forCaller(node, asNodeError(node, cause, itemIndex));
			if (!this.continueOnFail()) throw error;
			return [errorItem(error, itemIndex)];
		}
	};
}
