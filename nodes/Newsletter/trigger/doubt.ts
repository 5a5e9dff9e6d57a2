import type { ReadPage } from './orderedPages';
import type { SightedContact } from './scan';
import { canRemember } from './settled';
import type { Doubt, TriggerState } from './state';

/** What has to be met where reading goes on, lest something between is skipped. */
export interface Anchor extends Pick<Doubt, 'anchorMs'> {
	/** It was delivered: another contact of that time stamp does not count. */
	isDelivered: boolean;
}

const hasTime = ({ sightings }: ReadPage, wantedMs: number | null) =>
	sightings.some(({ ms }) => ms === wantedMs);

/**
 * What must be met where the order is not certain, or null where all that came since the last poll
 * has been seen.
 */
export function anchorOf({ doubt, head }: TriggerState, fresh: ReadPage): Anchor | null {
	if (doubt !== null) {
		const { from, to, anchorMs } = doubt;
		return { anchorMs, isDelivered: from.ms !== to.ms || from.id !== to.id };
	}
	return head === null || hasTime(fresh, head) ? null : { anchorMs: head, isDelivered: false };
}

/** Whether the anchor is among contacts that were read. */
export const isMet = (
	{ anchorMs, isDelivered }: Anchor,
	sightings: SightedContact[],
	isDue: (sighting: SightedContact) => boolean,
): boolean =>
	sightings.some((sighting) => sighting.ms === anchorMs && !(isDelivered && isDue(sighting)));

/**
 * Whether all that came since the last poll must be seen to be in order before anything is taken
 * of it: in a doubt that goes on, so that nobody has moved since, and before a doubt that would be
 * too long to be remembered.
 *
 * @param most contacts that a poll delivers
 */
export function mustCheckHead(state: TriggerState, fresh: ReadPage, most: number): boolean {
	const { doubt, floor, head, length } = state;
	if (doubt !== null || floor === null || head === null || length === null) return true;
	return !canRemember(state, Math.max(0, fresh.total - length), most);
}

/** Whether no more can be remembered: then the whole list must be read to end the doubt. */
export const isDoubtFull = (state: TriggerState, most: number): boolean =>
	state.doubt !== null && !canRemember(state, most, most);
