import type { Call, Client, Result } from '../../transport/client';
import { isUnclear } from '../../transport/failureTable';
import { isTool, type ItemContext } from '../../transport/itemContexts';
import { mayBeDone } from '../../transport/once';

/** A deletion and the input items that asked for it, the first of which gives the output. */
interface Deletion {
	links: Array<{ item: number }>;
	result: Promise<Result>;
}

/** By run and query. All tries of Retry On Fail are one run. */
const runs = new WeakMap<object, Map<string, Deletion>>();

/** Tool calls share the run of their agent, but each call is a deletion of its own. */
const runOf = (item: ItemContext): object => (isTool(item) ? {} : item.getExecuteData());

/**
 * Makes one request for all items of a run that ask for the same deletion. The next try of Retry On Fail
 * does not repeat it if it succeeded, or if it is not repeatable and may have been done.
 *
 * @returns `links` only for the first item, which has the output. Later items are added to them.
 * @throws {NodeApiError} for each item, if the request fails. "No contacts" is not a failure.
 */
export async function shareDeletion(
	item: ItemContext,
	client: Client,
	call: Call,
): Promise<{ result: Result; links?: Deletion['links'] }> {
	const itemIndex = item.getItemIndex();
	const run = runOf(item);
	const deletions = runs.get(run) ?? new Map<string, Deletion>();
	runs.set(run, deletions);
	const key = JSON.stringify([client.connection.baseUrl, call.qs]);
	const known = deletions.get(key);

	const ask = async (): Promise<Result> => {
		const before = await known?.result.catch(() => undefined);
		const { isRepeatable = true } = call;
		if (before?.ok || (before && !isRepeatable && mayBeDone(before.failure))) return before;
		const result = await client.ask(call);
		const wasUnclear = result.wasUnclear || (before && isUnclear(before.failure));
		return { ...result, wasUnclear };
	};
	// The same item comes again only in the next try.
	const isFirst = known === undefined || known.links.some(({ item: one }) => one === itemIndex);
	const deletion = isFirst ? { links: [], result: ask() } : known;
	deletions.set(key, deletion);
	deletion.links.push({ item: itemIndex });

	const result = await deletion.result;
	const hasFailed = !result.ok && result.failure.kind !== 'notFound';
	if (hasFailed) throw client.errorOf(result.failure, { ...call, itemIndex });
	return { result, links: isFirst ? deletion.links : undefined };
}
