import type { INodeExecutionData } from 'n8n-workflow';

import type { Call } from '../transport/client';
import { carryOut, type CustomOperation, type Operation } from '../transport/pipeline';
import { pauseAfter } from '../transport/requestOptions';
import { errorOfRun, type ItemError } from './runErrors';

/**
 * Makes a custom operation that handles each item on its own, and ends when all items have ended. n8n's
 * own loop ends at the first expression that fails, while other requests still run.
 *
 * @returns an operation that throws, without Continue On Fail, one error for all items that failed. It
 * also names the items that must not be done again.
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
			// Else an error during the next pause would be an unhandled rejection.
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
		// A failed run has no output, so what was only read must be read again.
		const isWrite = request.method !== 'GET';
		throw errorOfRun(context.getNode(), [first, ...others], isWrite ? done : []);
	};
}
