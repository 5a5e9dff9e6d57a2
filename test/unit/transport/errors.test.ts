import { NodeOperationError } from 'n8n-workflow';
import {
	asNodeError,
	errorFrom,
	forTool,
	messageFor,
	messageWithDetail,
	factsOfFailure,
	type ErrorTexts,
} from '../../../nodes/Newsletter/transport/errors';
import type { Failure } from '../../../nodes/Newsletter/transport/failures';
import {
	FAILURES,
	isUnclear,
	type FailureKind,
} from '../../../nodes/Newsletter/transport/failureTable';
import { node } from '../node';

const KINDS = Object.keys(FAILURES) as FailureKind[];
const texts: ErrorTexts = { refused: 'Check the fields.', tooLarge: 'Lower Batch Size.' };
const errorOf = (failure: Failure) => errorFrom(node, factsOfFailure(failure, texts, true), 3);

it.each<[failure: Failure, words: string[]]>([
	[{ kind: 'untrusted' }, ['certificate', 'NODE_EXTRA_CA_CERTS', 'Ignore SSL Issues in Request']],
	[{ kind: 'unavailable', status: 503, retryAfterMs: 5000 }, ['503', 'in 5 s']],
	[{ kind: 'blocked', detail: 'Domain {status} not allowed' }, ['Domain {status} not allowed']],
	[{ kind: 'inFront', status: 403 }, ['in front of the service', '(403)']],
])('the sentence for %j names what to look at', (failure, words) => {
	const message = messageFor(failure, texts, true);
	for (const word of words) expect(message).toContain(word);
});

it.each(KINDS)('the sentence for %s has no gap and no long part', (kind) => {
	const failure = { kind, status: 499, detail: 'No', location: 'there' };
	const message = messageFor(failure, {}, true);
	expect(message).toMatch(/^[A-Zn].*(\.|No)$/);
	expect(message).not.toMatch(/undefined|\{/);
	for (const sentence of message.split(/(?<=[.:])\s/)) {
		expect(sentence.split(' ').length).toBeLessThanOrEqual(25);
	}
	expect(messageFor(failure, {}, false)).not.toContain('Request Options');
});

/** After these the service may have done what was asked. */
const UNCLEAR: FailureKind[] = [
	'conflict',
	'unavailable',
	'serverError',
	'inFront',
	'webPage',
	'notJson',
	'otherShape',
	'lost',
	'timedOut',
	'cancelled',
];

it.each(KINDS)('%s says where it leaves open whether it was done', (kind) => {
	const unclear = 'It may already be on its way.';
	expect(isUnclear({ kind })).toBe(UNCLEAR.includes(kind));
	expect(messageFor({ kind }, { unclear }, true) === unclear).toBe(UNCLEAR.includes(kind));
});

it.each<[failure: Failure, expected: object]>([
	[{ kind: 'inFront' }, { cause: 'temporarily-unavailable' }],
	[{ kind: 'noTime' }, { cause: 'rate-limited' }],
])('an error tells n8n of %j as %j', (failure, expected) => {
	expect(errorOf(failure).failure).toEqual(expected);
});

it.each([
	['Check it.', 'No access', 'Check it. The service says: No access'],
	['Check it.', undefined, 'Check it.'],
	['Check it: No access.', 'No access', 'Check it: No access.'],
])('%j and %j become %j', (message, description, expected) => {
	expect(messageWithDetail(Object.assign(new Error(message), { description }))).toBe(expected);
});

describe('the error of a tool', () => {
	const told = (detail: string) =>
		forTool(errorOf({ kind: 'refused', status: 400, detail })).message;

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
