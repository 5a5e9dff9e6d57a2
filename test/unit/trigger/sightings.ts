import type { Scan, SightedContact } from '../../../nodes/Newsletter/trigger/scan';
import type { Reading } from '../../../nodes/Newsletter/trigger/selection';
import {
	emptyState,
	type Scope,
	type Sighting,
	type TriggerState,
} from '../../../nodes/Newsletter/trigger/state';
import { NEWSLETTER } from '../node';

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const NOON_MS = Date.parse('2026-03-01T12:00:00.000Z');

export const SCOPE: Scope = { newsletterId: NEWSLETTER, event: 'contactCreated', filters: {} };

export const stateWith = (changes: Partial<TriggerState> = {}): TriggerState => ({
	...emptyState(SCOPE),
	...changes,
});

/** A contact with its time stamp, ms from noon. */
export const sighting = (id: string, ms: number): Sighting => ({
	id,
	key: new Date(NOON_MS + ms).toISOString(),
	ms: NOON_MS + ms,
});

/** The same with what a scan adds; created at its time stamp where nothing else is said. */
export const sightedContact = (id: string, ms: number, createdMs: number = ms): SightedContact => ({
	...sighting(id, ms),
	createdMs: NOON_MS + createdMs,
	otherMs: NOON_MS + createdMs,
	contact: { id } as SightedContact['contact'],
});

/** A steady reading of everything, begun and ended a minute after noon. */
export const readingOf = <T extends Sighting>(
	sightings: T[],
	changes: Partial<Reading<T>> = {},
): Reading<T> =>
	({
		sightings,
		coveredMs: Infinity,
		isSteady: true,
		beganAtMs: NOON_MS + MINUTE_MS,
		endedAtMs: NOON_MS + MINUTE_MS,
		newestBefore: null,
		head: null,
		left: null,
		doubt: null,
		...changes,
	}) as Reading<T>;

/** The same of a list of which all was read. */
export const scanOf = (sightings: SightedContact[], changes: Partial<Scan> = {}): Scan =>
	({
		...readingOf(sightings),
		order: null,
		isProven: false,
		isAtEnd: true,
		total: sightings.length,
		size: null,
		below: null,
		walk: null,
		servedAtMs: null,
		...changes,
	}) as Scan;

export const idsOf = (contacts: Array<{ id: string }>): string[] => contacts.map(({ id }) => id);
