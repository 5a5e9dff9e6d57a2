import {
	failureOf,
	isDocumentedNotFound,
	serviceText,
	type Failure,
	type NotFoundMeaning,
} from '../../../nodes/Newsletter/transport/failures';

function failureOfAnswer(
	status: number,
	body: unknown,
	{
		meaning = 'documentedMessage',
		headers = {},
	}: { meaning?: NotFoundMeaning; headers?: Record<string, unknown> } = {},
): Failure | undefined {
	return failureOf({ kind: 'answered', answer: { status, headers, body } }, meaning);
}

describe('a 404 in the documented shape', () => {
	it.each<[shape: string, body: unknown, expected: boolean]>([
		['an object with a text message', { message: 'No contacts found' }, true],
		['an empty message', { message: '' }, true],
		['a further key that no router adds', { message: 'No contacts found', hint: 1 }, true],
		['a message that is no text', { message: 404 }, false],
		['no message', {}, false],
		["a router's status", { message: 'Not Found', statusCode: 404 }, false],
		["a router's error", { message: 'Route not found', error: 'Not Found' }, false],
		["a router's path", { message: 'Not Found', path: '/contacts' }, false],
		['an error text alone', { error: 'Not found' }, false],
		['a list', [{ message: 'No contacts found' }], false],
		['text', 'No contacts found', false],
		['a web page', '<html>Not Found</html>', false],
		['nothing', undefined, false],
		['null', null, false],
	])('%s', (...[, body, expected]) => {
		expect(isDocumentedNotFound(body)).toBe(expected);
		expect(failureOfAnswer(404, body)?.kind).toBe(expected ? 'notFound' : 'wrongRoute');
	});
});

describe("the service's own text", () => {
	it.each<[shape: string, body: unknown, expected: string | undefined]>([
		['a number and a message', { error: 7, message: 'Page not found' }, 'Page not found'],
		['a message alone', { message: 'Invalid newsletter ID' }, 'Invalid newsletter ID'],
		['an error text alone', { error: 'Contact not found' }, 'Contact not found'],
		['an empty message beside an error text', { message: ' ', error: 'No access' }, 'No access'],
		['blanks around the text', { message: ' No access\n' }, 'No access'],
		['numbers only', { error: 7, message: 8 }, undefined],
		['a list', [{ message: 'no' }], undefined],
		['text', 'no', undefined],
		['nothing', undefined, undefined],
	])('is found in %s', (...[, body, expected]) => {
		expect(serviceText(body)).toBe(expected);
	});
});

