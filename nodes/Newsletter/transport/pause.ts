import { sleep } from 'n8n-workflow';

import { withJitter } from './retry';

const LONGEST_IN_ALL_MS = 60_000;

/** The pause of a key. Rate limits that come at once make one pause, as long as the longest. */
export class Pause {
	/** All pauses since the service last gave another answer than a rate limit. */
	pausedMs = 0;

	/** Rate limits whose pause is under way. */
	sleeping = 0;

	private longestMs = 0;

	/**
	 * Pauses as long as the service asks, else for 1 s and half as long again as all pauses before.
	 *
	 * @returns for how long, ms; `undefined` if it would be more than a minute in all
	 */
	begin(askedMs: number | undefined, onEnd: () => void): number | undefined {
		const leftMs = LONGEST_IN_ALL_MS - this.pausedMs;
		const backoffMs = withJitter(1000 + this.pausedMs / 2);
		const ms = askedMs ?? (this.longestMs || Math.min(backoffMs, leftMs));
		const moreMs = Math.max(0, ms - this.longestMs);
		if (moreMs > leftMs || ms === 0) return undefined;
		this.pausedMs += moreMs;
		this.longestMs += moreMs;
		void this.sitOut(ms, onEnd);
		return ms;
	}

	private async sitOut(ms: number, onEnd: () => void): Promise<void> {
		this.sleeping += 1;
		await sleep(ms);
		this.sleeping -= 1;
		if (this.sleeping > 0) return;
		this.longestMs = 0;
		onEnd();
	}
}
