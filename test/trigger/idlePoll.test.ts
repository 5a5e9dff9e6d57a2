/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { Session, type Profiler } from 'node:inspector/promises';
import { addHistory, LiveTrigger, useService } from './liveTrigger';
import { MINUTE_MS, passTime } from './virtualTime';

const MOST_FUNCTIONS = 50;
/** What each request of any operation runs, too. */
const MOST_IN_TRANSPORT = 25;
const MOST_HOPS = 7;

const on = useService();
const isOurs = (place: string) => /\/nodes\/Newsletter\//.test(place);

const idle = async () => {
	on.service.behaviour.order = 'newest';
	addHistory(on.service, 250);
	const trigger = await LiveTrigger.start(on.service);
	await trigger.poll();
	await trigger.poll();
	passTime(MINUTE_MS);
	return trigger;
};

/** Names of our functions that ran meanwhile. */
async function functionsOf(work: () => Promise<unknown>): Promise<string[]> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	await session.post('Profiler.takePreciseCoverage');
	await work();
	const { result } = await session.post('Profiler.takePreciseCoverage');
	session.disconnect();
	// Without the callbacks that stand inside a named one, and the getters by which the compiler exports.
	const hasRun = ({ functionName, ranges: [whole] }: Profiler.FunctionCoverage) =>
		!/^(get\b.*|<.*|)$/.test(functionName) && whole!.startOffset > 0 && whole!.count > 0;
	return result
		.filter(({ url }) => isOurs(url))
		.flatMap(({ url, functions }) =>
			functions
				.filter(hasRun)
				.map(({ functionName }) => `${url.split('/Newsletter/').pop()} ${functionName}`),
		);
}

it(`an idle poll runs ${MOST_FUNCTIONS} functions at most`, async () => {
	const trigger = await idle();
	const functions = await functionsOf(async () => await trigger.poll());
	expect(functions.length).toBeGreaterThan(10);
	// All are shown where there are too many.
	const inTransport = functions.filter((name) => name.startsWith('transport/'));
	expect(functions.length > MOST_FUNCTIONS ? functions : []).toEqual([]);
	expect(inTransport.length > MOST_IN_TRANSPORT ? inTransport : []).toEqual([]);
});

it(`a request of a poll is ${MOST_HOPS} functions deep at most`, async () => {
	const trigger = await idle();
	const limit = Error.stackTraceLimit;
	Error.stackTraceLimit = 100;
	const stacks: string[] = [];
	const { timeout } = AbortSignal;
	// It is asked for where the request is made.
	const spy = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		stacks.push(String(new Error().stack));
		return timeout.call(AbortSignal, ms);
	});
	await trigger.poll();
	spy.mockRestore();
	Error.stackTraceLimit = limit;
	const hops = stacks.map((stack) => stack.split('\n').filter(isOurs));
	expect(hops.some((lines) => lines.some((line) => line.includes('NewsletterTrigger')))).toBe(true);
	expect(hops.filter(({ length }) => length > MOST_HOPS)).toEqual([]);
});
