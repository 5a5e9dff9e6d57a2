import type { IDataObject } from 'n8n-workflow';

import { keysOf, type Entry } from './batches';
import type { Result } from './client';
import type { Failure } from './failures';
import { rowOf } from './failureTable';

/** An entry that failed though it was not rejected itself was not sent, or with others only. */
export type Untried = 'unsent' | 'notAlone';

export interface BulkReport<T extends Entry = Entry> {
	/** One for each request that the service took, in order. */
	accepted: Array<{ entries: T[]; answer: IDataObject }>;
	/** Every entry that was not taken, with the reason, in the order of the input items. */
	failed: Array<{ entry: T; failure: Failure; untried?: Untried }>;
	/** The one reason for which the rest was not tried any more. */
	stopped?: Failure;
	/** Whether that is for want of any success. */
	isGivenUp?: boolean;
}

/** Rejections after which a service that has accepted nothing is not asked again. */
export const MOST_WITHOUT_SUCCESS = 12;

/** An ID may name the contact of another entry's email: the order matters. */
const hasIds = (batch: Entry[]) => batch.some(({ contact }) => contact.id !== undefined);

/** Whether no two entries can be the same contact, so that a later batch may go first. */
function mayGoInAnyOrder(batches: Entry[][]): boolean {
	const entries = batches.flat();
	const emails = entries.flatMap(({ contact }) => keysOf(contact));
	return !hasIds(entries) && new Set(emails).size === entries.length;
}

/**
 * Writes batches one after another. A rejected batch is halved until each rejected contact stands
 * alone: with b bad contacts in n that takes at most 2*b*log2(n) + 1 further requests. Both halves of
 * the batch go first, then ever smaller parts, by turns of the one side and of the other: so some
 * request is soon accepted, whether the bad contacts are neighbors or all over the batch. The last
 * request before it gives up is the last batch: the first ones may hold nothing but bad contacts.
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
