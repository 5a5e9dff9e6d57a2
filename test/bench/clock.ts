export const MINUTE_MS = 60_000;

const realNow = Date.now.bind(Date);
let aheadMs = 0;

/** Gives this process a clock that can be moved on without waiting. */
export function useMovableClock(): void {
	Date.now = () => realNow() + aheadMs;
}

/** How far the clock is ahead of the machine's, ms. */
export const setAhead = (ms: number): void => {
	aheadMs = ms;
};
