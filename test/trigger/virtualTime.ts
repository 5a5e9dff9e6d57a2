import { seeded } from '../support/seeded';
import { SECOND_MS } from './durations';

export { MINUTE_MS, SECOND_MS } from './durations';

const realNow = Date.now.bind(Date);

/** Contacts of this moment are ahead of a `Date` header that has no fractions of a second. */
const LATE_IN_A_SECOND_MS = 950;

let nowMs = 0;

/** Lets time pass for the trigger and the service without waiting for it. */
export const passTime = (ms: number): void => {
	nowMs += ms;
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

/** A clock for each test that starts today and moves only by `passTime`, and repeatable chance. */
export function useVirtualTime(): void {
	beforeEach(() => {
		nowMs = Math.floor(realNow() / SECOND_MS) * SECOND_MS + LATE_IN_A_SECOND_MS;
		waits.length = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
		jest.spyOn(Math, 'random').mockImplementation(seeded(1));
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});
}
