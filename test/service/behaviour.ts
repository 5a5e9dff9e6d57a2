import type { FaultRule } from './faults';
import type { RateLimit } from './rateLimit';
import type { ContactFields } from './types';

export type Order =
	| 'newest'
	| 'oldest'
	| 'email'
	| 'random'
	| 'shuffled'
	| 'updatedNewest'
	| 'updatedOldest';

/** A switch for each thing that the interface leaves open; a change takes effect on the next request. */
export interface Behaviour {
	/** Order of the list: `random` shuffles for every request, `shuffled` is one fixed shuffle. */
	order: Order;
	/** Greatest page size, null for none. */
	maxPageSize: number | null;
	/** A `limit` above maxPageSize is cut down to it, or refused. */
	tooLargeLimit: 'cap' | 'refuse';
	/** Whether a page starts at a multiple of the capped or of the asked limit (then contacts between pages are unreachable). */
	capOffset: 'capped' | 'asked';
	/** The answer to a page without contacts: the documented 404, or a 200 without data. */
	emptyList: '404' | '200';
	/** What a page past the end shows: nothing, or the last page again. */
	pastEnd: 'nothing' | 'lastPage';
	/** What `total` counts: the contacts that pass the filters, all of the newsletter, those on the page, or it is left out. */
	totalCounts: 'filtered' | 'all' | 'page' | 'missing';
	/** Whether the email filter wants the whole address or a part of it; both ignore case. */
	emailSearch: 'exact' | 'contains';
	/** Precision of createdAt and updatedAt, in the answers and in the order. */
	timestampPrecision: 'ms' | 's';
	/** A bad contact in a bulk write refuses all of it (400 or 422), or is skipped and not counted as synced. */
	badContacts: 'refuse' | 'refuse422' | 'skip';
	/** Which contacts are bad. Default: those without an `@`, or at refused.example. */
	badContact: (contact: ContactFields & { email: string }) => boolean;
	/** Whether a send that is no longer a draft may be sent again. */
	sendTwice: 'allow' | 'refuse';
	/** Values that a listed contact shows instead of its own. */
	shownInstead: (contact: { email: string }) => object;
	/** Delay of every answer in milliseconds. */
	latencyMs: number;
	/** A limit for all requests, null for none. */
	rateLimit: RateLimit | null;
	/** Faults, each used on the requests it matches until it has been used up. */
	faults: FaultRule[];
}

export const defaultBehaviour = (): Behaviour => ({
	order: 'newest',
	maxPageSize: null,
	tooLargeLimit: 'cap',
	capOffset: 'capped',
	emptyList: '404',
	pastEnd: 'nothing',
	totalCounts: 'filtered',
	emailSearch: 'exact',
	timestampPrecision: 'ms',
	badContacts: 'refuse',
	badContact: ({ email }) => !/@(?!refused\.example$)/i.test(email),
	sendTwice: 'allow',
	shownInstead: () => ({}),
	latencyMs: 0,
	rateLimit: null,
	faults: [],
});
