import type { IPollFunctions } from 'n8n-workflow';

/** The shortest time that n8n gives a poll, ms. A longer poll would overlap the next one. */
const LONGEST_POLL_MS = 36_000;

/** Shares of that time: until the last page is requested, and until its answer must be there. */
const LAST_PAGE = 0.8;
const LAST_ANSWER = 0.95;

export interface PollTime {
	/** Whether time is up. Further pages are expected to take up to twice `lastPagesMs`. */
	isUp(lastPagesMs: number): boolean;
}

/** How long this poll may take. Only newer versions of n8n say so. */
export function pollTimeOf(context: IPollFunctions): PollTime & { deadlineMs: number } {
	const beganMs = Date.now();
	const budgetMs =
		typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : LONGEST_POLL_MS;
	const timeMs = Math.min(budgetMs, LONGEST_POLL_MS);
	return {
		isUp: (lastPagesMs) => Date.now() + 2 * lastPagesMs >= beganMs + timeMs * LAST_PAGE,
		deadlineMs: beganMs + timeMs * LAST_ANSWER,
	};
}
