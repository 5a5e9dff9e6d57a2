import { emptyState, scopeKey, type Scope, type TriggerState } from './state';

type Check = (value: unknown) => boolean;
type Checks = Record<string, Check>;

const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const orNull =
	(check: Check): Check =>
	(value) =>
		value === null || check(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const isShaped =
	(checks: Checks): Check =>
	(value) =>
		isObject(value) && Object.entries(checks).every(([key, check]) => check(value[key]));
const isMapOf =
	(check: Check): Check =>
	(value) =>
		isObject(value) && Object.values(value).every(check);
const isListOf =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) && value.every(check);

const isOrder: Check = (value) => value === null || value === 'newest' || value === 'oldest';
const isPosition = isShaped({ ms: isNumber, id: isText });
const isNote: Check = (value) =>
	Array.isArray(value) && value.length === 2 && value.every(isNumber);

const WALK: Checks = {
	nextPage: isNumber,
	size: isNumber,
	total: orNull(isNumber),
	shrank: isFlag,
	moved: isFlag,
	left: orNull(isPosition),
	lowest: isText,
	lowestIds: isListOf(isText),
	head: orNull(isNumber),
	headOtherMs: orNull(isNumber),
	evidence: isShaped({ different: isNumber, falls: isFlag, rises: isFlag }),
	tally: orNull(
		isShaped({
			total: isNumber,
			servedAtMs: isNumber,
			found: isNumber,
			seam: isText,
			seamTotal: isNumber,
		}),
	),
	beganAtMs: isNumber,
	newestBefore: orNull(isNumber),
	baselineMs: orNull(isNumber),
};

const STATE: Record<keyof TriggerState, Check> = {
	scope: isText,
	floor: orNull(isPosition),
	settled: isMapOf(isText),
	doubt: orNull(
		isShaped({ from: isPosition, to: isPosition, anchorMs: isNumber, remembered: isText }),
	),
	newest: orNull(isNumber),
	readUntil: orNull(isPosition),
	notes: isListOf(isNote),
	order: isOrder,
	isProven: isFlag,
	isDraining: isFlag,
	total: orNull(isNumber),
	length: orNull(isNumber),
	head: orNull(isNumber),
	headOtherMs: orNull(isNumber),
	headSinceMs: orNull(isNumber),
	isHeadSettled: isFlag,
	size: orNull(isNumber),
	below: orNull(isNumber),
	walk: orNull(isShaped(WALK)),
	unsteady: orNull(isShaped({ readings: isNumber, newest: orNull(isNumber) })),
	reach: orNull(isShaped({ ms: isNumber, id: isText, chars: isNumber })),
};

/**
 * The stored state, if it is one of this very setting. One that somebody has damaged is none: going on
 * from it could deliver everything again.
 */
export function stateOf(scope: Scope, stored: unknown): TriggerState | undefined {
	if (!isObject(stored) || stored.scope !== scopeKey(scope)) return undefined;
	if (!('floor' in stored) || !('settled' in stored)) return undefined;
	const state: unknown = { ...emptyState(scope), ...stored };
	return isShaped(STATE)(state) ? (state as TriggerState) : undefined;
}
