import type { FaultRule } from '../../service';
import { errorOf, useNewsletter } from '../newsletter';
import { useNoWaits, waits } from '../waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const newsletter = useNewsletter({ resource: 'send' });
useNoWaits();

const SEND = { operation: 'send', sendId: '={{ $json.id }}' };
const page = (value: string) => ({ __rl: true, mode: 'id', value });
const CREATE = { operation: 'create', pageId: page('={{ $json.page }}') };
const fail = (...faults: FaultRule[]) => newsletter.service.behaviour.faults.push(...faults);

describe.each([
	{ operation: 'a sending', parameters: { ...SEND }, path: '/sends/.+/send' },
	{ operation: 'a creation', parameters: { ...CREATE }, path: '/sends$' },
])('$operation that was not taken', ({ parameters, path }) => {
	const runOne = async (faults: FaultRule[], credential = {}) => {
		const { id } = await newsletter.draft();
		fail(...faults);
		return await newsletter.run({
			parameters,
			credential,
			input: [{ json: { id, page: 'p' } }],
		});
	};

	it('is made again after 429, as long as Retry-After says', async () => {
		const run = await runOne([{ kind: 'rateLimit', retryAfter: 5, match: { path }, times: 3 }]);
		expect(errorOf(run)).toBeUndefined();
		expect(waits).toEqual([5000, 5000, 5000]);
		expect(newsletter.service.requests).toHaveLength(4);
	});

	it('is given up after a minute of 429', async () => {
		const run = await runOne([{ kind: 'rateLimit', retryAfter: 30, match: { path }, times: null }]);
		expect(errorOf(run)).toMatchObject({
			httpCode: '429',
			failure: { cause: 'rate-limited' },
		});
		expect(newsletter.service.requests).toHaveLength(3);
	});

	it('is tried 3 times where nobody listens, and does not claim to have been taken', async () => {
		const run = await runOne([], { baseUrl: 'http://127.0.0.1:9/v1' });
		expect(errorOf(run)?.message).toMatch(/Base URL/);
		expect(errorOf(run)?.message).not.toMatch(/may already/);
		expect(waits).toHaveLength(2);
	});
});
