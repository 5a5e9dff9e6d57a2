import type { Call, Client, Result } from '../../transport/client';
import { isUnclear } from '../../transport/failureTable';
import { isTool, type ItemContext } from '../../transport/itemContexts';
import { mayBeDone } from '../../transport/once';

/** A deletion and the input items that asked for it, the first of which gives the output. */
interface Deletion {
	links: Array<{ item: number }>;
	result: Promise<Result>;
}

/** By run and query; a run lasts through all tries of Retry On Fail. */
const runs = new WeakMap<object, Map<string, Deletion>>();

/** Calls of a tool share an agent's run, but each of them is a deletion of its own. */
const runOf = (item: ItemContext): object => (isTool(item) ? {} : item.getExecuteData());

/**
 * Asks for a deletion once in a run, whoever asks for the same. In the next try of Retry On Fail one
 * that succeeded is not asked for again; one that must be made once not either, if it may be done.
 *
 * @returns for the first item links to all that asked, which may come in later
 * @throws {NodeApiError} of each item where the request fails; that there are no contacts is none
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
		if (before && (before.ok || (call.isRepeatable === false && mayBeDone(before.failure))))
			return before;
		const result = await client.ask(call);
		const wasUnclear = result.wasUnclear || (before && isUnclear(before.failure));
		return { ...result, wasUnclear };
	};
	// An item comes again in the next try only.
	const isFirst = known === undefined || known.links.some(({ item: one }) => one === itemIndex);
	const deletion = isFirst ? { links: [], result: ask() } : known;
	deletions.set(key, deletion);
	deletion.links.push({ item: itemIndex });

	const result = await deletion.result;
	const hasFailed = !result.ok && result.failure.kind !== 'notFound';
	if (hasFailed) throw client.errorOf(result.failure, { ...call, itemIndex });
	return { result, links: isFirst ? deletion.links : undefined };
}
