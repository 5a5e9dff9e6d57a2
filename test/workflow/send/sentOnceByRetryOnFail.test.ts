import type { INode } from 'n8n-workflow';
import { errorOf, jsonOf, useNewsletter } from '../newsletter';
import { useNoWaits } from '../waits';
import { isUnclear, OUTCOMES, seenIn, type Outcome } from './outcomes';
import { KINDS, runThree, useTimeouts } from './threeItems';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const newsletter = useNewsletter({ resource: 'send' });
useNoWaits();
useTimeouts(newsletter);

const ALL = [0, 1, 2];
const PLACES = [
	{ place: 'first', at: 0 },
	{ place: 'middle', at: 1 },
	{ place: 'last', at: 2 },
];
const CASES = KINDS.flatMap((kind) =>
	OUTCOMES.flatMap((outcome) => PLACES.map((place) => ({ ...kind, ...outcome, ...place }))),
);
type Case = (typeof CASES)[number];

const retrying = (maxTries: number): Partial<INode> =>
	maxTries === 1 ? {} : { retryOnFail: true, maxTries, waitBetweenTries: 1 };

const run = async (given: Case, node: Partial<INode>, times?: number) =>
	await runThree(newsletter, given, { outcome: given, at: given.at, times, node });

/** An answer to another item begins the minute of a 429 anew: one request more in a try. */
const isMoreOf429 = ({ outcome }: Outcome, asked: number, runs: number) =>
	outcome === '429' && asked > 3 * runs && asked <= 4 * runs;

const ONCE = { asked: 1, held: 1 };
const expectSeen = (seen: Array<typeof ONCE>, given: Case, runs: number) => {
	const { asked } = seen[given.at]!;
	const own = seenIn(given, runs);
	if (isMoreOf429(given, asked, runs)) own.asked = asked;
	expect({ runs, seen }).toEqual({
		runs,
		seen: ALL.map((index) => (index === given.at ? own : ONCE)),
	});
};

/** The sentence that an item is refused with, the same in every try. */
const sentence = (given: Case) => (isUnclear(given) ? given.unclear : /^(?!.*may already)./);

describe('with Retry On Fail an issue is sent and created only once, also where one of three items fails in all tries', () => {
	it.each(CASES)('$kind, the $place: $outcome', async (given) => {
		for (const tries of [1, 2, 5]) {
			const { run: result, seen } = await run(given, retrying(tries));
			expectSeen(seen, given, tries);
			expect(errorOf(result)?.context.itemIndex).toBe(given.at);
			expect(errorOf(result)?.message).toMatch(sentence(given));
			newsletter.service.reset();
		}
	});
});

it.each([
	{ kind: 'status', status: 503, body: { message: 'Maintenance until 10:00' } },
	{ kind: 'status', status: 500, body: { message: 'The page has a block of no known kind' } },
	{ kind: 'drop', when: 'after' },
] as const)('the last try tells as much as the first: %j', async (fault) => {
	const told = async (maxTries: number) => {
		newsletter.service.reset();
		newsletter.service.behaviour.faults.push({ ...fault, times: null });
		const page = { __rl: true, mode: 'id', value: 'page' };
		const { message, description, httpCode, failure } = errorOf(
			await newsletter.run({
				parameters: { operation: 'create', pageId: page },
				node: retrying(maxTries),
			}),
		)!;
		expect(newsletter.asked).toHaveLength(1);
		return { message, description, httpCode, failure };
	};
	const atOnce = await told(1);
	expect(atOnce).toMatchObject({
		message: expect.stringContaining('may already have been created') as string,
		failure: { cause: 'temporarily-unavailable' },
	});
	expect(await told(3)).toEqual(atOnce);
});

it("a firewall's page is no reason to send again: it may stand in the place of the answer", async () => {
	const page = { kind: 'status', status: 403, body: '<html>Blocked</html>', times: null } as const;
	newsletter.service.behaviour.faults.push(page);
	const parameters = { operation: 'send', sendId: 'issue' };
	const run = await newsletter.run({ parameters, node: retrying(3) });
	expect(errorOf(run)?.message).toMatch(
		/may already.*in front of the service.*\(403\)\. Check in the service/,
	);
	expect(newsletter.asked).toHaveLength(1);
});

describe('where the node continues', () => {
	const others = ({ at }: Case) => ALL.filter((index) => index !== at);
	const own = (index: number) => ({ link: index, issue: index });
	// n8n tries again where the first item of the output is an error, and in no other case.
	const runsOf = ({ at }: Case) => (at === 0 ? 2 : 1);

	it.each(CASES)('$kind, the $place: $outcome: the others go on', async (given) => {
		const node = { ...retrying(2), onError: 'continueRegularOutput' as const };
		const three = await run(given, node);
		expectSeen(three.seen, given, runsOf(given));
		expect(three.told()).toEqual(
			ALL.map((index) => (index === given.at ? { link: index, issue: 'none' } : own(index))),
		);
		expect(jsonOf(three.run)[given.at]).toEqual({ error: expect.stringMatching(sentence(given)) });
	});

	it.each(CASES)('$kind, the $place: $outcome: it goes to the error output', async (given) => {
		const node = { ...retrying(2), onError: 'continueErrorOutput' as const };
		const three = await run(given, node);
		expectSeen(three.seen, given, runsOf(given));
		expect(three.told()).toEqual(others(given).map(own));
		expect(three.told(1)).toEqual([{ link: given.at, issue: 'none' }]);
		// With the input of the item that failed.
		const error = expect.stringMatching(sentence(given)) as string;
		expect(jsonOf(three.run, 1)).toMatchObject([{ id: three.ids[given.at], error }]);
	});
});

describe('a failure that is gone in the next try', () => {
	const passing = CASES.filter(({ asked }) => asked !== 'once' && asked > 0);

	it.each(passing)('$kind, the $place: $outcome: all answers come out', async (given) => {
		const perTry = given.asked as number;
		for (const tries of [2, 5]) {
			const three = await run(given, retrying(tries), perTry * (tries - 1));
			expect(errorOf(three.run)).toBeUndefined();
			const asked = perTry * (tries - 1) + 1;
			expect(three.seen).toEqual(
				ALL.map((index) => (index === given.at ? { asked, held: 1 } : ONCE)),
			);
			expect(three.told()).toEqual(ALL.map((index) => ({ link: index, issue: index })));
			newsletter.service.reset();
		}
	});
});
