import type { WholeList } from '../transport/wholeList';
import { fingerprint, pack, unpack } from './settled';

/** What a walk over several polls has counted, to tell whether it has missed anybody. */
export interface Tally {
	/** Contacts in the list at the walk's beginning, and the service's clock then, epoch ms. */
	total: number;
	servedAtMs: number;
	/** Contacts found that were neither created nor changed since, each counted once. */
	found: number;
	/** Fingerprints of those on the last pages that were read, which may have moved to the next. */
	seam: string;
	/** Contacts in the list when these were read. */
	seamTotal: number;
}

/** Pages at the end of a part whose contacts are known again in the next, and at most how many. */
const SEAM_PAGES = 2;
const SEAM_CONTACTS = 2000;

const printOf = (id: string) => fingerprint({ id, key: '' });

/**
 * The tally with another part of the walk; null from the first part on where the service does not
 * say enough, or where more came between two parts than can be known again.
 *
 * @param before null for the first part
 */
export function tallied(before: Tally | null, isFirst: boolean, list: WholeList): Tally | null {
	const { begin, total, inListOrder, size } = list;
	const tally = isFirst
		? { total: begin.total, servedAtMs: begin.servedAtMs, found: 0, seam: '', seamTotal: total }
		: before;
	if (tally?.total === undefined || tally.servedAtMs === undefined || total === undefined) {
		return null;
	}
	const seam = new Set(unpack(tally.seam));
	if (!isFirst && total - (tally.seamTotal ?? 0) > seam.size) return null;
	const { servedAtMs } = tally;
	// Who was changed since may have moved, and have been counted twice.
	const old = inListOrder.filter(
		({ id, createdAt, updatedAt }) =>
			Math.max(Date.parse(createdAt), Date.parse(updatedAt)) < servedAtMs && !seam.has(printOf(id)),
	);
	return {
		total: tally.total,
		servedAtMs,
		found: tally.found + old.length,
		seam: pack(
			inListOrder.slice(-Math.min(SEAM_PAGES * size, SEAM_CONTACTS)).map(({ id }) => printOf(id)),
		),
		seamTotal: total,
	};
}

/** Whether everybody who was there at the walk's beginning has been found. */
export const isComplete = (tally: Tally | null): boolean =>
	tally !== null && tally.found >= tally.total;
