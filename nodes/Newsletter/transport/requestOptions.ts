import {
	NodeOperationError,
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
} from 'n8n-workflow';

import type { RequestDefaults } from './client';

export interface RequestOptions {
	defaults: RequestDefaults;
	/** ms, where the user has set one. */
	timeoutMs?: number;
	/** Requests that follow each other without a pause, and the pause after them, ms. */
	batching: { size: number; pauseMs: number };
}

function proxyOf(context: IExecuteFunctions, address: unknown): RequestDefaults['proxy'] {
	if (typeof address !== 'string' || address.trim() === '') return undefined;
	const proxy = /^https?:\/\//i.test(address.trim()) ? parsed(address.trim()) : undefined;
	if (proxy === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			'Proxy must be an address with http:// or https://, such as http://proxy.example.com:8080.',
		);
	}
	const { hostname, port, protocol } = proxy;
	const login = [proxy.username, proxy.password].map(escaped);
	if (!login.every(isDecodable)) {
		throw new NodeOperationError(
			context.getNode(),
			'Proxy has a login with escapes that are not UTF-8: write ä as %C3%A4, for example.',
		);
	}
	const [username = '', password = ''] = login;
	// n8n would leave it out.
	if (username === '' && password !== '') {
		throw new NodeOperationError(
			context.getNode(),
			'Proxy has a password without a user: write both, as in http://user:password@proxy.example.com.',
		);
	}
	return {
		host: hostname,
		port: Number(port) || (protocol === 'https:' ? 443 : 80),
		protocol: protocol.replace(/:$/, ''),
		...(username && { auth: { username, password } }),
	};
}

/** As n8n puts it into an address again: in escapes, where a % that begins none stands for itself. */
const escaped = (text: string) => text.replace(/%(?![0-9a-f]{2})/gi, '%25');

function isDecodable(text: string): boolean {
	try {
		return decodeURIComponent(text) !== undefined;
	} catch {
		return false;
	}
}

function parsed(address: string): URL | undefined {
	try {
		return new URL(address);
	} catch {
		return undefined;
	}
}

/** The longest time that a timer can be set to, ms. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** The Timeout that the user has set, ms. @throws {NodeOperationError} where it is no such time */
export function timeoutOf(node: INode, timeout: unknown): number | undefined {
	if (timeout === undefined || timeout === null || timeout === '' || timeout === 0)
		return undefined;
	const ms = typeof timeout === 'string' ? Number(timeout) : timeout;
	if (typeof ms === 'number' && ms > 0) return Math.min(Math.ceil(ms), LONGEST_TIMEOUT_MS);
	throw new NodeOperationError(node, 'Timeout must be a number of milliseconds above 0.');
}

/**
 * n8n's own Request Options, for an operation that does not go through n8n's declarative requests.
 *
 * @throws {NodeOperationError} where Proxy is not an address
 */
export function readRequestOptions(context: IExecuteFunctions, itemIndex = 0): RequestOptions {
	const { proxy, timeout, allowUnauthorizedCerts, batching } = context.getNodeParameter(
		'requestOptions',
		itemIndex,
		{},
	) as IDataObject;
	return {
		defaults: {
			proxy: proxyOf(context, proxy),
			...(allowUnauthorizedCerts === true && { skipSslCertificateValidation: true }),
		},
		timeoutMs: timeoutOf(context.getNode(), timeout),
		batching: batchingOf(batching),
	};
}

/** The Batching of n8n's Request Options, as it stands there. */
export function batchingOf(batching: unknown): RequestOptions['batching'] {
	const batch = ((batching as IDataObject | undefined)?.batch ?? {}) as IDataObject;
	const size = Number(batch.batchSize);
	return { size: size > 0 ? size : 1, pauseMs: Math.max(0, Number(batch.batchInterval) || 0) };
}

/**
 * Waits after each group of requests, as Batching says; a cancelled wait ends at once.
 *
 * @param requests how many were made
 */
export async function pauseAfter(
	context: IExecuteFunctions,
	{ size, pauseMs }: RequestOptions['batching'],
	requests: number,
): Promise<void> {
	if (requests === 0 || pauseMs === 0 || requests % size !== 0) return;
	await sleep(pauseMs, context.getExecutionCancelSignal()).catch(() => undefined);
}
