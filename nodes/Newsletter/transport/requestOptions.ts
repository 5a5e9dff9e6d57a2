import {
	NodeOperationError,
	sleep,
	type IDataObject,
	type IExecuteSingleFunctions,
	type INode,
} from 'n8n-workflow';

import type { RequestDefaults } from './client';

function proxyOf(node: INode, url: unknown): RequestDefaults['proxy'] {
	const text = String(url ?? '').trim();
	if (text === '') return undefined;
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
		throw new NodeOperationError(
			node,
			'Proxy must be a URL with http:// or https://, such as http://proxy.example.com:8080.',
		);
	}
	const { hostname, port, protocol, username, password } = new URL(text);
	return {
		host: hostname,
		port: Number(port) || (protocol === 'https:' ? 443 : 80),
		protocol: protocol.replace(':', ''),
		// Still URL-encoded: n8n puts them into a URL again.
		...(username && { auth: { username, password } }),
	};
}

function timeoutOf(node: INode, timeout: unknown): number | undefined {
	if (!timeout) return undefined;
	// No timer can be longer.
	const ms = Math.min(Math.ceil(Number(timeout)), 2 ** 31 - 1);
	if (ms > 0) return ms;
	throw new NodeOperationError(node, 'Timeout must be a number of milliseconds above 0.');
}

/**
 * What the user has set under n8n's own Request Options.
 *
 * @throws {NodeOperationError} if Proxy is not a URL, or Timeout not a time
 */
export function readRequestOptions(item: IExecuteSingleFunctions) {
	const options = item.getNodeParameter('requestOptions', {}) as IDataObject;
	const defaults: RequestDefaults = {
		proxy: proxyOf(item.getNode(), options.proxy),
		skipSslCertificateValidation: options.allowUnauthorizedCerts === true,
	};
	return { defaults, timeoutMs: timeoutOf(item.getNode(), options.timeout) };
}

/** Waits between batches of requests, as Batching says. @param made requests so far */
export async function pauseAfter(context: IExecuteSingleFunctions, made: number): Promise<void> {
	const batching = context.getNodeParameter('requestOptions.batching', {}) as IDataObject;
	const { batchSize, batchInterval } = (batching.batch ?? {}) as IDataObject;
	const size = Number(batchSize) > 0 ? Number(batchSize) : 1;
	const pauseMs = Number(batchInterval);
	if (made === 0 || !(pauseMs > 0) || made % size !== 0) return;
	await sleep(pauseMs, context.getExecutionCancelSignal()).catch(() => undefined);
}
