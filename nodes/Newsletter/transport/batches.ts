import type { ContactInput } from './types';

/** A contact on its way, with the input item that it came from. */
export interface Entry {
	itemIndex: number;
	contact: ContactInput & { email: string };
}

/**
 * Splits entries into requests of at most `size`, in order. Of two entries with one email (in any
 * case) or one id, the later one goes into a later request, so that it wins. An entry with an id may
 * be the contact of any email: it stays behind all earlier entries, and before all later ones.
 */
export function planBatches<T extends Entry>(entries: T[], size: number): T[][] {
	const batches: T[][] = [];
	const lastBatchWith = new Map<string, number>();
	let firstWithRoom = 0;
	let last = 0;

	for (const entry of entries) {
		const own = keysOf(entry.contact);
		const after = Math.max(-1, ...own.map((key) => lastBatchWith.get(key) ?? -1));
		const hasId = entry.contact.id !== undefined;
		let at = Math.max(hasId ? last : firstWithRoom, after + 1);
		while ((batches[at]?.length ?? 0) >= size) at += 1;

		(batches[at] ??= []).push(entry);
		for (const key of own) lastBatchWith.set(key, at);
		last = Math.max(last, at);
		if (hasId) firstWithRoom = at;
		while ((batches[firstWithRoom]?.length ?? 0) >= size) firstWithRoom += 1;
	}
	return batches;
}

/** One form of an email: in small letters, with `xn--mller-kva.de` for `müller.de`. */
function sameInAnyForm(email: string): string {
	const lower = email.toLowerCase();
	const hostStart = lower.lastIndexOf('@') + 1;
	const address = `http://${lower.slice(hostStart)}`;
	const isAscii = /^[!-~]*$/.test(address);
	if (isAscii || !URL.canParse(address)) return lower;
	return lower.slice(0, hostStart) + new URL(address).hostname;
}

/** Two contacts with a key in common are the same contact: one email in any case, or one ID. */
export function keysOf({ id, email }: ContactInput): string[] {
	const keys = [`email ${sameInAnyForm(String(email ?? ''))}`];
	return id === undefined ? keys : [...keys, `id ${id}`];
}
