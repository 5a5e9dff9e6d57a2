import type { FetchPage } from '../transport/list';
import { readWhole } from '../transport/wholeList';
import { freshestOf, headOf, isOwnOrder, noEvidence, orderShown, withMore } from './order';
import { sighted, type Scan, type ScanLimits } from './scan';
import { isCrowded } from './settled';
import { isComplete, tallied } from './tally';
import {
	MOST_UNSTEADY,
	OVERLAP_MS,
	type TriggerEvent,
	type TriggerState,
	type UnfinishedWalk,
} from './state';

/** The walk that goes on here, or a new one. */
function walkOf(state: TriggerState, pageSize: number, nowMs: number): UnfinishedWalk {
	return (
		state.walk ?? {
			nextPage: 1,
			size: pageSize,
			total: null,
			shrank: false,
			moved: false,
			left: null,
			lowest: '',
			lowestIds: [],
			head: null,
			headOtherMs: null,
			evidence: noEvidence(),
			tally: null,
			beganAtMs: nowMs,
			newestBefore: state.newest,
			baselineMs: null,
		}
	);
}

/**
 * On a list that never rests the floor must get on too, before no more can be remembered: past those
 * who were there before all of some readings, and would have had to slip past each.
 *
 * @returns epoch ms, or null where there is no need
 */
function passable({ unsteady, settled }: TriggerState, most: number): number | null {
	if (unsteady === null || unsteady.readings < MOST_UNSTEADY || unsteady.newest === null)
		return null;
	return isCrowded(settled, most) ? unsteady.newest - OVERLAP_MS : null;
}

/**
 * Reads the whole list, in several polls where one has not time enough for it. Only the last part
 * of such a walk can move the floor.
 */
export async function scanWhole(
	fetchPage: FetchPage,
	state: TriggerState,
	event: TriggerEvent,
	{ pageSize, most, isTimeUp, now }: ScanLimits,
): Promise<Scan> {
	const isFirst = state.walk === null;
	const walk = walkOf(state, pageSize, now());
	const range = { startPage: walk.nextPage, pageSize: walk.size };
	const list = await readWhole(fetchPage, range, isTimeUp);
	// Whether a full last page is the end: an empty one behind it says nothing of the list.
	const isPastEnd =
		list.contacts.size === 0 && walk.total === (walk.nextPage - 1) * walk.size && !isFirst;
	const total = isPastEnd ? walk.total : (list.total ?? null);
	const shrank =
		walk.shrank || list.shrank || (walk.total !== null && total !== null && total < walk.total);
	const moved = walk.moved || list.moved || (walk.total !== null && total !== walk.total);
	const inListOrder = list.inListOrder.map((contact) => sighted(event, contact));
	const evidence = withMore(walk.evidence, inListOrder);
	const isWhole = list.nextPage === undefined;
	const tally = isFirst && isWhole ? null : tallied(walk.tally, isFirst, list);
	const isSteady = isWhole && !shrank && (isFirst || isComplete(tally));
	const passableMs = isSteady || !isWhole ? null : passable(state, most);
	const sightings = [...list.contacts.values()].map((contact) => sighted(event, contact));
	const known = walk.head === null ? null : { ms: walk.head, otherMs: walk.headOtherMs ?? 0 };
	const { head, headOtherMs } = headOf(freshestOf([known, ...sightings], list.servedAtMs));
	return {
		sightings,
		isAtEnd: isWhole,
		isProven: isOwnOrder(evidence),
		head,
		headOtherMs,
		coveredMs: isWhole ? (passableMs ?? Infinity) : -Infinity,
		isSteady: isSteady || passableMs !== null,
		isTwiceNeeded: passableMs === null,
		beganAtMs: walk.beganAtMs,
		endedAtMs: now(),
		newestBefore: walk.newestBefore,
		left: walk.left,
		doubt: null,
		order: isWhole && !moved && total !== null ? orderShown(event, evidence) : null,
		total,
		size: list.size,
		below: null,
		servedAtMs: list.servedAtMs ?? null,
		walk: isWhole
			? null
			: {
					...walk,
					nextPage: list.nextPage as number,
					size: list.size,
					total,
					shrank,
					moved,
					head,
					headOtherMs,
					evidence,
					tally,
				},
	};
}
