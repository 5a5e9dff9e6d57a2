/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { ServerResponse } from 'node:http';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;

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

		// The `Date` of an answer is the service's clock too; Node would write the machine's.
		const writeHead = ServerResponse.prototype.writeHead as (...args: unknown[]) => ServerResponse;
		jest.spyOn(ServerResponse.prototype, 'writeHead').mockImplementation(function (
			this: ServerResponse,
			...args: unknown[]
		) {
			this.setHeader('Date', new Date(Date.now()).toUTCString());
			return writeHead.apply(this, args);
		});
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});
}
