export { MINUTE_MS, SECOND_MS } from './durations';

const realNow = Date.now.bind(Date);
let aheadMs = 0;

/** Lets time pass for the trigger and the service without waiting for it. */
export const passTime = (ms: number): void => {
	aheadMs += ms;
};

/** The waits before retries, ms, of a file that mocks n8n-workflow by `withoutWaits`. */
export const waits: number[] = [];

/** n8n-workflow whose `sleep` takes its time from the virtual clock only. */
export const withoutWaits = () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep: async (ms: number) => {
		waits.push(ms);
		passTime(ms);
	},
});

/** Numbers from 0 to 1, the same ones in each test. */
function seededRandom(): () => number {
	let state = 1;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/** A clock for each test that starts at the real time and can be moved on, and repeatable chance. */
export function useVirtualTime(): void {
	beforeEach(() => {
		aheadMs = 0;
		waits.length = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs);
		jest.spyOn(Math, 'random').mockImplementation(seededRandom());
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});
}
