import { hasHead, isEnough, type ReadPage } from './orderedPages';
import type { SightedContact } from './scan';
import { canRemember } from './settled';
import type { Doubt, TriggerState } from './state';

/** What has to be met where reading goes on, lest something between is skipped. */
export interface Anchor extends Pick<Doubt, 'anchorMs'> {
	/** The contact that was the freshest at the last poll, as it was then: it has not moved. */
	otherMs: number | null;
	/** It was delivered: another contact of that time stamp does not count. */
	isDelivered: boolean;
}

/**
 * What must be met where the order is not certain, or null where all that came since the last poll
 * has been seen.
 */
export function anchorOf(state: TriggerState, fresh: ReadPage): Anchor | null {
	const { doubt, head, headOtherMs } = state;
	if (doubt !== null) {
		const { from, to, anchorMs } = doubt;
		return { anchorMs, otherMs: null, isDelivered: from.ms !== to.ms || from.id !== to.id };
	}
	return head === null || hasHead(fresh, state)
		? null
		: { anchorMs: head, otherMs: headOtherMs, isDelivered: false };
}

/** Whether the anchor is among contacts that were read. */
export const isMet = (
	{ anchorMs, otherMs, isDelivered }: Anchor,
	sightings: SightedContact[],
	isDue: (sighting: SightedContact) => boolean,
): boolean =>
	sightings.some(
		(sighting) =>
			sighting.ms === anchorMs &&
			(otherMs === null || sighting.otherMs === otherMs) &&
			!(isDelivered && isDue(sighting)),
	);

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
	if (hasHead(fresh, state) && !isEnough(fresh, state)) return true;
	return !canRemember(state, Math.max(0, fresh.total - length), most);
}

/** Whether no more can be remembered: then the whole list must be read to end the doubt. */
export const isDoubtFull = (state: TriggerState, most: number): boolean =>
	state.doubt !== null && !canRemember(state, most, most);