describe('an answer', () => {
	it.each<[status: number, body: unknown]>([
		[200, { data: [] }],
		[200, {}],
		[201, { id: '1' }],
	])('with status %i and the body %j is a success', (status, body) => {
		expect(failureOfAnswer(status, body)).toBeUndefined();
	});

	it.each<[answer: string, status: number, body: unknown, expected: Failure]>([
		['a web page', 200, ' \n<!doctype html>', { kind: 'webPage', status: 200 }],
		['half of its JSON', 200, '{"data": [', { kind: 'notJson', status: 200 }],
		['an empty body', 200, '', { kind: 'notJson', status: 200 }],
		['null', 200, null, { kind: 'notJson', status: 200 }],
		['a number', 200, 7, { kind: 'notJson', status: 200 }],
		['no content', 204, undefined, { kind: 'notJson', status: 204 }],
		['a list for an object', 200, [], { kind: 'otherShape', status: 200 }],
	])('with a success status and %s is a failure', (...[, status, body, expected]) => {
		expect(failureOfAnswer(status, body)).toEqual(expected);
	});

	it.each<[status: number, kind: Failure['kind']]>([
		[400, 'refused'],
		[401, 'unauthorized'],
		[403, 'unauthorized'],
		[405, 'wrongRoute'],
		[402, 'rejected'],
		[408, 'rejected'],
		[409, 'rejected'],
		[413, 'rejected'],
		[418, 'rejected'],
		[422, 'refused'],
		[429, 'rateLimited'],
		[500, 'serverError'],
		[501, 'serverError'],
		[502, 'unavailable'],
		[503, 'unavailable'],
		[504, 'unavailable'],
		[599, 'serverError'],
	])('with status %i is %s, with the text of the service', (status, kind) => {
		expect(failureOfAnswer(status, { message: 'because' })).toEqual({
			kind,
			status,
			detail: 'because',
		});
	});

	it.each([402, 408, 413, 423, 451])(
		'with status %i and the web page of a gateway is what its status says',
		(status) => {
			expect(failureOfAnswer(status, '<html>nginx</html>')).toEqual({
				kind: 'rejected',
				status,
				detail: undefined,
			});
		},
	);

	it.each([400, 418, 422])('with status %i and a web page comes from no service', (status) => {
		expect(failureOfAnswer(status, '<html></html>')?.kind).toBe('webPage');
	});

	it.each([301, 302, 303, 307, 308])('with status %i names where it points to', (status) => {
		const headers = { location: 'https://new.example.com/v1' };
		expect(failureOfAnswer(status, '', { headers })).toEqual({
			kind: 'redirected',
			status,
			detail: undefined,
			location: 'https://new.example.com/v1',
		});
	});

	it('that redirects to nowhere has an empty address', () => {
		expect(failureOfAnswer(302, '')).toMatchObject({ kind: 'redirected', location: '' });
	});

	it('with status 429 carries the wait that it asks for', () => {
		const headers = { 'retry-after': '120' };
		expect(failureOfAnswer(429, {}, { headers })).toMatchObject({
			kind: 'rateLimited',
			retryAfterMs: 120_000,
		});
	});
});

describe('a 404 of an operation on one record', () => {
	it.each<[shape: string, body: unknown, kind: Failure['kind']]>([
		['an error text', { error: 'Contact not found' }, 'notFound'],
		['a message', { message: 'Send not found' }, 'notFound'],
		['a number and a message', { error: 404, message: 'Send not found' }, 'notFound'],
		["a router's status", { statusCode: 404, error: 'Not Found', message: 'no' }, 'wrongRoute'],
		["a router's path", { path: '/sends', message: 'no' }, 'wrongRoute'],
		['a web page', '<html>', 'wrongRoute'],
		['a list', [], 'wrongRoute'],
	])('with %s is %s', (...[, body, kind]) => {
		expect(failureOfAnswer(404, body, { meaning: 'anyJson' })?.kind).toBe(kind);
	});
});

describe('a request without an answer', () => {
	it.each<[outcome: Parameters<typeof failureOf>[0], expected: Failure]>([
		[{ kind: 'lost', code: 'ECONNRESET', timedOut: false }, { kind: 'lost' }],
		[{ kind: 'lost', code: 'ETIMEDOUT', timedOut: true }, { kind: 'timedOut' }],
		[
			{ kind: 'blocked', reason: 'Domain not allowed' },
			{ kind: 'blocked', detail: 'Domain not allowed' },
		],
		[{ kind: 'cancelled' }, { kind: 'cancelled' }],
	])('%j', (outcome, expected) => {
		expect(failureOf(outcome, 'anyJson')).toEqual(expected);
	});

	it.each([
		['ECONNREFUSED', 'the connection was refused'],
		['ENOTFOUND', 'its host was not found'],
		['EAI_AGAIN', 'its host was not found'],
		['CERT_HAS_EXPIRED', 'there is no secure connection with it'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'there is no secure connection with it'],
		['EPROTO', 'there is no secure connection with it'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'there is no secure connection with it'],
		['EHOSTUNREACH', 'there is no way to its host'],
		['ETIMEDOUT', 'there is no way to its host'],
	])('since %s says in words that %s', (code, reason) => {
		expect(failureOf({ kind: 'unreachable', code }, 'anyJson')).toEqual({
			kind: 'unreachable',
			reason,
		});
	});
});
