import type { Entry } from '../../../nodes/Newsletter/transport/batches';
import type { Result } from '../../../nodes/Newsletter/transport/client';
import type { Failure } from '../../../nodes/Newsletter/transport/failures';

export const entriesOf = (count: number): Entry[] =>
	Array.from({ length: count }, (_, itemIndex) => ({
		itemIndex,
		contact: { email: `${itemIndex}@example.com` },
	}));

export const inBatches = (entries: Entry[], size: number): Entry[][] =>
	Array.from({ length: Math.ceil(entries.length / size) }, (_, index) =>
		entries.slice(index * size, (index + 1) * size),
	);

export const itemsOf = (entries: Entry[]): number[] => entries.map(({ itemIndex }) => itemIndex);

export const refusal: Failure = { kind: 'refused', status: 400, detail: 'invalid contact' };

/** A service that refuses every request with a bad contact in it, and what it was asked. */
export function serviceRefusing(bad: Iterable<number>, failure: Failure = refusal) {
	const refused = new Set(bad);
	const requests: number[][] = [];
	const taken: number[] = [];
	const post = async (entries: Entry[]): Promise<Result> => {
		const items = itemsOf(entries);
		requests.push(items);
		if (items.some((item) => refused.has(item))) return { ok: false, failure };
		taken.push(...items);
		return { ok: true, body: { synced: items.length }, headers: {} };
	};
	return { post, requests, taken };
}

/** A service that answers request after request as it is told, and takes everything afterwards. */
export function serviceAnswering(...failures: Array<Failure | 'ok'>) {
	const requests: number[][] = [];
	const post = async (entries: Entry[]): Promise<Result> => {
		requests.push(itemsOf(entries));
		const failure = failures[requests.length - 1] ?? 'ok';
		return failure === 'ok'
			? { ok: true, body: { synced: entries.length }, headers: {} }
			: { ok: false, failure };
	};
	return { post, requests };
}
