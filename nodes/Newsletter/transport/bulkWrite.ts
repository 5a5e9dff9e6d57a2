import type { IDataObject } from 'n8n-workflow';

import type { Entry } from './batches';
import type { Result } from './client';
import type { Failure, FailureKind } from './failures';

/**
 * Why an entry failed though it was not rejected itself: it was not sent, it was sent in a rejected
 * batch only, or the first 12 requests were all rejected.
 */
export type Untried = 'unsent' | 'notAlone' | 'givenUp';

export interface BulkReport<T extends Entry = Entry> {
	/** One for each request that the service took, in order. */
	accepted: Array<{ entries: T[]; answer: IDataObject }>;
	/** Every entry that was not taken, with the reason, in the order of the input items. */
	failed: Array<{ entry: T; failure: Failure; untried?: Untried }>;
	/** The one reason for which the rest was not tried any more. */
	stopped?: Failure;
}

/** Rejections after which a service that has accepted nothing is not asked again. */
export const MOST_WITHOUT_SUCCESS = 12;

/** Failures that the next request would meet as well. */
const LASTING = new Set<FailureKind>([
	'unauthorized',
	'inFront',
	'noAddress',
	'noKey',
	'untrusted',
	'wrongRoute',
	'redirected',
	'webPage',
	'otherShape',
	'blocked',
	'cancelled',
]);

/** One contact can be the reason, such as one with an unknown ID (404) or a taken email (409). */
const isRejection = ({ kind, status }: Failure) =>
	kind === 'refused' || kind === 'notFound' || (kind === 'rejected' && status === 409);

function halves<T>(group: T[]): T[][] {
	const half = Math.ceil(group.length / 2);
	return [group.slice(0, half), group.slice(half)];
}

/**
 * Writes batches one after another. A rejected batch is halved and its halves are tried, so that each
 * rejected contact stands alone in the end: with b bad contacts in n that takes at most
 * 2·b·⌈log2 n⌉ + 1 further requests.
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
	/** Halves go before later batches: the order of the contacts stays, and later wins. */
	const queue = batches.map((entries) => ({ entries, untried: 'unsent' as Untried }));
	let rejections = 0;

	for (let group = queue.shift(); group; group = queue.shift()) {
		const { entries, untried } = group;
		if (report.stopped) {
			const failure = report.stopped;
			report.failed.push(...entries.map((entry) => ({ entry, failure, untried })));
			continue;
		}
		const result = await post(entries);
		if (result.ok) {
			report.accepted.push({ entries, answer: result.body });
			continue;
		}
		const { failure } = result;
		if (isRejection(failure) && entries.length > 1) {
			queue.unshift(
				...halves(entries).map((half) => ({ entries: half, untried: 'notAlone' as const })),
			);
		} else {
			report.failed.push(...entries.map((entry) => ({ entry, failure })));
		}
		if (isRejection(failure)) {
			rejections += 1;
			if (rejections < MOST_WITHOUT_SUCCESS || report.accepted.length > 0) continue;
			for (const left of queue) left.untried = 'givenUp';
			report.stopped = failure;
		} else if (LASTING.has(failure.kind) || !goOn) report.stopped = failure;
	}
	report.failed.sort((a, b) => a.entry.itemIndex - b.entry.itemIndex);
	return report;
}
