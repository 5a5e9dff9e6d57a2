import type { Evidence, Order } from './order';
import type { TriggerEvent } from './sighting';

/** What the trigger watches. Another scope starts afresh. */
export interface Scope {
	newsletterId: string;
	event: TriggerEvent;
	filters: { subscribed?: boolean; email?: string };
}

/** A pass over the list, in one poll or several. Only an unfinished one is stored. */
export interface Scan {
	/** Whether it reads all pages; else those from the newest contacts down to the cursor. */
	isFull: boolean;
	/** The page to go on with, and the page size. */
	page: number;
	size: number;
	startedAtMs: number;
	/** The newest time stamp found so far, epoch ms. */
	newestMs: number | null;
	/** The lowest places of contacts that were found but not delivered yet, in order. */
	waitingPlaces: number[];
	evidence: Evidence;
}

/** What the trigger stores between two polls. Each field stands in docs/trigger.md. */
export interface TriggerState {
	format: 2;
	scope: Scope;
	/** Contacts below this place are done. `null` until the first scan has ended. */
	cursor: number | null;
	/** Where the last finished poll alone would have put the cursor. */
	checkpoint: number;
	/** Number of contacts that the last poll left waiting. After a scan over several polls, a rough number. */
	waitingCount: number;
	/** The newest time stamp, and when it was first seen by the local clock, epoch ms. */
	watermark: { ms: number; sinceMs: number } | null;
	order: Order | null;
	/** Fingerprints of the contacts at or above the cursor that were delivered. */
	delivered: string[];
	scan: Scan | null;
	/** In a scan over several polls, contacts up to this place may use reserved memory: see poll.ts. */
	reservedUpTo: number | null;
}

/** Fingerprints that are kept: about 220 KB. */
export const MOST_REMEMBERED = 10_000;

/** A place below that of every contact. */
export const LOWEST_PLACE = -Number.MAX_VALUE;

export const newState = (scope: Scope, startFrom: 'now' | 'beginning'): TriggerState => ({
	format: 2,
	scope,
	cursor: startFrom === 'now' ? null : LOWEST_PLACE,
	checkpoint: LOWEST_PLACE,
	waitingCount: 0,
	watermark: null,
	order: null,
	delivered: [],
	scan: null,
	reservedUpTo: null,
});

/** The value, if it is a state of this scope; else `undefined`. */
export function stateOf(value: unknown, scope: Scope): TriggerState | undefined {
	const state = value as TriggerState | null | undefined;
	const isOurs = state?.format === 2 && JSON.stringify(state.scope) === JSON.stringify(scope);
	const isWhole = Array.isArray(state?.delivered) && typeof state?.checkpoint === 'number';
	return isOurs && isWhole && state.cursor !== undefined ? state : undefined;
}
