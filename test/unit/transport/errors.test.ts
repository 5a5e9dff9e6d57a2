import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import {
	asNodeError,
	errorLike,
	forCaller,
	messageWithDetail,
	toldBy,
	toNodeApiError,
} from '../../../nodes/Newsletter/transport/errors';
import { ROWS } from '../../../nodes/Newsletter/transport/errorRows';
import {
	isUnclear,
	messageFor,
	type ErrorTexts,
} from '../../../nodes/Newsletter/transport/errorTexts';
import type { Failure, FailureKind } from '../../../nodes/Newsletter/transport/failures';
import { node } from '../node';

const KEY = 'a-very-secret-key';
const KINDS = Object.keys(ROWS) as FailureKind[];
const texts: ErrorTexts = {
	refused: 'Check the fields.',
	notFound: 'Check Contact.',
	tooLarge: 'Lower Batch Size.',
};
const options = { texts, apiKey: KEY, itemIndex: 3 };
const errorOf = (failure: Failure) => toNodeApiError(node, failure, options);

describe('the sentence for a failure', () => {
	it.each<[failure: Failure, words: string[]]>([
		[{ kind: 'refused', status: 400 }, ['Check the fields.']],
		[{ kind: 'notFound', status: 404 }, ['Check Contact.']],
		[{ kind: 'tooLarge', status: 413 }, ['Lower Batch Size.']],
		[{ kind: 'rejected', status: 409 }, ['409', 'does not explain']],
		[{ kind: 'rejected', status: 407, byProxy: true }, ['407', 'check Proxy in Request Options']],
		[{ kind: 'unauthorized' }, ['API Key', 'credential']],
		[{ kind: 'unauthorized', byProxy: true }, ['API Key', 'check Proxy in Request Options']],
		[{ kind: 'wrongRoute' }, ['Base URL', '/v1']],
		[
			{ kind: 'redirected', location: 'https://new.example/v1' },
			['put https://new.example/v1 into'],
		],
		[{ kind: 'redirected', location: '' }, ['put the new one into Base URL']],
		[{ kind: 'webPage' }, ['Base URL', '/v1']],
		[{ kind: 'otherShape' }, ['Base URL']],
		[{ kind: 'noAddress' }, ['Base URL', 'without a login']],
		[{ kind: 'noKey' }, ['API Key']],
		[
			{ kind: 'unreachable', reason: 'its host was not found' },
			['its host was not found', 'Base URL'],
		],
		[{ kind: 'untrusted' }, ['certificate', 'NODE_EXTRA_CA_CERTS', 'Ignore SSL Issues in Request']],
		[{ kind: 'rateLimited', retryAfterMs: 89_100 }, ['in 90 s.']],
		[{ kind: 'rateLimited' }, ['later.']],
		[{ kind: 'unavailable', status: 503, retryAfterMs: 5000 }, ['503', 'in 5 s']],
		[{ kind: 'serverError', status: 500 }, ['500', 'later']],
		[{ kind: 'timedOut' }, ['later', 'raise Timeout in Request Options, on the Settings tab.']],
		[{ kind: 'failed', detail: 'broken {status}' }, ['later', 'broken {status}']],
		[{ kind: 'blocked', detail: 'Domain not allowed' }, ['Domain not allowed']],
		[{ kind: 'noTime' }, ['this poll']],
		[{ kind: 'inFront', status: 403, isWebPage: true }, ['in front of the service', '(403)']],
		[{ kind: 'rateLimited', status: 429, isWebPage: true }, ['in front of the service', '(429)']],
	])('of %j names what to look at', (failure, words) => {
		const message = messageFor(failure, texts);
		for (const word of words) expect(message).toContain(word);
		if (failure.isWebPage) expect(message).not.toMatch(/API Key|credential/);
	});

	it.each(KINDS)('has no gap and no long part: %s', (kind) => {
		const failure = { kind, status: 499, detail: 'No.', reason: 'somehow', location: 'there' };
		const message = messageFor(failure, { refused: 'Check the fields.' });
		expect(message).toMatch(/^[A-Zn].*\.$/);
		expect(message).not.toMatch(/undefined|\{/);
		for (const sentence of message.split(/(?<=[.:])\s/)) {
			expect(sentence.split(' ').length).toBeLessThanOrEqual(25);
		}
	});

	it.each<[kind: FailureKind, field: string]>([
		['timedOut', 'Timeout'],
		['untrusted', 'Ignore SSL Issues'],
	])('of %s names no Request Option where the screen has none', (kind, field) => {
		expect(messageFor({ kind }, texts, false)).not.toContain(field);
	});

	it('may depend on what the service says', () => {
		const own: ErrorTexts = { refused: ({ detail }) => `No, since ${detail}.` };
		expect(messageFor({ kind: 'refused', detail: 'it rains' }, own)).toBe('No, since it rains.');
	});

	it('of a tool names no field that a tool does not have', () => {
		expect(messageFor({ kind: 'tooLarge' }, texts, true, true)).not.toContain('Batch Size');
	});
});

/** After these the service may have done what was asked. */
const UNCLEAR: FailureKind[] = [
	'unavailable',
	'serverError',
	'lost',
	'failed',
	'timedOut',
	'webPage',
	'notJson',
	'otherShape',
	'cancelled',
];

it.each<[failure: Failure, expected: boolean]>([
	...KINDS.map((kind): [Failure, boolean] => [{ kind }, UNCLEAR.includes(kind)]),
	[{ kind: 'cancelled', isUnsent: true }, false],
	[{ kind: 'rejected', status: 408 }, true],
	[{ kind: 'inFront', status: 408 }, true],
	[{ kind: 'unavailable', status: 503, isWebPage: true }, true],
])('%j leaves open whether it was done: %s', (failure, expected) => {
	const unclear = 'It may already be on its way.';
	expect(isUnclear(failure)).toBe(expected);
	expect(messageFor(failure, { ...texts, unclear }) === unclear).toBe(expected);
});

describe('the error of a failure', () => {
	it('says what to do, what the service said, its status and the item', () => {
		const error = errorOf({ kind: 'refused', status: 400, detail: 'upstream ECONNREFUSED' });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'Check the fields.',
			description: 'upstream ECONNREFUSED',
			httpCode: '400',
			context: { itemIndex: 3 },
			failure: { cause: 'configuration-invalid' },
		});
		expect(errorOf({ kind: 'lost' })).toMatchObject({ description: undefined, httpCode: 'none' });
	});

	it('shows the key nowhere, even where the service repeats it', () => {
		const error = errorOf({ kind: 'redirected', status: 302, detail: KEY, location: `x?k=${KEY}` });
		expect(error.message).toContain('x?k=***');
		expect(error.description).toBe('***');
		expect(JSON.stringify(error) + String(error.stack)).not.toContain(KEY);
	});

	it.each<[failure: Failure, expected: object | undefined]>([
		[{ kind: 'unauthorized' }, { cause: 'credential-invalid' }],
		[{ kind: 'rateLimited' }, { cause: 'rate-limited' }],
		[
			{ kind: 'rateLimited', retryAfterMs: 9000 },
			{ cause: 'rate-limited', retryAfterMs: 9000 },
		],
		[{ kind: 'rateLimited', isWebPage: true }, { cause: 'temporarily-unavailable' }],
		[{ kind: 'serverError' }, { cause: 'temporarily-unavailable' }],
		[{ kind: 'inFront', isWebPage: true }, { cause: 'temporarily-unavailable' }],
		[{ kind: 'failed' }, { cause: 'temporarily-unavailable' }],
		[{ kind: 'noTime' }, { cause: 'temporarily-unavailable' }],
		[{ kind: 'wrongRoute' }, { cause: 'configuration-invalid' }],
		[{ kind: 'blocked' }, { cause: 'configuration-invalid' }],
		[{ kind: 'rejected', status: 418 }, undefined],
		[{ kind: 'cancelled' }, undefined],
	])('tells n8n of %j as %j', (failure, expected) => {
		expect(errorOf(failure).failure).toEqual(expected);
	});

	it('can be told again of another item', () => {
		const told = toldBy(errorOf({ kind: 'rateLimited', status: 429, detail: 'no' }));
		const again = errorLike(node, told, 7);
		expect(toldBy(again)).toEqual(told);
		expect(again.context.itemIndex).toBe(7);
	});
});

