import { MINUTE_MS } from './durations';
import type { Schedule } from './schedule';

const scheduleOf = (schedule: Partial<Schedule> & Pick<Schedule, 'changes'>): Schedule => ({
	order: 'newest',
	event: 'contactCreated',
	startFrom: 'now',
	existing: 20,
	updatedBefore: false,
	pageSize: 2,
	pageCap: Infinity,
	maxContacts: 1000,
	clockStepMs: 1,
	latencyMs: 0,
	budgetMs: Infinity,
	seed: 1,
	between: [],
	...schedule,
});

/**
 * Schedules in which a contact was once lost, doubled or taken for new, each by what it was about.
 * Which request a change comes before belongs to the hole.
 */
export const HOLES: Array<{ hole: string; schedule: Schedule }> = [
	{
		hole: 'an update deep in a list that was in the order of creation too',
		schedule: scheduleOf({
			event: 'contactUpdated',
			changes: [
				{ kind: 'failingPoll', atRequest: 2 },
				{ kind: 'poll' },
				{ kind: 'update', pick: 0 },
				{ kind: 'poll' },
				{ kind: 'remove', pick: 1 },
			],
		}),
	},
	{
		hole: 'an update that shows the order to be that of the other time stamp, while a backlog is read',
		schedule: scheduleOf({
			order: 'updatedNewest',
			pageSize: 6,
			maxContacts: 7,
			changes: [
				{ kind: 'import', count: 5 },
				{ kind: 'import', count: 48 },
				{ kind: 'add', count: 5, lateMs: 0 },
			],
			between: [
				{ request: 31, change: 'addPage' },
				{ request: 3, change: 'swap' },
				{ request: 2, change: 'add' },
				{ request: 5, change: 'add' },
				{ request: 4, change: 'swap' },
				{ request: 26, change: 'add' },
				{ request: 32, change: 'update' },
				{ request: 13, change: 'removePage' },
			],
		}),
	},
	{
		hole: 'an update that moves a contact to the fresh end while the list is read',
		schedule: scheduleOf({
			order: 'updatedOldest',
			existing: 34,
			seed: 953,
			pageSize: 3,
			maxContacts: 20,
			changes: [
				{ kind: 'pass', ms: 5000 },
				{ kind: 'poll' },
				{ kind: 'add', count: 7, lateMs: 0 },
				{ kind: 'add', count: 9, lateMs: 0 },
				{ kind: 'add', count: 2, lateMs: 0 },
				{ kind: 'add', count: 4, lateMs: 0 },
				{ kind: 'pass', ms: 500 },
			],
			between: [
				{ request: 2, change: 'add' },
				{ request: 3, change: 'addLate' },
				{ request: 27, change: 'update' },
				{ request: 25, change: 'removePage' },
			],
		}),
	},
	{
		hole: 'one that comes and one that leaves between two requests, so that the length tells nothing',
		schedule: scheduleOf({
			startFrom: 'beginning',
			existing: 99,
			pageSize: 9,
			maxContacts: 20,
			changes: [
				{ kind: 'poll' },
				{ kind: 'pass', ms: 500 },
				{ kind: 'poll' },
				{ kind: 'import', count: 5 },
				{ kind: 'update', pick: 0 },
			],
			between: [{ request: 30, change: 'swap' }],
		}),
	},
	{
		hole: 'a page that is not in the order of the list',
		schedule: scheduleOf({
			order: 'updatedNewest',
			startFrom: 'beginning',
			existing: 42,
			maxContacts: 20,
			changes: [{ kind: 'poll' }, { kind: 'update', pick: 0 }],
			between: [
				{ request: 20, change: 'swap' },
				{ request: 22, change: 'removePage' },
			],
		}),
	},
	{
		hole: 'updates while a part of a backlog within the overlap is passed over',
		schedule: scheduleOf({
			order: 'updatedNewest',
			event: 'contactUpdated',
			maxContacts: 7,
			changes: [
				{ kind: 'import', count: 8 },
				{ kind: 'import', count: 5 },
				{ kind: 'add', count: 2, lateMs: 0 },
				{ kind: 'poll' },
			],
			between: [
				{ request: 2, change: 'add' },
				{ request: 30, change: 'update' },
				{ request: 31, change: 'update' },
			],
		}),
	},
	{
		hole: 'contacts of one time stamp on either side of the floor',
		schedule: scheduleOf({
			startFrom: 'beginning',
			existing: 88,
			pageSize: 16,
			maxContacts: 20,
			changes: [
				{ kind: 'import', count: 13 },
				{ kind: 'pass', ms: 500 },
				{ kind: 'add', count: 4, lateMs: 0 },
				{ kind: 'poll' },
				{ kind: 'failingPoll', atRequest: 1 },
				{ kind: 'remove', pick: 0 },
			],
		}),
	},
	{
		hole: 'contacts of one time stamp on either side of a limit',
		schedule: scheduleOf({
			existing: 0,
			maxContacts: 20,
			changes: [
				{ kind: 'import', count: 13 },
				{ kind: 'add', count: 1, lateMs: 0 },
				{ kind: 'import', count: 43 },
				{ kind: 'poll' },
				{ kind: 'pass', ms: 500 },
				{ kind: 'poll' },
			],
			between: [
				{ request: 2, change: 'addPage' },
				{ request: 3, change: 'addPage' },
			],
		}),
	},
	{
		hole: 'a stretch that one poll reads no further than its limit',
		schedule: scheduleOf({
			existing: 26,
			maxContacts: 7,
			changes: [
				{ kind: 'import', count: 8 },
				{ kind: 'update', pick: 0 },
				{ kind: 'remove', pick: 0 },
			],
			between: [
				{ request: 2, change: 'add' },
				{ request: 40, change: 'add' },
				{ request: 3, change: 'removePage' },
			],
		}),
	},
	{
		hole: 'one that becomes visible 9 minutes late, behind a newer one',
		schedule: scheduleOf({
			existing: 0,
			changes: [
				{ kind: 'add', count: 1, lateMs: 540000 },
				{ kind: 'add', count: 1, lateMs: 0 },
				{ kind: 'failingPoll', atRequest: 2 },
				{ kind: 'update', pick: 0 },
				{ kind: 'failingPoll', atRequest: 1 },
				{ kind: 'poll' },
				{ kind: 'remove', pick: 7 },
				{ kind: 'add', count: 1, lateMs: 0 },
			],
		}),
	},
	{
		hole: 'one that becomes visible late, after the newest time stamp was noted',
		schedule: scheduleOf({
			changes: [
				{ kind: 'add', count: 1, lateMs: 540000 },
				{ kind: 'pass', ms: 360000 },
				{ kind: 'poll' },
				{ kind: 'poll' },
			],
			between: [{ request: 2, change: 'add' }],
		}),
	},
	{
		hole: 'contacts that leave while the first walk goes on over several polls',
		schedule: scheduleOf({
			order: 'updatedOldest',
			existing: 25,
			latencyMs: 300,
			pageSize: 4,
			budgetMs: 2000,
			changes: [{ kind: 'add', count: 1, lateMs: 0 }, { kind: 'poll' }],
			between: [{ request: 7, change: 'removePage' }],
		}),
	},
	{
		hole: 'one that leaves while the first walk goes on over several polls',
		schedule: scheduleOf({
			existing: 24,
			updatedBefore: true,
			latencyMs: 300,
			pageSize: 3,
			budgetMs: 2000,
			changes: [{ kind: 'add', count: 1, lateMs: 0 }, { kind: 'poll' }],
			between: [{ request: 5, change: 'remove' }],
		}),
	},
	{
		hole: 'a first walk that has to be walked again',
		schedule: scheduleOf({
			existing: 25,
			latencyMs: 300,
			pageSize: 5,
			budgetMs: 2000,
			changes: [
				{ kind: 'add', count: 2, lateMs: 0 },
				{ kind: 'add', count: 4, lateMs: 0 },
			],
			between: [{ request: 2, change: 'add' }],
		}),
	},
	{
		hole: 'an update and a swap between the requests of a whole walk',
		schedule: scheduleOf({
			order: 'email',
			event: 'contactUpdated',
			existing: 24,
			updatedBefore: true,
			seed: 575,
			changes: [
				{ kind: 'add', count: 6, lateMs: 0 },
				{ kind: 'add', count: 4, lateMs: 0 },
			],
			between: [
				{ request: 13, change: 'addPage' },
				{ request: 2, change: 'update' },
				{ request: 26, change: 'swap' },
			],
		}),
	},
	{
		hole: 'more contacts delivered within the overlap than one poll can read again',
		schedule: scheduleOf({
			updatedBefore: true,
			latencyMs: 300,
			pageSize: 3,
			budgetMs: 2000,
			changes: [
				{ kind: 'import', count: 12 },
				{ kind: 'pass', ms: 500 },
				{ kind: 'update', pick: 0 },
			],
			between: [{ request: 8, change: 'addPage' }],
		}),
	},
	{
		hole: 'an order that turns round while its old end fits the order that it was',
		schedule: scheduleOf({
			existing: 400,
			updatedBefore: true,
			clockStepMs: 10 * MINUTE_MS,
			pageSize: 10,
			changes: [
				{ kind: 'pass', ms: 60 * MINUTE_MS },
				{ kind: 'poll' },
				{ kind: 'reorder', order: 'oldest' },
				{ kind: 'add', count: 4, lateMs: 0 },
				{ kind: 'poll' },
			],
		}),
	},
	{
		hole: 'a page of contacts that comes while the old end of a backlog is looked for',
		schedule: scheduleOf({
			startFrom: 'beginning',
			existing: 33,
			pageSize: 11,
			maxContacts: 7,
			changes: [
				{ kind: 'add', count: 1, lateMs: 0 },
				{ kind: 'add', count: 1, lateMs: 0 },
				{ kind: 'import', count: 5 },
				{ kind: 'poll' },
				{ kind: 'poll' },
				{ kind: 'poll' },
				{ kind: 'pass', ms: 500 },
			],
			between: [
				{ request: 2, change: 'add' },
				{ request: 14, change: 'addPage' },
			],
		}),
	},
	{
		hole: 'a service that gives smaller pages than asked for, which a short list has not shown',
		schedule: scheduleOf({
			order: 'updatedNewest',
			event: 'contactUpdated',
			updatedBefore: true,
			pageSize: 50,
			pageCap: 40,
			maxContacts: 400,
			changes: [
				{ kind: 'import', count: 500 },
				{ kind: 'pass', ms: 60000 },
				{ kind: 'failingPoll', atRequest: 21 },
				{ kind: 'import', count: 500 },
				{ kind: 'pass', ms: 500 },
			],
		}),
	},
	{
		hole: 'an updated contact that stands at the edge of a page between new ones',
		schedule: scheduleOf({
			order: 'updatedOldest',
			existing: 23,
			pageSize: 7,
			changes: [
				{ kind: 'remove', pick: 0 },
				{ kind: 'poll' },
				{ kind: 'add', count: 1, lateMs: 0 },
				{ kind: 'update', pick: 25 },
				{ kind: 'remove', pick: 0 },
				{ kind: 'pass', ms: 500 },
				{ kind: 'import', count: 7 },
			],
			between: [
				{ request: 2, change: 'swap' },
				{ request: 9, change: 'removePage' },
			],
		}),
	},
	{
		hole: 'an update in the very moment of the freshest contact',
		schedule: scheduleOf({
			order: 'updatedOldest',
			startFrom: 'beginning',
			existing: 38,
			seed: 521,
			maxContacts: 20,
			changes: [{ kind: 'update', pick: 32 }, { kind: 'poll' }, { kind: 'poll' }],
			between: [
				{ request: 2, change: 'add' },
				{ request: 9, change: 'remove' },
				{ request: 3, change: 'addPage' },
				{ request: 8, change: 'remove' },
				{ request: 4, change: 'addPage' },
			],
		}),
	},
	{
		hole: 'a contact ahead of the clock that stands before those who come and move later',
		schedule: scheduleOf({
			order: 'updatedNewest',
			startFrom: 'beginning',
			existing: 19,
			aheadMs: 5 * MINUTE_MS,
			maxContacts: 7,
			changes: [
				{ kind: 'update', pick: 4367 },
				{ kind: 'import', count: 5 },
				{ kind: 'ahead', ms: 1_000 },
				{ kind: 'remove', pick: 0 },
				{ kind: 'poll' },
				{ kind: 'pass', ms: 500 },
			],
		}),
	},
	{
		hole: 'contacts ahead of the clock that hide who has moved while the list is read',
		schedule: scheduleOf({
			order: 'updatedOldest',
			event: 'contactUpdated',
			startFrom: 'beginning',
			existing: 42,
			updatedBefore: true,
			aheadMs: 180 * MINUTE_MS,
			maxContacts: 7,
			changes: [
				{ kind: 'ahead', ms: 180 * MINUTE_MS },
				{ kind: 'add', count: 1, lateMs: 0 },
				{ kind: 'add', count: 1, lateMs: 9 * MINUTE_MS },
				{ kind: 'poll' },
				{ kind: 'poll' },
				{ kind: 'pass', ms: 500 },
				{ kind: 'poll' },
			],
			between: [{ request: 71, change: 'swap' }],
		}),
	},
	{
		hole: 'a walk of several polls that has found everybody before its last part',
		schedule: scheduleOf({
			startFrom: 'beginning',
			existing: 43,
			latencyMs: 300,
			budgetMs: 2_000,
			changes: [
				{ kind: 'poll' },
				{ kind: 'add', count: 1, lateMs: 0 },
				{ kind: 'ahead', ms: 1_000 },
				{ kind: 'add', count: 1, lateMs: 9 * MINUTE_MS },
				{ kind: 'poll' },
				{ kind: 'poll' },
				{ kind: 'import', count: 49 },
				{ kind: 'poll' },
				{ kind: 'poll' },
				{ kind: 'update', pick: 0 },
				{ kind: 'poll' },
				{ kind: 'add', count: 1, lateMs: 0 },
			],
			between: [
				{ request: 2, change: 'add' },
				{ request: 3, change: 'addPage' },
			],
		}),
	},
	{
		hole: 'one that comes in the second of a beginning that may have missed somebody',
		schedule: scheduleOf({
			order: 'random',
			existing: 4,
			changes: [
				{ kind: 'add', count: 1, lateMs: 0 },
				{ kind: 'poll' },
				{ kind: 'remove', pick: 0 },
				{ kind: 'poll' },
				{ kind: 'pass', ms: 500 },
			],
			between: [
				{ request: 18, change: 'addPage' },
				{ request: 10, change: 'add' },
			],
		}),
	},
	{
		hole: 'a contact of the present second that stands behind one that has moved',
		schedule: scheduleOf({
			order: 'updatedOldest',
			startFrom: 'beginning',
			existing: 21,
			aheadMs: 1_000,
			maxContacts: 7,
			changes: [
				{ kind: 'update', pick: 7 },
				{ kind: 'poll' },
				{ kind: 'add', count: 1, lateMs: 0 },
				{ kind: 'pass', ms: 500 },
				{ kind: 'add', count: 1, lateMs: 0 },
				{ kind: 'remove', pick: 0 },
			],
		}),
	},
	{
		hole: 'a rest in which one freshest contact was remembered after another',
		schedule: scheduleOf({
			existing: 19,
			pageSize: 50,
			changes: [
				{ kind: 'import', count: 615 },
				{ kind: 'pass', ms: 500 },
			],
			between: [{ request: 2, change: 'update' }],
		}),
	},
	{
		hole: 'one that has moved to the fresh end, before a contact ahead of the clock, while a backlog leaves',
		schedule: scheduleOf({
			order: 'updatedOldest',
			startFrom: 'beginning',
			existing: 96,
			aheadMs: 5 * MINUTE_MS,
			pageSize: 10,
			maxContacts: 20,
			changes: [
				{ kind: 'add', count: 5, lateMs: 0 },
				{ kind: 'poll' },
				{ kind: 'poll' },
				{ kind: 'remove', pick: 0 },
				{ kind: 'poll' },
				{ kind: 'pass', ms: 500 },
				{ kind: 'ahead', ms: 1_000 },
				{ kind: 'add', count: 1, lateMs: 0 },
				{ kind: 'poll' },
			],
			between: [
				{ request: 2, change: 'add' },
				{ request: 50, change: 'update' },
			],
		}),
	},
];
