import type { IDataObject } from 'n8n-workflow';

import type { Entry } from './batches';
import type { Result } from './client';
import type { Failure, FailureKind } from './failures';

export interface BulkReport {
	/** One for each request that the service took, in order. */
	accepted: Array<{ entries: Entry[]; answer: IDataObject }>;
	/** Every entry that was not taken, with the reason. */
	failed: Array<{ entry: Entry; failure: Failure }>;
	/** The one reason for which the rest was not asked for any more. */
	stopped?: Failure;
}

/** Requests after which a service that has accepted nothing is not asked again. */
const MOST_WITHOUT_SUCCESS = 12;
/** From here on single contacts are tried, spread over the batch, to find one that is accepted. */
const PROBE_AFTER = 7;

/** Failures that the next request would meet as well. */
const LASTING = new Set<FailureKind>([
	'unauthorized',
	'wrongRoute',
	'redirected',
	'webPage',
	'otherShape',
	'notFound',
	'blocked',
	'cancelled',
]);

const isRefusal = ({ kind, status }: Failure) =>
	kind === 'refused' && (status === 400 || status === 422);

function takeSpread(pending: Entry[][], count: number): { probes: Entry[][]; rest: Entry[][] } {
	const entries = pending.flat();
	const step = entries.length / count;
	const chosen = new Set(
		Array.from({ length: count }, (_, index) => entries[Math.floor((index + 0.5) * step)]),
	);
	const probes = entries.filter((entry) => chosen.has(entry)).map((entry) => [entry]);
	const rest = pending
		.map((group) => group.filter((entry) => !chosen.has(entry)))
		.filter((group) => group.length > 0);
	return { probes, rest };
}

/**
 * Writes batches one after another. What the service says of a bad contact in a batch is not known,
 * so a refused batch is halved, and its halves tried, until each refused contact stands alone: with
 * b bad contacts in n that takes at most 2·b·⌈log2 n⌉ + 1 further requests. Where nothing at all is
 * accepted, as with a wrong newsletter ID, it ends after 12 requests.
 *
 * @param post sends one request with the entries
 * @param goOn whether to try the next batch after a failure that may pass (5xx, lost connections)
 */
export async function writeInBulk(
	batches: Entry[][],
	post: (entries: Entry[]) => Promise<Result>,
	goOn: boolean,
): Promise<BulkReport> {
	const report: BulkReport = { accepted: [], failed: [] };
	let requests = 0;
	let probed = false;

	const fail = (entries: Entry[], failure: Failure) => {
		for (const entry of entries) report.failed.push({ entry, failure });
	};

	for (const batch of batches) {
		if (report.stopped) {
			fail(batch, report.stopped);
			continue;
		}
		let pending = [batch];
		while (pending.length > 0) {
			const nothingYet = report.accepted.length === 0;
			if (nothingYet && !probed && requests >= PROBE_AFTER) {
				probed = true;
				const { probes, rest } = takeSpread(pending, MOST_WITHOUT_SUCCESS - requests);
				pending = [...probes, ...rest];
			}
			const group = pending.shift() as Entry[];
			const result = await post(group);
			requests += 1;
			if (result.ok) {
				report.accepted.push({ entries: group, answer: result.body });
				continue;
			}
			const { failure } = result;
			if (isRefusal(failure) && group.length > 1) {
				const half = Math.ceil(group.length / 2);
				pending.push(group.slice(0, half), group.slice(half));
			} else {
				fail(group, failure);
			}
			const isHopeless = isRefusal(failure) && nothingYet && requests >= MOST_WITHOUT_SUCCESS;
			if (isHopeless || LASTING.has(failure.kind) || (!isRefusal(failure) && !goOn)) {
				report.stopped = failure;
				fail(pending.flat(), failure);
				break;
			}
		}
	}
	report.failed.sort((a, b) => a.entry.itemIndex - b.entry.itemIndex);
	return report;
}
