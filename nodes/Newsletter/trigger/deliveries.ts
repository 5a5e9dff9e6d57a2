/**
 * How long n8n may take to save what a poll has stored, ms. Shorter than the minute that lies between
 * two polls at least, so that the next one makes up for what n8n has not saved at all.
 */
export const SAVING_MS = 30_000;

/** The cursor from which each trigger node of this process has last delivered. */
const deliveries = new Map<string, { cursor: string; atMs: number }>();

/**
 * Whether contacts were delivered from this very cursor just now. n8n saves with durable cursors only
 * after the poll, and gives a poll that is due meanwhile the cursor from before: it would deliver
 * the same contacts again.
 *
 * @param node which trigger node of which workflow
 * @param cursor as n8n has it stored
 * @param nowMs by the local clock, epoch ms
 */
export function isDeliveredFrom(node: string, cursor: string, nowMs: number): boolean {
	const last = deliveries.get(node);
	return last?.cursor === cursor && nowMs < last.atMs + SAVING_MS && nowMs >= last.atMs;
}

/** Notes that contacts were delivered from a cursor. */
export function noteDelivery(node: string, cursor: string, nowMs: number): void {
	deliveries.set(node, { cursor, atMs: nowMs });
}
