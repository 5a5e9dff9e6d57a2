import type { FetchPage } from '../../nodes/Newsletter/transport/list';
import type { Contact } from '../../nodes/Newsletter/transport/types';

export type ListOrder =
	| 'newest'
	| 'oldest'
	| 'email'
	| 'shuffled'
	| 'random'
	| 'updatedNewest'
	| 'updatedOldest';

interface Stored {
	id: string;
	email: string;
	createdMs: number;
	updatedMs: number;
	/** When lists begin to show it, epoch ms. */
	visibleMs: number;
	/** Its place in the shuffled order, and among contacts of one time stamp. */
	shuffledAt: number;
}

/** What a service could give as `total` of an answer. */
export interface PageCounts {
	/** Contacts in the list, and on the page. */
	all: number;
	onPage: number;
	/** Contacts a page, as the service has it. */
	size: number;
	page: number;
	/** Requests so far, this one included. */
	requests: number;
}

const toSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

/** A list with a clock of its own, which can change between any two requests. It needs no HTTP. */
export class SimulatedList {
	readonly contacts = new Map<string, Stored>();
	/** The page and limit of each request. */
	readonly asked: Array<[page: number, limit: number]> = [];
	nowMs = Date.UTC(2026, 0, 1);
	pageCap = Infinity;
	/** Time that each request takes, ms. */
	latencyMs = 0;
	/** Time stamps are cut to this, ms. */
	clockStepMs = 1;
	/** Runs before each answer, with its number from 1. */
	beforeRequest: (number: number) => void = () => undefined;
	/** Whether requests under way at once are answered in an order of the service's own. */
	answersInAnyOrder = false;
	total: (counts: PageCounts) => number | undefined = ({ all }) => all;
	/** What a page past the end shows. */
	pastEnd: 'nothing' | 'lastPage' | 'firstPages' = 'nothing';
	/** The time in the `Date` header, epoch ms; undefined where there is none. */
	dateHeader: (nowMs: number) => number | undefined = toSecond;
	private sorted: Stored[] | undefined;
	/** When the next contact becomes visible, epoch ms. */
	private nextVisibleMs = Infinity;
	private added = 0;
	private answered = 0;
	private waiting: Array<() => void> = [];

	constructor(
		private order: ListOrder,
		private readonly random: () => number,
	) {}

	get requests(): number {
		return this.asked.length;
	}

	add({ ageMs = 0, lateMs = 0 }: { ageMs?: number; lateMs?: number } = {}): string {
		this.added += 1;
		const number = Math.floor(this.random() * 1e9).toString(36);
		const id = `con_${number}_${this.added}`;
		const stampMs = this.stamp(this.nowMs - ageMs);
		this.contacts.set(id, {
			id,
			email: `${number}${this.added}@example.com`,
			createdMs: stampMs,
			updatedMs: stampMs,
			visibleMs: this.nowMs + lateMs,
			shuffledAt: this.random(),
		});
		this.sorted = undefined;
		return id;
	}

	update(id: string): void {
		const contact = this.contacts.get(id);
		if (!contact) return;
		contact.updatedMs = this.stamp(this.nowMs);
		this.sorted = undefined;
	}

	/** Lets a contact become visible that is still to come. */
	reveal(id: string): void {
		const contact = this.contacts.get(id);
		if (!contact) return;
		contact.visibleMs = Math.min(contact.visibleMs, this.nowMs);
		this.sorted = undefined;
	}

	remove(id: string): void {
		this.contacts.delete(id);
		this.sorted = undefined;
	}

	reorder(order: ListOrder): void {
		this.order = order;
		this.sorted = undefined;
	}

	/** Lets time pass; contacts may become visible by it. */
	pass(ms: number): void {
		this.nowMs += ms;
		if (this.nowMs >= this.nextVisibleMs) this.sorted = undefined;
	}

	/** The time stamp that the trigger's event looks at, epoch ms. */
	keyOf(id: string, event: 'contactCreated' | 'contactUpdated'): number | undefined {
		const contact = this.contacts.get(id);
		return event === 'contactCreated' ? contact?.createdMs : contact?.updatedMs;
	}

	fetchPage: FetchPage = async (page, limit) => {
		this.asked.push([page, limit]);
		if (this.answersInAnyOrder) await this.turn();
		this.answered += 1;
		this.beforeRequest(this.answered);
		if (this.latencyMs > 0) this.pass(this.latencyMs);
		const size = Math.min(limit, this.pageCap);
		const all = this.visible();
		const number = this.numberShown(page, Math.ceil(all.length / size));
		const shown = all.slice((number - 1) * size, number * size);
		return {
			contacts: shown.map(asSent),
			total: this.totalOf({ all: all.length, onPage: shown.length, size, page: number }),
			servedAtMs: this.dateHeader(this.nowMs),
		};
	};

	/** A page without contacts is the documented 404; a total below what the page holds counts something else. */
	private totalOf(counts: Omit<PageCounts, 'requests'>): number | undefined {
		if (counts.onPage === 0) return 0;
		const total = this.total({ ...counts, requests: this.answered });
		return total === undefined || total < counts.onPage ? undefined : total;
	}

	private numberShown(page: number, pages: number): number {
		if (this.pastEnd === 'nothing' || page <= pages || pages === 0) return page;
		return this.pastEnd === 'lastPage' ? pages : ((page - 1) % pages) + 1;
	}

	/** Resolves when it is this request's turn among those that came at once. */
	private async turn(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.waiting.push(resolve);
			if (this.waiting.length > 1) return;
			queueMicrotask(() => {
				shuffle(this.waiting, this.random);
				for (const answer of this.waiting.splice(0)) answer();
			});
		});
	}

	private stamp(ms: number): number {
		return Math.floor(ms / this.clockStepMs) * this.clockStepMs;
	}

	private visible(): Stored[] {
		if (this.sorted === undefined) {
			const all = [...this.contacts.values()];
			const isVisible = ({ visibleMs }: Stored) => visibleMs <= this.nowMs;
			this.sorted = all.filter(isVisible).sort((a, b) => compare(this.order, a, b));
			this.nextVisibleMs = all
				.filter((contact) => !isVisible(contact))
				.reduce((next, { visibleMs }) => Math.min(next, visibleMs), Infinity);
		}
		if (this.order === 'random') shuffle(this.sorted, this.random);
		return this.sorted;
	}
}

function compare(order: ListOrder, a: Stored, b: Stored): number {
	const ties = a.shuffledAt - b.shuffledAt;
	switch (order) {
		case 'newest':
			return b.createdMs - a.createdMs || ties;
		case 'oldest':
			return a.createdMs - b.createdMs || ties;
		case 'updatedNewest':
			return b.updatedMs - a.updatedMs || ties;
		case 'updatedOldest':
			return a.updatedMs - b.updatedMs || ties;
		case 'email':
			return a.email < b.email ? -1 : 1;
		case 'shuffled':
		case 'random':
			return ties;
	}
}

function shuffle<T>(items: T[], random: () => number): void {
	for (let last = items.length - 1; last > 0; last -= 1) {
		const at = Math.floor(random() * (last + 1));
		[items[last], items[at]] = [items[at] as T, items[last] as T];
	}
}

const asSent = ({ id, email, createdMs, updatedMs }: Stored): Contact =>
	({
		id,
		email,
		createdAt: new Date(createdMs).toISOString(),
		updatedAt: new Date(updatedMs).toISOString(),
	}) as Contact;
