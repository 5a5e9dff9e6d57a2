import { byTime, overlapStartMs, type Sighting, type TriggerState } from './state';

/**
 * The contacts that are due: above the watermark, or within the overlap below it and not settled
 * under this time stamp. Oldest first, so that what stays behind a limit stays above the watermark.
 *
 * @param most contacts to take
 */
export function selectDue<T extends Sighting>(
	state: TriggerState,
	sightings: T[],
	most: number,
): T[] {
	const startMs = overlapStartMs(state);
	return sightings
		.filter(({ id, key }) => Date.parse(key) > startMs && state.settled[id] !== key)
		.sort(byTime)
		.slice(0, most);
}
