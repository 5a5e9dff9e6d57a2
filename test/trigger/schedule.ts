import fc from 'fast-check';

import type { TriggerEvent } from '../../nodes/Newsletter/trigger/sighting';
import { MINUTE_MS, SECOND_MS } from './durations';
import type { ListOrder } from './simulation';

/** What happens between polls. */
export type Change =
	| { kind: 'add'; count: number; lateMs: number }
	| { kind: 'import'; count: number }
	/** A contact whose time stamp is ahead of the clock. */
	| { kind: 'ahead'; ms: number }
	| { kind: 'update'; pick: number }
	| { kind: 'remove'; pick: number }
	| { kind: 'pass'; ms: number }
	| { kind: 'reorder'; order: ListOrder }
	| { kind: 'poll' }
	| { kind: 'failingPoll'; atRequest: number };

/**
 * What happens between the requests of polls; a swap is one that comes and one that leaves, a late
 * one one that appears late and an old one that leaves.
 */
export type ChangeBetween =
	| 'add'
	| 'addLate'
	| 'addPage'
	| 'remove'
	| 'removePage'
	| 'update'
	| 'swap'
	| 'lateSwap';

/** A newsletter, a trigger, and all that happens to them. */
export interface Schedule {
	order: ListOrder;
	event: TriggerEvent;
	startFrom: 'now' | 'beginning';
	/** Contacts at activation, and whether some of them have been updated before. */
	existing: number;
	updatedBefore: boolean;
	/** A contact that is there at activation is so far ahead of the clock, ms. */
	aheadMs?: number;
	pageSize: number;
	/** The most that the service gives a page. */
	pageCap: number;
	maxContacts: number;
	clockStepMs: number;
	/** What each request, and each poll, takes of the list's clock. */
	latencyMs: number;
	budgetMs: number;
	seed: number;
	changes: Change[];
	/** Changes just before a request, by its number. */
	between: Array<{ request: number; change: ChangeBetween }>;
}

/**
 * All but the one that is another at each request: there, how many scans show everybody is a matter
 * of chance.
 */
export const ORDERS: ListOrder[] = [
	'newest',
	'oldest',
	'email',
	'shuffled',
	'updatedNewest',
	'updatedOldest',
];

const poll = fc.constant<Change>({ kind: 'poll' });
const add = fc.record({
	kind: fc.constant('add' as const),
	count: fc.integer({ min: 1, max: 5 }),
	lateMs: fc.constantFrom(0, 0, 0, SECOND_MS, MINUTE_MS, 9 * MINUTE_MS),
});
const AHEAD_MS = [SECOND_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, 180 * MINUTE_MS];
const ahead = fc.record({
	kind: fc.constant('ahead' as const),
	ms: fc.constantFrom(...AHEAD_MS),
});
const update = fc.record({ kind: fc.constant('update' as const), pick: fc.nat() });
const remove = fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() });
const pass = fc.record({
	kind: fc.constant('pass' as const),
	ms: fc.constantFrom(500, 5 * SECOND_MS, MINUTE_MS, 6 * MINUTE_MS, 11 * MINUTE_MS, 60 * MINUTE_MS),
});
const importOf = (min: number, max: number) =>
	fc.record({ kind: fc.constant('import' as const), count: fc.integer({ min, max }) });
const failingPoll = (lastRequest: number) =>
	fc.record({
		kind: fc.constant('failingPoll' as const),
		atRequest: fc.integer({ min: 1, max: lastRequest }),
	});

const betweenRequests = (lastRequest: number) =>
	fc.array(
		fc.record({
			request: fc.integer({ min: 2, max: lastRequest }),
			change: fc.constantFrom<ChangeBetween>(
				'add',
				'addLate',
				'addPage',
				'remove',
				'removePage',
				'update',
				'swap',
				'lateSwap',
			),
		}),
		{ maxLength: 12 },
	);

const anyTrigger = {
	order: fc.constantFrom(...ORDERS),
	event: fc.constantFrom('contactCreated' as const, 'contactUpdated' as const),
	startFrom: fc.constantFrom('now' as const, 'now' as const, 'beginning' as const),
	existing: fc.integer({ min: 0, max: 120 }),
	updatedBefore: fc.boolean(),
	aheadMs: fc.constantFrom(0, 0, 0, 0, ...AHEAD_MS),
	clockStepMs: fc.constantFrom(1, 1, SECOND_MS),
	latencyMs: fc.constantFrom(0, 1, 300),
	seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
};

/** Small lists and pages, where many things happen. */
export const busySchedules: fc.Arbitrary<Schedule> = fc.record({
	...anyTrigger,
	pageSize: fc.integer({ min: 2, max: 40 }),
	pageCap: fc.constantFrom(Infinity, Infinity, 3, 10),
	maxContacts: fc.constantFrom(1000, 1000, 7, 20),
	budgetMs: fc.constantFrom(Infinity, Infinity, Infinity, 2 * SECOND_MS),
	changes: fc.array(
		fc.oneof(
			{ weight: 5, arbitrary: poll },
			{ weight: 3, arbitrary: add },
			{ weight: 1, arbitrary: importOf(5, 60) },
			{ weight: 1, arbitrary: ahead },
			{ weight: 2, arbitrary: update },
			{ weight: 2, arbitrary: remove },
			{ weight: 3, arbitrary: pass },
			{ weight: 1, arbitrary: failingPoll(6) },
		),
		{ minLength: 5, maxLength: 40 },
	),
	between: betweenRequests(120),
});

/** Imports of hundreds or thousands with one time stamp, each followed by other changes. */
export const importSchedules: fc.Arbitrary<Schedule> = fc.record({
	...anyTrigger,
	pageSize: fc.constantFrom(50, 100, 250),
	pageCap: fc.constantFrom(Infinity, Infinity, 40),
	maxContacts: fc.constantFrom(1000, 150, 400, 5000),
	budgetMs: fc.constantFrom(Infinity, Infinity, 8 * SECOND_MS),
	changes: fc
		.array(
			fc.tuple(
				importOf(500, 3000),
				fc.array(
					fc.oneof(
						{ weight: 4, arbitrary: poll },
						{ weight: 2, arbitrary: add },
						{ weight: 2, arbitrary: update },
						{ weight: 2, arbitrary: remove },
						{ weight: 2, arbitrary: pass },
						{ weight: 2, arbitrary: failingPoll(40) },
					),
					{ minLength: 1, maxLength: 12 },
				),
			),
			{ minLength: 1, maxLength: 2 },
		)
		.map((parts) => parts.flatMap(([imported, changes]) => [imported, ...changes])),
	between: betweenRequests(300),
});
