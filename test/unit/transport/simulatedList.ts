import type { FetchPage } from '../../../nodes/Newsletter/transport/list';
import type { Contact } from '../../../nodes/Newsletter/transport/types';

export type ListOrder = 'newest' | 'oldest' | 'email' | 'updated' | 'random';

/** What happens to the list just before it answers one of the requests. */
export interface Change {
	/** The request, counted from 0. */
	before: number;
	kind: 'insert' | 'delete' | 'update';
	/** Which contact, or where in the alphabet; any number. */
	pick: number;
}

/** What the service gives as `total` of a list, with the page that it gives. */
const TOTALS = {
	given: ({ all }: PageCounts): number | undefined => all,
	missing: () => undefined,
	larger: ({ all }: PageCounts) => all + 7,
	farLarger: ({ all }: PageCounts) => 100 * all,
	smaller: ({ all }: PageCounts) => all - 60,
	ofPage: ({ onPage }: PageCounts) => onPage,
	pages: ({ all, size }: PageCounts) => Math.ceil(all / size),
	soFar: ({ page, size, onPage }: PageCounts) => (page - 1) * size + onPage,
	leftOver: ({ all, page, size, onPage }: PageCounts) => all - (page - 1) * size - onPage,
	growing: ({ all, answered }: PageCounts) => all + 100 * answered,
};

export type Total = keyof typeof TOTALS;

interface PageCounts {
	/** Contacts in the list and on the page, and the page size. */
	all: number;
	onPage: number;
	size: number;
	/** The page's number, from 1. */
	page: number;
	/** Requests answered so far. */
	answered: number;
}

export interface ListOptions {
	contacts: number;
	order?: ListOrder;
	/** Largest page that the service gives. */
	mostPerPage?: number;
	changes?: Change[];
	/** Makes the random order, and the order in which requests under way at once are answered. */
	seed?: number;
	total?: Total;
	/** What pages past the end hold; default nothing. */
	pastEnd?: 'nothing' | 'lastPage' | 'firstPages';
	/** Whether answers carry the service's time; default true. */
	hasClock?: boolean;
}

const START_MS = Date.parse('2026-01-01T00:00:00Z');
const SECOND_MS = 1_000;

/** A number from 0 to 1 for a pair of numbers, always the same one. */
function scattered(a: number, b: number): number {
	const mixed = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 1, 0xc2b2ae35);
	const more = Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f);
	return ((more ^ (more >>> 13)) >>> 0) / 2 ** 32;
}

/** A list of contacts paged by number, which changes between requests as it is told. */
export class SimulatedList {
	readonly requests: Array<{ page: number; limit: number }> = [];

	private readonly contacts: Contact[] = [];

	private readonly touched = new Set<string>();

	private readonly original: string[];

	private nowMs = START_MS;

	private made = 0;

	private answered = 0;

	private waiting: Array<() => void> = [];

	constructor(private readonly options: ListOptions) {
		for (let count = 0; count < options.contacts; count += 1) this.insert(count * 37);
		this.original = this.contacts.map(({ id }) => id);
	}

	/** The contacts that were there from the beginning to the end. */
	get thereAllAlong(): string[] {
		return this.original.filter((id) => !this.touched.has(id));
	}

	readonly fetchPage: FetchPage = async (page, limit) => {
		this.requests.push({ page, limit });
		await this.turn();
		this.change();
		this.nowMs += SECOND_MS;
		const size = Math.min(limit, this.options.mostPerPage ?? Infinity);
		const list = this.inOrder();
		const number = this.numberShown(page, Math.ceil(list.length / size));
		const contacts = list.slice((number - 1) * size, number * size);
		this.answered += 1;
		const { total = 'given', hasClock = true } = this.options;
		const onPage = contacts.length;
		const given = TOTALS[total]({
			all: list.length,
			onPage,
			size,
			page: number,
			answered: this.answered,
		});
		return {
			contacts: contacts.map((contact) => ({ ...contact })),
			// A page without contacts is the documented 404, which says nothing of the rest.
			total: onPage === 0 ? 0 : (given ?? 0) < onPage ? undefined : given,
			servedAtMs: hasClock ? this.nowMs : undefined,
		};
	};

	/** Which of the pages stands for one past the end. */
	private numberShown(page: number, pages: number): number {
		const { pastEnd = 'nothing' } = this.options;
		if (pastEnd === 'nothing' || page <= pages || pages === 0) return page;
		return pastEnd === 'lastPage' ? pages : ((page - 1) % pages) + 1;
	}

	/** Requests that are under way at once are answered in an order of the service's own. */
	private async turn(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.waiting.push(resolve);
			if (this.waiting.length === 1) queueMicrotask(() => this.answerAll());
		});
	}

	private answerAll(): void {
		const { seed = 0 } = this.options;
		const turns = this.waiting.map((answer, index) => ({
			answer,
			rank: scattered(seed + index, this.answered),
		}));
		this.waiting = [];
		for (const { answer } of turns.sort((a, b) => a.rank - b.rank)) answer();
	}

	private change(): void {
		for (const { before, kind, pick } of this.options.changes ?? []) {
			if (before !== this.answered) continue;
			const at = this.contacts.length === 0 ? -1 : pick % this.contacts.length;
			const chosen = this.contacts[at];
			if (kind === 'insert') this.insert(pick);
			else if (chosen && kind === 'delete') {
				this.contacts.splice(at, 1);
				this.touched.add(chosen.id);
			} else if (chosen) chosen.updatedAt = this.tick();
		}
	}

	private insert(pick: number): void {
		this.made += 1;
		const time = this.tick();
		this.contacts.push({
			id: `con_${this.made}`,
			workspace_id: 'wks_1a2B3c4D5e6F7g8H9i0Jk',
			name: '',
			first_name: '',
			last_name: '',
			email: `${String((pick * 7919) % 1000).padStart(3, '0')}.${this.made}@example.com`,
			subscribed: true,
			unsub_token: '',
			custom_fields: {},
			createdAt: time,
			updatedAt: time,
		});
	}

	private tick(): string {
		this.nowMs += 1;
		return new Date(this.nowMs).toISOString();
	}

	private inOrder(): Contact[] {
		const { order = 'newest', seed = 0 } = this.options;
		const rank: Record<ListOrder, (contact: Contact) => number | string> = {
			newest: ({ createdAt }) => -Date.parse(createdAt),
			oldest: ({ createdAt }) => Date.parse(createdAt),
			email: ({ email }) => email,
			updated: ({ updatedAt }) => -Date.parse(updatedAt),
			random: ({ id }) => scattered(Number(id.slice(4)), this.answered + seed),
		};
		const rankOf = rank[order];
		return [...this.contacts].sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
	}
}
