import { errorOf, useNewsletter } from './newsletter';
import { OPERATIONS } from './operations';
import { useNoWaits, waits } from './waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('./waits')>('./waits').withoutWaits(),
);

const newsletter = useNewsletter();
useNoWaits();

/** The other statuses; those of the fault matrix stand there. */
const STATUSES = [
	{ status: 502, repeatable: 3, once: 1, cause: 'temporarily-unavailable' },
	{ status: 504, repeatable: 3, once: 1, cause: 'temporarily-unavailable' },
	{ status: 507, repeatable: 2, once: 1, cause: 'temporarily-unavailable' },
	{ status: 405, repeatable: 1, once: 1, cause: 'configuration-invalid' },
	{ status: 408, repeatable: 3, once: 1, cause: 'temporarily-unavailable' },
	{ status: 409, repeatable: 1, once: 1 },
	{ status: 413, repeatable: 1, once: 1, cause: 'configuration-invalid' },
	{ status: 418, repeatable: 1, once: 1 },
	{ status: 422, repeatable: 1, once: 1, cause: 'configuration-invalid' },
];
const CASES = STATUSES.flatMap((given) =>
	OPERATIONS.map((operation) => ({
		...given,
		...operation,
		tries: operation.isOnce ? given.once : given.repeatable,
	})),
);
/** Which of its fields an operation may send the user to for such a status. */
const ownFields = /Newsletter ID|Contact|Page|Send ID|Sender ID/;

it.each(CASES)('a $status to $operation is tried $tries time(s)', async (given) => {
	const { status, cause, parameters, tries } = given;
	newsletter.service.behaviour.faults.push({ kind: 'status', status, times: null });
	const run = await newsletter.run({ parameters });
	expect(newsletter.service.requests).toHaveLength(tries);
	expect(waits).toHaveLength(tries - 1);
	const error = errorOf(run)!;
	expect(error).toMatchObject({
		name: 'NodeApiError',
		httpCode: String(status),
		description: `Failed with ${status}`,
		context: { itemIndex: 0 },
	});
	expect(error.failure).toEqual(cause && { cause });
	expect(ownFields.test(error.message)).toBe(status === 422);
});

describe.each(OPERATIONS)('$operation', ({ parameters, answer }) => {
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

	it('says to look at Base URL where it is that of a website without the page', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'html', status: 404, times: null });
		const run = await newsletter.run({ parameters });
		expect(newsletter.service.requests).toHaveLength(1);
		expect(errorOf(run)?.message).toContain('Base URL');
	});

	it.each(['', 'no address', 'ftp://example.com/v1', 'api.example.com/v1'])(
		'with the base URL "%s" says which field to look at, without any wait',
		async (baseUrl) => {
			const run = await newsletter.run({ parameters, credential: { baseUrl } });
			expect(errorOf(run)?.message).toContain('Base URL');
		},
	);

	it('takes a credential with blanks and slashes around its values', async () => {
		newsletter.service.behaviour.faults.push({ kind: 'json', json: answer });
		const { url, apiKey, newsletterId } = newsletter.service;
		const run = await newsletter.run({
			parameters,
			credential: {
				baseUrl: ` ${url}// `,
				apiKey: `\n ${apiKey}\r\n`,
				newsletterId: ` ${newsletterId}\n`,
			},
		});
		expect(errorOf(run)).toBeUndefined();
		expect(newsletter.service.requests[0]?.headers.authorization).toBe(true);
	});
});
