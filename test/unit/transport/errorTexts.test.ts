import {
	isUnclear,
	messageFor,
	type ErrorTexts,
} from '../../../nodes/Newsletter/transport/errorTexts';
import type { Failure, FailureKind } from '../../../nodes/Newsletter/transport/failures';

const texts: ErrorTexts = { refused: 'The service refused: check the fields.' };
const withUnclear: ErrorTexts = { ...texts, unclear: 'It may already be on its way.' };

const KINDS: FailureKind[] = [
	'refused',
	'rejected',
	'unauthorized',
	'notFound',
	'wrongRoute',
	'redirected',
	'rateLimited',
	'unavailable',
	'serverError',
	'unreachable',
	'lost',
	'timedOut',
	'webPage',
	'notJson',
	'otherShape',
	'blocked',
	'cancelled',
];

/** After these the service certainly did nothing. */
const CERTAIN: FailureKind[] = [
	'refused',
	'rejected',
	'unauthorized',
	'notFound',
	'wrongRoute',
	'redirected',
	'rateLimited',
	'unreachable',
	'blocked',
];

it('Batching is advised where it makes a pause: not between the pages of one list', () => {
	const told = (isLaterPage: boolean) =>
		messageFor({ kind: 'rateLimited' }, { ...texts, isLaterPage });
	expect(told(false)).toMatch(/ or space requests out with Batching in Request Options/);
	expect(told(true)).toBe('The service is limiting requests: try again later.');
});

describe('the message of a failure', () => {
	it.each(KINDS)('%s is a whole sentence without gaps', (kind) => {
		const message = messageFor({ kind }, texts);
		expect(message).toMatch(/^[A-Zn].*\.$/);
		if (!['unavailable', 'serverError', 'unreachable'].includes(kind)) {
			expect(message).not.toContain('undefined');
		}
	});

	it.each<[failure: Failure, words: string[]]>([
		[{ kind: 'unauthorized' }, ['API Key', 'credential']],
		[{ kind: 'unauthorized', byProxy: true }, ['API Key', 'Proxy in Request Options']],
		[{ kind: 'rejected', status: 407, byProxy: true }, ['407', 'Proxy in Request Options']],
		[{ kind: 'wrongRoute' }, ['Base URL', '/v1']],
		[
			{ kind: 'redirected', location: 'https://new.example.com/v1' },
			['https://new.example.com/v1', 'Base URL'],
		],
		[{ kind: 'redirected', location: '' }, ['Base URL']],
		[{ kind: 'webPage' }, ['Base URL', '/v1']],
		[{ kind: 'otherShape' }, ['Base URL']],
		[
			{ kind: 'unreachable', reason: 'its host was not found' },
			['to the service, its host was not found: check Base URL'],
		],
		[{ kind: 'rateLimited', retryAfterMs: 89_100 }, ['in 90 s', 'Batching']],
		[{ kind: 'rateLimited' }, ['later', 'Batching']],
		[{ kind: 'unavailable', status: 503 }, ['503', 'later']],
		[{ kind: 'serverError', status: 500 }, ['500', 'later']],
		[{ kind: 'timedOut' }, ['Timeout', 'later']],
		[{ kind: 'blocked', detail: 'Domain not allowed' }, ['Domain not allowed']],
	])('%j names what to look at', (failure, words) => {
		const message = messageFor(failure, texts);
		for (const word of words) expect(message).toContain(word);
	});

	it("is the operation's own for a refusal", () => {
		expect(messageFor({ kind: 'refused', status: 400 }, texts)).toBe(texts.refused);
	});

	it('may depend on what the service says of a refusal', () => {
		const own: ErrorTexts = { refused: ({ detail }) => `No, since ${detail}.` };
		expect(messageFor({ kind: 'refused', detail: 'it rains' }, own)).toBe('No, since it rains.');
	});

	it("is the operation's own for a record that is not there, where it has one", () => {
		const own: ErrorTexts = { ...texts, notFound: 'No such contact: check Contact.' };
		expect(messageFor({ kind: 'notFound' }, own)).toBe('No such contact: check Contact.');
		expect(messageFor({ kind: 'notFound' }, texts)).toContain('ID');
	});

	it.each<[status: number, words: string[]]>([
		[402, ['402', 'payment']],
		[406, ['406', 'Base URL']],
		[407, ['407', 'proxy']],
		[408, ['408', 'too slow', 'later']],
		[409, ['409', 'conflicts']],
		[410, ['410', 'gone', 'Base URL']],
		[413, ['413', 'large']],
		[415, ['415', 'JSON', 'Base URL']],
		[418, ['418', 'does not explain']],
		[423, ['423', 'locked', 'later']],
		[425, ['425', 'later']],
		[431, ['431', 'does not explain']],
		[451, ['451', 'legal']],
	])('a %i is told by its status, with no field that is not to blame', (status, words) => {
		const message = messageFor({ kind: 'rejected', status }, texts);
		for (const word of words) expect(message).toContain(word);
		expect(message).not.toBe(texts.refused);
		expect(message).not.toMatch(/Newsletter ID|API Key|Contact|Page|Send ID/);
		expect(message.includes('Base URL')).toBe(words.includes('Base URL'));
	});

	it("a 413 is told in the operation's own words, where it has them", () => {
		const own: ErrorTexts = { ...texts, tooLarge: 'Lower Batch Size.' };
		expect(messageFor({ kind: 'rejected', status: 413 }, own)).toBe('Lower Batch Size.');
		expect(messageFor({ kind: 'rejected', status: 409 }, own)).not.toBe('Lower Batch Size.');
	});

	it('a 413 of a tool names no field that a tool does not have', () => {
		const own: ErrorTexts = { ...texts, tooLarge: 'Lower Batch Size.' };
		const message = messageFor({ kind: 'rejected', status: 413 }, own, true, true);
		expect(message).toBe(messageFor({ kind: 'rejected', status: 413 }, texts));
		expect(message).toContain('413');
	});

	it('a 408 may have been handed on before, other such statuses were not', () => {
		expect(isUnclear({ kind: 'rejected', status: 408 })).toBe(true);
		expect(isUnclear({ kind: 'rejected', status: 409 })).toBe(false);
		expect(messageFor({ kind: 'rejected', status: 408 }, withUnclear)).toBe(withUnclear.unclear);
	});

	it.each<[failure: Failure, field: string]>([
		[{ kind: 'rateLimited', retryAfterMs: 1000 }, 'Batching'],
		[{ kind: 'timedOut' }, 'Timeout'],
	])(
		'%j says where a Request Option is, and names none where the screen has none',
		(failure, field) => {
			expect(messageFor(failure, texts, true)).toMatch(
				new RegExp(`${field} in Request Options, on the Settings tab\\.$`),
			);
			expect(messageFor(failure, texts, false)).not.toContain(field);
			expect(messageFor(failure, texts, false)).toMatch(/try again (in 1 s|later)\.$/);
		},
	);

	it.each(KINDS)('%s says that it may have been done only where nobody can know', (kind) => {
		const isCertain = CERTAIN.includes(kind);
		expect(isUnclear({ kind })).toBe(!isCertain);
		expect(messageFor({ kind }, withUnclear) === withUnclear.unclear).toBe(!isCertain);
	});
});
