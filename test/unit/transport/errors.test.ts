import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Failure, FailureKind } from '../../../nodes/Newsletter/transport/failures';
import {
	asNodeError,
	forCaller,
	messageWithDetail,
	toNodeApiError,
} from '../../../nodes/Newsletter/transport/errors';
import { node } from '../node';

const KEY = 'a-very-secret-key';
const options = { texts: { refused: 'Check the fields.' }, apiKey: KEY, itemIndex: 3 };
const errorOf = (failure: Failure) => toNodeApiError(node, failure, options);

describe('toNodeApiError', () => {
	it('says what to do, what the service said, its status and the item', () => {
		const error = errorOf({ kind: 'refused', status: 400, detail: 'Invalid newsletter ID' });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'Check the fields.',
			description: 'Invalid newsletter ID',
			httpCode: '400',
			context: { itemIndex: 3 },
			failure: { cause: 'configuration-invalid' },
		});
	});

	it('has no description where the service said nothing', () => {
		expect(errorOf({ kind: 'refused', status: 400 }).description).toBeUndefined();
	});

	it('keeps its words where the service speaks of a network error', () => {
		const error = errorOf({ kind: 'refused', status: 400, detail: 'upstream ECONNREFUSED' });
		expect(error.message).toBe('Check the fields.');
		expect(error.description).toBe('upstream ECONNREFUSED');
	});

	it('says in words why no connection came about', () => {
		const error = errorOf({ kind: 'unreachable', reason: 'the connection was refused' });
		expect(error.message).toBe(
			'Could not connect to the service, the connection was refused: check Base URL in the credential, and whether the service is up.',
		);
		expect(error.description).toBeUndefined();
	});

	it('shows the key nowhere, even where the service repeats it', () => {
		const error = errorOf({ kind: 'redirected', status: 302, detail: KEY, location: `x?k=${KEY}` });
		expect(error.message).toContain('x?k=***');
		expect(error.description).toBe('***');
		expect(JSON.stringify(error)).not.toContain(KEY);
		expect(String(error.stack)).not.toContain(KEY);
	});

	it('leaves the words as they are where there is no key', () => {
		const error = toNodeApiError(node, { kind: 'refused' }, { ...options, apiKey: '' });
		expect(error.message).toBe('Check the fields.');
	});

	it.each<[kind: FailureKind, cause: string | undefined]>([
		['unauthorized', 'credential-invalid'],
		['rateLimited', 'rate-limited'],
		['unavailable', 'temporarily-unavailable'],
		['serverError', 'temporarily-unavailable'],
		['unreachable', 'temporarily-unavailable'],
		['lost', 'temporarily-unavailable'],
		['timedOut', 'temporarily-unavailable'],
		['refused', 'configuration-invalid'],
		['wrongRoute', 'configuration-invalid'],
		['redirected', 'configuration-invalid'],
		['cancelled', undefined],
	])('tells n8n of %s as %s', (kind, cause) => {
		expect(errorOf({ kind }).failure).toEqual(cause && { cause });
	});

	it.each<[status: number, cause: string | undefined]>([
		[402, 'quota-exhausted'],
		[408, 'temporarily-unavailable'],
		[409, undefined],
		[410, 'configuration-invalid'],
		[413, 'configuration-invalid'],
		[418, undefined],
		[423, 'temporarily-unavailable'],
		[451, 'configuration-invalid'],
	])('tells n8n of a %i as %s', (status, cause) => {
		expect(errorOf({ kind: 'rejected', status }).failure).toEqual(cause && { cause });
	});

	it('carries the wait that the service asked for', () => {
		expect(errorOf({ kind: 'rateLimited', status: 429, retryAfterMs: 90_000 }).failure).toEqual({
			cause: 'rate-limited',
			retryAfterMs: 90_000,
		});
	});
});

describe('messageWithDetail', () => {
	const withDescription = (message: string, description?: string) =>
		Object.assign(new Error(message), { description });

	it.each([
		['Check it.', 'No access', 'Check it. The service says: No access'],
		['Check it.', undefined, 'Check it.'],
		['Check it: No access.', 'No access', 'Check it: No access.'],
	])('%j and %j become %j', (message, description, expected) => {
		expect(messageWithDetail(withDescription(message, description))).toBe(expected);
	});
});

describe('forCaller', () => {
	const tool = { ...node, type: `${node.type}Tool` };
	const told = (detail: string, caller = tool) =>
		forCaller(caller, errorOf({ kind: 'refused', status: 400, detail })).message;

	it("puts the service's words into the message of a tool's error", () => {
		expect(told('No access')).toBe('Check the fields. The service says: No access');
	});

	it("leaves a node's error as it is", () => {
		const error = errorOf({ kind: 'refused', detail: 'ECONNRESET' });
		expect(forCaller(node, error)).toBe(error);
		expect(error).toMatchObject({ message: 'Check the fields.', description: 'ECONNRESET' });
	});

	it.each([
		'ECONNREFUSED',
		'ECONNRESET',
		'ENOTFOUND',
		'ETIMEDOUT',
		'ECONNABORTED',
		'ERRADDRINUSE',
		'EADDRNOTAVAIL',
		'EHOSTUNREACH',
		'EAI_AGAIN',
		'ENOENT',
		'EISDIR',
		'ENOTDIR',
		'EACCES',
		'EEXIST',
		'EPERM',
		'GETADDRINFO',
	])('breaks up %s for a tool, in which n8n would see an error of its own', (code) => {
		const detail = `upstream ${code}, ${code.toLowerCase()}`;
		const message = told(detail);
		expect(message.replaceAll('\u2060', '')).toContain(detail);
		expect(new NodeOperationError(node, message).message).toBe(message);
		expect(new NodeOperationError(node, detail).message).not.toBe(detail);
	});

	it.each(['Everyone is here', 'A permanent address', 'Get the contact'])(
		'leaves the words "%s" whole',
		(detail) => {
			expect(told(detail)).not.toContain('\u2060');
		},
	);
});

describe('asNodeError', () => {
	it("keeps n8n's own errors", () => {
		for (const error of [new NodeApiError(node, {}), new NodeOperationError(node, 'no')]) {
			expect(asNodeError(node, error, 3)).toBe(error);
		}
	});

	it.each([
		['an error', new TypeError('broken'), 'broken'],
		['a text', 'broken', 'broken'],
	])('makes %s one of this node and item', (...[, thrown, message]) => {
		const error = asNodeError(node, thrown, 3);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message,
			node: { name: 'Newsletter' },
			context: { itemIndex: 3 },
		});
	});
});
