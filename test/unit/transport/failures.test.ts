import { isDocumentedNotFound, serviceText } from '../../../nodes/Newsletter/transport/bodies';
import {
	failureOf,
	type Failure,
	type FailureKind,
	type Reading,
} from '../../../nodes/Newsletter/transport/failures';

const failureOfAnswer = (
	status: number,
	body: unknown,
	reading: Reading = {},
	headers: Record<string, unknown> = {},
): Failure | undefined =>
	failureOf({ kind: 'answered', answer: { status, headers, body } }, reading);

const PAGE = ' <!doctype html>';

it.each<[shape: string, body: unknown, documented: boolean, ofRecord: boolean]>([
	['an object with a text message', { message: 'No contacts found' }, true, true],
	['a further key that no router adds', { message: 'No contacts found', hint: 1 }, true, true],
	['a message that is no text', { message: 404 }, false, true],
	['an error text alone', { error: 'Not found' }, false, true],
	["a router's status", { message: 'Not Found', statusCode: 404 }, false, false],
	["a router's error", { message: 'Route not found', error: 'Not Found' }, false, true],
	["a router's path", { message: 'Not Found', path: '/contacts' }, false, false],
	['a list', [{ message: 'No contacts found' }], false, false],
	['text', 'No contacts found', false, false],
	['a web page', PAGE, false, false],
	['nothing', undefined, false, false],
])('a 404 with %s is no record as documented: %s, of one record: %s', (...row) => {
	const [, body, documented, ofRecord] = row;
	const kindOf = (isNoRecord: boolean) => (isNoRecord ? 'notFound' : 'wrongRoute');
	expect(isDocumentedNotFound(body)).toBe(documented);
	const asDocumented = failureOfAnswer(404, body, { notFound: 'documentedMessage' });
	expect(asDocumented?.kind).toBe(kindOf(documented));
	expect(failureOfAnswer(404, body)?.kind).toBe(kindOf(ofRecord));
});

it.each<[body: unknown, text: string | undefined]>([
	[{ error: 7, message: 'Page not found' }, 'Page not found'],
	[{ message: ' Invalid newsletter ID\n' }, 'Invalid newsletter ID'],
	[{ error: 'Contact not found' }, 'Contact not found'],
	[{ message: ' ', error: 'No access' }, 'No access'],
	[{ error: { message: 'x' } }, 'x'],
	[{ errors: [{ message: 'x' }, { message: 'y' }] }, 'x; y'],
	[{ message: ['x', 'y'] }, 'x; y'],
	[{ detail: 'x' }, 'x'],
	['x', 'x'],
	['x'.repeat(5000), 'x'.repeat(1000)],
	[{ error: 7, message: 8 }, undefined],
	[PAGE, undefined],
	[undefined, undefined],
])('the text of the error body %j is %j', (body, text) => {
	expect(serviceText(body)).toBe(text);
});

it.each<[status: number, body: unknown, reading: Reading, kind: FailureKind | undefined]>([
	[200, {}, {}, undefined],
	[201, { id: '1' }, { isAnswer: ({ id }) => id === '1' }, undefined],
	[200, { id: '2' }, { isAnswer: ({ id }) => id === '1' }, 'otherShape'],
	[200, [], {}, 'otherShape'],
	[200, PAGE, {}, 'webPage'],
	[200, '{"data": [', {}, 'notJson'],
	[200, 7, {}, 'notJson'],
	[200, '', {}, 'notJson'],
	[204, undefined, {}, 'notJson'],
	[200, '', { mayBeEmpty: true }, undefined],
	[202, null, { mayBeEmpty: true }, undefined],
	[204, undefined, { mayBeEmpty: true, isAnswer: () => false }, undefined],
	[200, PAGE, { mayBeEmpty: true }, 'webPage'],
])('a %i with the body %j, read with %j, is %s', (status, body, reading, kind) => {
	expect(failureOfAnswer(status, body, reading)?.kind).toBe(kind);
});

/** What each status is, and what it is where a web page comes with it. */
it.each<[status: number, kind: FailureKind, asWebPage: FailureKind, isInFront: boolean]>([
	[400, 'refused', 'inFront', true],
	[401, 'unauthorized', 'inFront', true],
	[403, 'unauthorized', 'inFront', true],
	[405, 'wrongRoute', 'wrongRoute', false],
	[409, 'rejected', 'inFront', true],
	[413, 'tooLarge', 'tooLarge', false],
	[418, 'rejected', 'inFront', true],
	[422, 'refused', 'inFront', true],
	[429, 'rateLimited', 'rateLimited', true],
	[500, 'serverError', 'serverError', true],
	[502, 'unavailable', 'unavailable', true],
	[503, 'unavailable', 'unavailable', true],
	[504, 'unavailable', 'unavailable', true],
	[599, 'serverError', 'serverError', true],
])('a %i is %s, and %s as a web page', (status, kind, asWebPage, isInFront) => {
	const detail = 'because';
	expect(failureOfAnswer(status, { message: detail })).toEqual({ kind, status, detail });
	const page = failureOfAnswer(status, PAGE);
	expect(page?.kind).toBe(asWebPage);
	expect(page?.isWebPage === true).toBe(isInFront);
});

it.each([
	[429, 5000],
	[503, 5000],
	[502, undefined],
])('a %i with Retry-After: 5 asks for a wait of %s ms', (status, retryAfterMs) => {
	const failure = failureOfAnswer(status, {}, {}, { 'retry-after': '5' });
	expect(failure?.retryAfterMs).toBe(retryAfterMs);
});

it.each([
	[301, 'https://new.example.com/v1'],
	[308, 'https://new.example.com/v1'],
	[302, undefined],
])('a %i names where it points to: %s', (status, location) => {
	expect(failureOfAnswer(status, '', {}, { location })).toEqual({
		kind: 'redirected',
		status,
		detail: undefined,
		location: location ?? '',
	});
});
