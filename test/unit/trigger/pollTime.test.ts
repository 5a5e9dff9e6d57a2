import type { IPollFunctions } from 'n8n-workflow';

import type { Page } from '../../../nodes/Newsletter/transport/list';
import { pollTime } from '../../../nodes/Newsletter/trigger/pollTime';
import { NOON_MS, SECOND_MS } from './sightings';

const PAGE: Page = { contacts: [], total: 0, servedAtMs: undefined };

let nowMs: number;
beforeEach(() => {
	nowMs = NOON_MS;
	jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
});
afterEach(() => jest.restoreAllMocks());

const timeOf = (budgetMs: number | 'absent') =>
	pollTime(
		(budgetMs === 'absent' ? {} : { getPollBudgetMs: () => budgetMs }) as unknown as IPollFunctions,
	);

/** How many pages of such a length are read until time is up, and when that is, ms from the start. */
async function pagesUntilUp(budgetMs: number | 'absent', pageMs: number) {
	const { isTimeUp, timed } = timeOf(budgetMs);
	const read = timed(async () => {
		nowMs += pageMs;
		return PAGE;
	});
	let pages = 0;
	for (; !isTimeUp(); pages += 1) await read(1, 100);
	return { pages, tookMs: nowMs - NOON_MS };
}

describe('the time of a poll', () => {
	it.each<[what: string, budgetMs: number | 'absent', lastsMs: number]>([
		['is what n8n gives it', 10 * SECOND_MS, 10 * SECOND_MS],
		['is 36 s at most', 300 * SECOND_MS, 36 * SECOND_MS],
		['is 36 s on an n8n without a budget', 'absent', 36 * SECOND_MS],
	])('%s, less 5 percent for the last answer and 20 for the last page', (_, budgetMs, lastsMs) => {
		const { deadlineMs, isTimeUp } = timeOf(budgetMs);
		expect(deadlineMs).toBeCloseTo(NOON_MS + 0.95 * lastsMs, 3);
		nowMs = NOON_MS + 0.8 * lastsMs - 1;
		expect(isTimeUp()).toBe(false);
		nowMs += 1;
		expect(isTimeUp()).toBe(true);
	});

	it.each([
		{ budgetMs: 36 * SECOND_MS, pageMs: 100 },
		{ budgetMs: 36 * SECOND_MS, pageMs: SECOND_MS },
		{ budgetMs: 36 * SECOND_MS, pageMs: 5 * SECOND_MS },
		{ budgetMs: SECOND_MS, pageMs: 250 },
	])('ends while another page still fits, of $pageMs ms in $budgetMs', async (row) => {
		const { pages, tookMs } = await pagesUntilUp(row.budgetMs, row.pageMs);
		expect(pages).toBeGreaterThan(0);
		expect(tookMs + row.pageMs).toBeLessThanOrEqual(0.8 * row.budgetMs);
		expect(tookMs + 2 * row.pageMs).toBeGreaterThanOrEqual(0.8 * row.budgetMs);
	});

	it('reckons with the slowest page so far', async () => {
		const { isTimeUp, timed } = timeOf(10 * SECOND_MS);
		const tookMs = [3 * SECOND_MS, 100];
		const read = timed(async () => {
			nowMs += tookMs.shift()!;
			return PAGE;
		});
		await read(1, 100);
		expect(isTimeUp()).toBe(true);
		nowMs = NOON_MS;
		await read(2, 100);
		expect(isTimeUp()).toBe(false);
		nowMs = NOON_MS + 2 * SECOND_MS;
		expect(isTimeUp()).toBe(true);
	});

	it('passes pages and failures on as they are', async () => {
		const { timed } = timeOf('absent');
		const asked: number[][] = [];
		const read = timed(async (...numbers) => {
			asked.push(numbers);
			return PAGE;
		});
		expect(await read(3, 40)).toBe(PAGE);
		expect(asked).toEqual([[3, 40]]);
		const failure = new Error('no list');
		await expect(timed(async () => await Promise.reject(failure))(1, 100)).rejects.toBe(failure);
	});
});
