import type { IDataObject } from 'n8n-workflow';

import { keysOf, type Entry } from './batches';
import type { Result } from './client';
import type { Failure } from './failures';
import { rowOf } from './failureTable';

/** Of an entry that was not rejected itself: it was not sent at all, or only together with others. */
export type Untried = 'unsent' | 'notAlone';

export interface BulkReport<T extends Entry = Entry> {
	/** One for each request that the service accepted, in order. */
	accepted: Array<{ entries: T[]; answer: IDataObject }>;
	/** Each entry that was not accepted, with the reason, in the order of the input items. */
	failed: Array<{ entry: T; failure: Failure; untried?: Untried }>;
	/** Why the rest was not tried any more. */
	stopped?: Failure;
	/** Whether it stopped because nothing was accepted. */
	isGivenUp?: boolean;
}

/** If so many requests were rejected and none accepted, no more are made. */
export const MOST_WITHOUT_SUCCESS = 12;

/** An ID may be that of a contact with another entry's email, so the order matters. */
const hasIds = (batch: Entry[]) => batch.some(({ contact }) => contact.id !== undefined);

/** Whether no two entries can be the same contact, so that a later batch may go first. */
function mayGoInAnyOrder(batches: Entry[][]): boolean {
	const entries = batches.flat();
	const emails = entries.flatMap(({ contact }) => keysOf(contact));
	return !hasIds(entries) && new Set(emails).size === entries.length;
}

/**
 * Writes batches one after another. A rejected batch is halved until each bad contact is alone: with b
 * bad contacts in n, that takes at most 2*b*log2(n) + 1 more requests.
 *
 * It should not give up while good contacts are left. So the next part to try is taken from the first and
 * from the second half in turn: bad contacts may be neighbors, or all over the batch. The last request
 * before it gives up is the last batch: the first ones may have nothing but bad contacts.
 *
 * @param post sends one request with the entries
 * @param goOn whether to try the next batch after a failure that may pass (5xx, lost connections)
 */
export async function writeInBulk<T extends Entry>(
	batches: T[][],
	post: (entries: T[]) => Promise<Result>,
	goOn: boolean,
): Promise<BulkReport<T>> {
	const report: BulkReport<T> = { accepted: [], failed: [] };
	let rejections = 0;

	const waiting = [...batches];
	const takeLast = () => {
		const isLastChance =
			rejections === MOST_WITHOUT_SUCCESS - 1 && report.accepted.length === 0 && !report.stopped;
		return isLastChance && mayGoInAnyOrder(batches) ? waiting.pop() : undefined;
	};
	for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
		const groups = [batch];
		for (let group = groups.shift(); group; group = takeLast() ?? groups.shift()) {
			const { stopped } = report;
			if (stopped) {
				const untried: Untried = group === batch ? 'unsent' : 'notAlone';
				report.failed.push(...group.map((entry) => ({ entry, failure: stopped, untried })));
				continue;
			}
			const result = await post(group);
			if (result.ok) {
				report.accepted.push({ entries: group, answer: result.body });
				continue;
			}
			const { failure } = result;
			const { isRejection, isLasting } = rowOf(failure);
			if (isRejection && group.length > 1) {
				const half = Math.ceil(group.length / 2);
				const [first, second] = [group.slice(0, half), group.slice(half)];
				if (hasIds(batch)) groups.unshift(first, second);
				else if (groups.length === 1) groups.push(first, second);
				else if (rejections % 2 === 0) groups.unshift(first, second);
				else groups.unshift(second, first);
			} else {
				report.failed.push(...group.map((entry) => ({ entry, failure })));
			}
			if (isRejection) rejections += 1;
			report.isGivenUp = rejections >= MOST_WITHOUT_SUCCESS && report.accepted.length === 0;
			if (report.isGivenUp || isLasting || (!isRejection && !goOn)) report.stopped = failure;
		}
	}
	report.failed.sort((a, b) => a.entry.itemIndex - b.entry.itemIndex);
	return report;
}
