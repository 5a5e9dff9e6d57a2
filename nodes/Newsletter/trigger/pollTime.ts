import type { IPollFunctions } from 'n8n-workflow';

import type { FetchPage } from '../transport/list';

/** What n8n gives a poll at the least, ms; a poll that takes longer also meets the next one. */
const LONGEST_POLL_MS = 36_000;

/** Parts of the time after which no page is asked for, and no answer waited for; sorting takes its time too. */
const LAST_PAGE = 0.8;
const LAST_ANSWER = 0.95;

/** Pages that there must be time for before another one is asked for: itself, and one to look again. */
const PAGES_AHEAD = 2;

export interface PollTime {
	/** When the poll must have ended, epoch ms. */
	deadlineMs: number;
	/** Whether there is no time for another page, by the slowest so far. */
	isTimeUp: () => boolean;
	/** Takes the time of pages. */
	timed: (fetchPage: FetchPage) => FetchPage;
}

/** How long this poll may go on; n8n says so only in newer versions. */
export function pollTime(context: IPollFunctions): PollTime {
	const beganAtMs = Date.now();
	const budgetMs =
		typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : LONGEST_POLL_MS;
	const timeMs = Math.min(budgetMs, LONGEST_POLL_MS);
	let slowestMs = 0;
	return {
		deadlineMs: beganAtMs + timeMs * LAST_ANSWER,
		isTimeUp: () => Date.now() + PAGES_AHEAD * slowestMs >= beganAtMs + timeMs * LAST_PAGE,
		timed: (fetchPage) => async (page, limit) => {
			const askedAtMs = Date.now();
			const read = await fetchPage(page, limit);
			slowestMs = Math.max(slowestMs, Date.now() - askedAtMs);
			return read;
		},
	};
}
