import type { IDataObject } from 'n8n-workflow';

import { keysOf, type Entry } from './batches';
import type { Result } from './client';
import type { Failure, FailureKind } from './failures';

/**
 * Why a failure is another contact's: not sent at all, sent with refused others but not alone, or
 * given up as all others were refused.
 */
export type Untried = 'unsent' | 'notAlone' | 'givenUp';

export interface BulkReport<T extends Entry = Entry> {
	/** One for each request that the service took, in order. */
	accepted: Array<{ entries: T[]; answer: IDataObject }>;
	/** Every entry that was not taken, with the reason. */
	failed: Array<{ entry: T; failure: Failure; untried?: Untried }>;
	/** The one reason for which the rest was not asked for any more. */
	stopped?: Failure;
}

/** Refusals after which a service that has accepted nothing is not asked again. */
export const MOST_WITHOUT_SUCCESS = 12;

/** Failures that the next request would meet as well. */
const LASTING = new Set<FailureKind>([
	'unauthorized',
	'noAddress',
	'noKey',
	'wrongRoute',
	'redirected',
	'webPage',
	'otherShape',
	'blocked',
	'cancelled',
]);

const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** One contact can be the reason, such as one with an unknown ID (404) or a taken email (409). */
const isRefusal = ({ kind, status }: Failure) =>
	kind === 'refused' || kind === 'notFound' || (kind === 'rejected' && status === 409);

/**
 * Single contacts spread over all that are to be written, to find out whether any is accepted. Of
 * entries with one email only the first: a later one must not be overtaken by it. An ID may name a
 * contact of any email: from the first one on the order stays as it is.
 */
function spread<T extends Entry>(all: T[], count: number): T[] {
	const withId = all.findIndex(({ contact }) => contact.id !== undefined);
	if (withId === 0) return all.slice(0, count);
	const entries = withId < 0 ? all : all.slice(0, withId);
	const used = new Set<string>();
	const firsts = entries.filter((entry) => {
		const keys = keysOf(entry);
		const isFirst = keys.every((key) => !used.has(key));
		for (const key of keys) used.add(key);
		return isFirst;
	});
	if (firsts.length <= count) return firsts;
	// Steps of the golden ratio fall into step with no pattern of good and bad ones.
	const places = new Set<number>();
	for (let step = 1; places.size < count; step += 1) {
		places.add(Math.floor(((step * GOLDEN_RATIO) % 1) * firsts.length));
	}
	return [...places].map((place) => firsts[place] as T);
}

const halves = <T extends Entry>(group: T[]): T[][] => {
	const half = Math.ceil(group.length / 2);
	return [group.slice(0, half), group.slice(half)];
};

/**
 * Writes batches one after another. What the service says of a bad contact in a batch is not known,
 * so a refused batch is halved, and its halves tried, until each refused contact stands alone: with
 * b bad contacts in n that takes at most 2·b·⌈log2 n⌉ + 1 further requests. Where nothing at all is
 * accepted, as with a wrong newsletter ID, it ends after 12 refusals: while nothing was, single
 * contacts are tried before anything is halved.
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
	/** What is still to be written; halves come before later batches, so that later wins. */
	const queue = [...batches];
	const probed = new Set<T>();
	const sent = new Set<T>();
	let refusals = 0;
	let hasGivenUp = false;
	let lastRefusal: Failure | undefined;

	/** @returns whether the service refused these contacts */
	const write = async (group: T[]): Promise<boolean> => {
		const result = await post(group);
		for (const entry of group) sent.add(entry);
		if (result.ok) {
			report.accepted.push({ entries: group, answer: result.body });
			return false;
		}
		const { failure } = result;
		const isRefused = isRefusal(failure);
		if (isRefused && group.length > 1) queue.unshift(...halves(group));
		else report.failed.push(...group.map((entry) => ({ entry, failure })));
		if (LASTING.has(failure.kind) || (!isRefused && !goOn)) report.stopped = failure;
		if (!isRefused) return false;
		refusals += 1;
		lastRefusal = failure;
		return true;
	};

	const isDone = () => report.stopped !== undefined || report.accepted.length > 0;

	/** Ends with the first that is accepted; a failure that may pass says nothing of the others. */
	const probe = async (): Promise<void> => {
		const left = queue.flat().filter((entry) => !probed.has(entry));
		for (const entry of spread(left, MOST_WITHOUT_SUCCESS - refusals)) {
			probed.add(entry);
			await write([entry]);
			if (isDone()) return;
		}
	};

	while (queue.length > 0 && !report.stopped) {
		const group = (queue.shift() as T[]).filter((entry) => !probed.has(entry));
		if (group.length === 0) continue;
		if (!(await write(group)) || isDone()) continue;

		await probe();
		if (isDone()) continue;
		hasGivenUp = refusals >= MOST_WITHOUT_SUCCESS;
		if (hasGivenUp) report.stopped = lastRefusal;
	}
	for (const entry of report.stopped ? queue.flat() : []) {
		if (probed.has(entry)) continue;
		const untried = hasGivenUp ? 'givenUp' : sent.has(entry) ? 'notAlone' : 'unsent';
		report.failed.push({ entry, failure: report.stopped as Failure, untried });
	}
	report.failed.sort((a, b) => a.entry.itemIndex - b.entry.itemIndex);
	return report;
}
