import {
	NodeOperationError,
	sleep,
	type IDataObject,
	type IExecuteSingleFunctions,
	type INode,
} from 'n8n-workflow';

import type { RequestDefaults } from './client';

/** What the user has set under n8n's own Request Options. */
export interface RequestOptions {
	defaults: RequestDefaults;
	/** ms, where the user has set one. */
	timeoutMs?: number;
}

/** Requests that follow each other without a pause, and the pause after them, ms. */
export interface Batching {
	size: number;
	pauseMs: number;
}

function proxyOf(node: INode, address: unknown): RequestDefaults['proxy'] {
	const text = typeof address === 'string' ? address.trim() : '';
	if (text === '') return undefined;
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
		throw new NodeOperationError(
			node,
			'Proxy must be an address with http:// or https://, such as http://proxy.example.com:8080.',
		);
	}
	const { hostname, port, protocol, username, password } = new URL(text);
	return {
		host: hostname,
		port: Number(port) || (protocol === 'https:' ? 443 : 80),
		protocol: protocol.replace(':', ''),
		// Still in escapes: n8n puts them into an address again.
		...(username && { auth: { username, password } }),
	};
}

/** The longest time that a timer can be set to, ms. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

function timeoutOf(node: INode, timeout: unknown): number | undefined {
	if (timeout === undefined || timeout === null || timeout === '' || timeout === 0)
		return undefined;
	const ms = Number(timeout);
	if (ms > 0) return Math.min(Math.ceil(ms), LONGEST_TIMEOUT_MS);
	throw new NodeOperationError(node, 'Timeout must be a number of milliseconds above 0.');
}

/** @throws {NodeOperationError} where Proxy is no address, or Timeout no time */
export function readRequestOptions(item: IExecuteSingleFunctions): RequestOptions {
	const node = item.getNode();
	const options = item.getNodeParameter('requestOptions', {}) as IDataObject;
	return {
		defaults: {
			proxy: proxyOf(node, options.proxy),
			...(options.allowUnauthorizedCerts === true && { skipSslCertificateValidation: true }),
		},
		timeoutMs: timeoutOf(node, options.timeout),
	};
}

export function readBatching(item: IExecuteSingleFunctions): Batching {
	const { batch = {} } = item.getNodeParameter('requestOptions.batching', {}) as {
		batch?: IDataObject;
	};
	const size = Number(batch.batchSize);
	return { size: size > 0 ? size : 1, pauseMs: Math.max(0, Number(batch.batchInterval) || 0) };
}

/** Waits after each batch of requests; a cancelled wait ends at once. @param made requests so far */
export async function pauseAfter(
	context: IExecuteSingleFunctions,
	{ size, pauseMs }: Batching,
	made: number,
): Promise<void> {
	if (made === 0 || pauseMs === 0 || made % size !== 0) return;
	await sleep(pauseMs, context.getExecutionCancelSignal()).catch(() => undefined);
}
