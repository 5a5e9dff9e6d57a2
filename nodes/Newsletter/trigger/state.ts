import type { IDataObject } from 'n8n-workflow';

export type TriggerEvent = 'contactCreated' | 'contactUpdated';

/** How long after its time stamp a contact may still become visible, ms. */
export const OVERLAP_MS = 10 * 60 * 1000;

/** What the trigger is set to; a cursor is of no use under another setting. */
export interface Scope {
	newsletterId: string;
	event: TriggerEvent;
	filters: { subscribed?: boolean; email?: string };
}

/** What a trigger remembers between polls. */
export interface TriggerState extends IDataObject {
	/** The setting that this belongs to. */
	scope: string;
	/** The latest time stamp delivered or there at the beginning, as the service wrote it; null before any. */
	watermark: string | null;
	/** Contacts not to deliver again, by id, with their time stamp: those within the overlap below the watermark. */
	settled: Record<string, string>;
}

/** One contact as far as the cursor is concerned. */
export interface Sighting {
	id: string;
	/** The event's time stamp as the service wrote it. */
	key: string;
}

export const scopeKey = ({ newsletterId, event, filters }: Scope): string =>
	JSON.stringify([newsletterId, event, filters.subscribed ?? null, filters.email ?? null]);

export const emptyState = (scope: Scope): TriggerState => ({
	scope: scopeKey(scope),
	watermark: null,
	settled: {},
});

/** Whether a stored value is a state of this very setting. */
export function isStateOf(scope: Scope, stored: unknown): stored is TriggerState {
	return (
		typeof stored === 'object' &&
		stored !== null &&
		(stored as TriggerState).scope === scopeKey(scope)
	);
}

const timeOf = (key: string) => Date.parse(key);

export const byTime = (a: Sighting, b: Sighting): number =>
	timeOf(a.key) - timeOf(b.key) || (a.id < b.id ? -1 : Number(a.id > b.id));

/** Where the overlap below a watermark begins, epoch ms. */
export const overlapStartMs = ({ watermark }: TriggerState): number =>
	watermark === null ? -Infinity : timeOf(watermark) - OVERLAP_MS;

/** The state after these contacts are dealt with, delivered or taken as the beginning. */
export function settle(state: TriggerState, sightings: Sighting[]): TriggerState {
	const latest = sightings.reduce<string | null>(
		(max, { key }) => (max === null || timeOf(key) > timeOf(max) ? key : max),
		state.watermark,
	);
	const next: TriggerState = { ...state, watermark: latest };
	const startMs = overlapStartMs(next);
	const settled = [
		...Object.entries(state.settled),
		...sightings.map(({ id, key }): [string, string] => [id, key]),
	].filter(([, key]) => timeOf(key) > startMs);
	return { ...next, settled: Object.fromEntries(settled) };
}
