import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../../service';
import { errorOf, jsonOf, linksOf, useNewsletter } from '../newsletter';
import { useNoWaits } from '../waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const newsletter = useNewsletter({ resource: 'send' });
useNoWaits();

const RETRY = { retryOnFail: true, maxTries: 4, waitBetweenTries: 1 };
// A random text stands for the time of day: it is another one in each try, on a fast machine too.
const CREATE: INodeParameters = {
	operation: 'create',
	pageId: { __rl: true, mode: 'id', value: '={{ $json.page }}' },
	additionalFields: { subject: "={{ 'Issue ' + Math.random() }}" },
};
const fail = (fault: FaultRule) => newsletter.service.behaviour.faults.push(fault);
const run = async (pages: string[], node = {}) =>
	await newsletter.run({
		parameters: CREATE,
		input: pages.map((page) => ({ json: { page } })),
		node: { ...RETRY, ...node },
	});
const created = () =>
	newsletter.service.sends
		.all()
		.map(({ page_id }) => page_id)
		.sort();
const subjectsAsked = () =>
	newsletter.service.requests.map(({ body }) => (body as IDataObject).subject);

describe('Retry On Fail of a creation whose body is another one in each try', () => {
	it('does not repeat one of which nobody knows whether it was done', async () => {
		fail({ kind: 'drop', when: 'after' });
		expect(errorOf(await run(['p']))?.message).toMatch(/may already have been created/);
		expect(created()).toEqual(['p']);
		expect(newsletter.service.requests).toHaveLength(1);
	});

	it('gives what was created before its stored answer', async () => {
		fail({ kind: 'status', status: 400, match: { bodyContains: '"q"' }, times: 2 });
		const result = await run(['p', 'q', 'p']);
		expect(created()).toEqual(['p', 'p', 'q']);
		expect(newsletter.service.requests).toHaveLength(5);
		expect(jsonOf(result).map(({ page_id }) => page_id)).toEqual(['p', 'q', 'p']);
		expect(new Set(jsonOf(result).map(({ id }) => id)).size).toBe(3);
		expect(linksOf(result)).toEqual([[0], [1], [2]]);
	});

	it('makes one that was refused again as it is by now', async () => {
		fail({ kind: 'status', status: 400 });
		const [json] = jsonOf(await run(['p']));
		const subjects = subjectsAsked();
		expect(new Set(subjects).size).toBe(2);
		expect(json?.subject).toBe(subjects[1]);
	});

	it('creates the others once where the node continues', async () => {
		fail({ kind: 'drop', when: 'after', match: { bodyContains: '"p"' }, times: null });
		const result = await run(['p', 'q'], { onError: 'continueRegularOutput' });
		expect(created()).toEqual(['p', 'q']);
		expect(jsonOf(result)).toEqual([
			{ error: expect.stringMatching(/may already/) },
			expect.objectContaining({ page_id: 'q' }),
		]);
	});
});