it.each([
	['Check it.', 'No access', 'Check it. The service says: No access'],
	['Check it.', undefined, 'Check it.'],
	['Check it: No access.', 'No access', 'Check it: No access.'],
])('%j and %j become %j', (message, description, expected) => {
	expect(messageWithDetail(Object.assign(new Error(message), { description }))).toBe(expected);
});

describe('the error of a tool', () => {
	const tool = { ...node, type: `${node.type}Tool` };
	const told = (detail: string, caller = tool) =>
		forCaller(caller, errorOf({ kind: 'refused', status: 400, detail })).message;

	it("has the service's words in its message; a node's error stays as it is", () => {
		expect(told('No access')).toBe('Check the fields. The service says: No access');
		expect(told('No access', node)).toBe('Check the fields.');
	});

	it.each(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'EPERM'])(
		'keeps %s, in whose place n8n would put a message of its own',
		(code) => {
			const detail = `upstream ${code}, ${code.toLowerCase()}`;
			const message = told(detail);
			expect(message.replaceAll('\u2060', '')).toContain(detail);
			expect(new NodeOperationError(node, message).message).toBe(message);
			expect(new NodeOperationError(node, detail).message).not.toBe(detail);
		},
	);
});

it.each([
	['an error', new TypeError('broken')],
	['a text', 'broken'],
])('%s that was thrown becomes one of this node and item', (...[, thrown]) => {
	const error = asNodeError(node, thrown, 3);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({ message: 'broken', context: { itemIndex: 3 } });
	expect(asNodeError(node, error, 4)).toBe(error);
});
