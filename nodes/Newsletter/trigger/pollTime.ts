import type { IPollFunctions } from 'n8n-workflow';

/** What n8n gives a poll at the least, ms; a poll that takes longer also meets the next one. */
const LONGEST_POLL_MS = 36_000;

/** Parts of the time after which no further page is asked for, and no request waited for. */
const LAST_PAGE = 0.7;
const LAST_ANSWER = 0.95;

/** How long this poll may go on; n8n says so only in newer versions. */
export function pollTime(context: IPollFunctions): { deadlineMs: number; isTimeUp: () => boolean } {
	const beganAtMs = Date.now();
	const budgetMs =
		typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : LONGEST_POLL_MS;
	const timeMs = Math.min(budgetMs, LONGEST_POLL_MS);
	return {
		deadlineMs: beganAtMs + timeMs * LAST_ANSWER,
		isTimeUp: () => Date.now() - beganAtMs >= timeMs * LAST_PAGE,
	};
}
