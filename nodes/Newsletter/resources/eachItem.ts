import type { INodeExecutionData } from 'n8n-workflow';

import type { Call } from '../transport/client';
import { carryOut, type CustomOperation, type Operation } from '../transport/pipeline';
import { pauseAfter } from '../transport/requestOptions';
import { errorOfRun, type ItemError } from './runErrors';

/**
 * An operation that is over before the node is: n8n's own loop ends with the first expression
 * that fails, while requests are under way that its next try knows nothing of.
 *
 * @returns an operation that brings every item to its end. It throws, without Continue On Fail, an
 * error that names the items that failed, and those that must not be done again.
 */
export function eachItem(
	request: Pick<Call, 'method' | 'url'>,
	operation: Operation,
): CustomOperation {
	return async (context, items) => {
		const runs: Array<ReturnType<typeof carryOut>> = [];
		for (const item of items) {
			await pauseAfter(context, runs.length);
			const run = carryOut(item, operation, request);
			// An error is known of also while the next pause is waited for.
			run.catch(() => undefined);
			runs.push(run);
		}
		const results = await Promise.allSettled(runs);
		const output: INodeExecutionData[] = [];
		const done: number[] = [];
		const errors: ItemError[] = [];
		results.forEach((result, itemIndex) => {
			if (result.status === 'rejected') {
				errors.push({ itemIndex, error: result.reason as ItemError['error'] });
			} else {
				for (const one of result.value) output.push(one);
				done.push(itemIndex);
			}
		});
		const [first, ...others] = errors;
		if (!first) return output;
		// What was read gets lost with the failed run, so it must be read again.
		const isLasting = request.method !== 'GET';
		throw errorOfRun(context.getNode(), [first, ...others], isLasting ? done : []);
	};
}
