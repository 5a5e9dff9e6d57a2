import { isUnclear, rowOf } from './failureTable';
import type { Failure } from './failures';

/** Whether the service asks everybody with this key to wait. */
export const isLimit = ({ kind, retryAfterMs }: Failure): boolean =>
	kind === 'rateLimited' || (kind === 'unavailable' && retryAfterMs !== undefined);

/** @param tries tries so far, from 1 */
export function mayRetry(failure: Failure, isRepeatable: boolean, tries: number): boolean {
	if (!isRepeatable && isUnclear(failure)) return false;
	const { tries: most = 1 } = rowOf(isLimit(failure) ? { kind: 'rateLimited' } : failure);
	return tries < most;
}

/** Up to a quarter more or less, so that many clients do not come back at once. */
export const withJitter = (ms: number): number => Math.round(ms * (0.75 + Math.random() / 2));

/** The wait before the next try, ms: 1, 2, 4 ... s. */
export const backoffMs = (tries: number): number => withJitter(1000 * 2 ** (tries - 1));
