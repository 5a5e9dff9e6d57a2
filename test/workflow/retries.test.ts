import type { FaultRule } from '../service';
import { errorOf, jsonOf, useNewsletter } from './newsletter';
import { OPERATIONS } from './operations';
import { useNoWaits, waits } from './waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('./waits')>('./waits').withoutWaits(),
);

const newsletter = useNewsletter();
useNoWaits();

const status = (code: number): FaultRule => ({ kind: 'status', status: code });
const FAULTS: Array<{
	what: string;
	fault: FaultRule;
	repeatable: number;
	once: number;
	parameters?: object;
	cause?: string;
}> = [
	{ what: '429', fault: { kind: 'rateLimit' }, repeatable: 4, once: 4, cause: 'rate-limited' },
	{ what: '502', fault: status(502), repeatable: 3, once: 1, cause: 'temporarily-unavailable' },
	{ what: '503', fault: status(503), repeatable: 3, once: 1, cause: 'temporarily-unavailable' },
	{ what: '504', fault: status(504), repeatable: 3, once: 1, cause: 'temporarily-unavailable' },
	{ what: '500', fault: status(500), repeatable: 2, once: 1, cause: 'temporarily-unavailable' },
	{ what: '507', fault: status(507), repeatable: 2, once: 1, cause: 'temporarily-unavailable' },
	{
		what: 'a lost connection',
		fault: { kind: 'drop' },
		repeatable: 3,
		once: 1,
		cause: 'temporarily-unavailable',
	},
	{
		what: 'no answer in time',
		fault: { kind: 'hang' },
		repeatable: 3,
		once: 1,
		parameters: { requestOptions: { timeout: 250 } },
		cause: 'temporarily-unavailable',
	},
	{ what: '400', fault: status(400), repeatable: 1, once: 1, cause: 'configuration-invalid' },
	{ what: '401', fault: status(401), repeatable: 1, once: 1, cause: 'credential-invalid' },
	{ what: '403', fault: status(403), repeatable: 1, once: 1, cause: 'credential-invalid' },
	{ what: '409', fault: status(409), repeatable: 1, once: 1 },
	{ what: '413', fault: status(413), repeatable: 1, once: 1 },
];
const CASES = FAULTS.flatMap((fault) =>
	OPERATIONS.map((operation) => ({
		...fault,
		...operation,
		parameters: { ...operation.parameters, ...fault.parameters },
		tries: operation.isRepeatable ? fault.repeatable : fault.once,
	})),
);

it.each(CASES)('$what to $operation is tried $tries time(s)', async (given) => {
	newsletter.service.behaviour.faults.push({ ...given.fault, times: null });
	const run = await newsletter.run({ parameters: given.parameters });
	expect(newsletter.service.requests).toHaveLength(given.tries);
	const error = errorOf(run);
	expect(error?.name).toBe('NodeApiError');
	expect(error?.context.itemIndex).toBe(0);
	if (given.cause) expect(error?.failure?.cause).toBe(given.cause);
	if (given.fault.kind === 'status') {
		expect(error).toMatchObject({
			httpCode: String(given.fault.status),
			description: `Failed with ${given.fault.status}`,
		});
	}
	waits.forEach((ms, index) => {
		expect(ms).toBeGreaterThanOrEqual(500 * 2 ** index);
		expect(ms).toBeLessThanOrEqual(2000 * 2 ** index);
	});
	expect(waits).toHaveLength(given.tries - 1);
});

describe.each(OPERATIONS)('$operation', ({ parameters, answer, match }) => {
	it('goes on after a failure that passes', async () => {
		newsletter.service.behaviour.faults.push(
			{ kind: 'rateLimit', match },
			{ kind: 'json', json: answer },
		);
		const run = await newsletter.run({ parameters });
		expect(errorOf(run)).toBeUndefined();
		expect(jsonOf(run)).toHaveLength(1);
		expect(newsletter.service.requests).toHaveLength(2);
	});

	it('waits as Retry-After says, in seconds or as a date', async () => {
		newsletter.service.behaviour.faults.push(
			{ kind: 'rateLimit', retryAfter: 12 },
			{ kind: 'rateLimit', retryAfter: 'date:20' },
			{ kind: 'json', json: answer },
		);
		await newsletter.run({ parameters });
		expect(waits[0]).toBe(12_000);
		expect(waits[1]).toBeGreaterThanOrEqual(19_000);
		expect(waits[1]).toBeLessThanOrEqual(21_000);
	});

	it('does not sit out a wait above 60 s; the error carries it', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'rateLimit', retryAfter: 61, times: null });
		const run = await newsletter.run({ parameters });
		expect(newsletter.service.requests).toHaveLength(1);
		expect(waits).toEqual([]);
		expect(errorOf(run)).toMatchObject({
			httpCode: '429',
			message: expect.stringContaining('61 s'),
			description: 'Too many requests',
			failure: { cause: 'rate-limited', retryAfterMs: 61_000 },
		});
	});

	it('is tried 3 times where nobody listens', async () => {
		const run = await newsletter.run({
			parameters,
			credential: { baseUrl: 'http://127.0.0.1:9/v1' },
		});
		expect(waits).toHaveLength(2);
		expect(errorOf(run)).toMatchObject({
			message: expect.stringMatching(/connect.*Base URL/),
			failure: { cause: 'temporarily-unavailable' },
		});
	});

	it.each([301, 302, 303, 307, 308] as const)('never follows a %i', async (code) => {
		const location = newsletter.service.url.replace('127.0.0.1', 'localhost') + match.path;
		newsletter.service.behaviour.faults.push({ kind: 'redirect', status: code, location });
		const run = await newsletter.run({ parameters });
		expect(newsletter.service.requests).toHaveLength(1);
		const base = newsletter.service.url.replace('127.0.0.1', 'localhost');
		expect(errorOf(run)?.message).toContain(`put ${base} into Base URL`);
		expect(errorOf(run)?.failure?.cause).toBe('configuration-invalid');
	});

	it.each([
		{ base: 'a website', fault: { kind: 'html' } },
		{ base: 'a website without the page', fault: { kind: 'html', status: 404 } },
	] as const)('says to look at Base URL where it is that of $base', async ({ fault }) => {
		newsletter.service.behaviour.faults.push({ ...fault, times: null });
		const run = await newsletter.run({ parameters });
		expect(newsletter.service.requests).toHaveLength(1);
		expect(errorOf(run)?.name).toBe('NodeApiError');
		if (fault.kind === 'html' && !('status' in fault) && parameters.resource === 'send') {
			expect(errorOf(run)?.message).toMatch(/may already/);
		} else {
			expect(errorOf(run)?.message).toContain('Base URL');
		}
	});

	it.each(['', 'no address', 'ftp://example.com/v1', 'api.example.com/v1'])(
		'with the base URL "%s" says which field to look at, without any wait',
		async (baseUrl) => {
			const run = await newsletter.run({ parameters, credential: { baseUrl } });
			expect(errorOf(run)?.message).toContain('Base URL');
		},
	);

	it('takes a base URL and a key with blanks and slashes around them', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'json', json: answer });
		const { url, apiKey } = newsletter.service;
		const run = await newsletter.run({
			parameters,
			credential: { baseUrl: ` ${url}// `, apiKey: `\n ${apiKey}\r\n` },
		});
		expect(errorOf(run)).toBeUndefined();
		expect(newsletter.service.requests[0]?.headers.authorization).toBe(true);
	});
});
