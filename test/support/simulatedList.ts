import type { FetchPage } from '../../nodes/Newsletter/transport/list';
import type { Contact } from '../../nodes/Newsletter/transport/types';
import { compare, shuffle, type ListOrder, type Sortable } from './listOrder';

export type { ListOrder } from './listOrder';

interface Stored extends Sortable {
	id: string;
	/** Its time stamps as they are sent: writing them anew for each page would take most of the time. */
	createdAt: string;
	updatedAt: string;
	/** When lists begin to show it, epoch ms. */
	visibleMs: number;
}

/** A list with a clock of its own, which can change between any two requests. It needs no HTTP. */
export class SimulatedList {
	readonly contacts = new Map<string, Stored>();
	requests = 0;
	nowMs = Date.UTC(2026, 0, 1);
	pageCap = Infinity;
	/** Time that each request takes, ms. */
	latencyMs = 0;
	/** Time stamps are cut to this, ms. */
	clockStepMs = 1;
	/** Runs before each answer, with its number from 1. */
	beforeRequest: (number: number) => void = () => undefined;
	private sorted: Stored[] | undefined;
	/** When the next contact becomes visible, epoch ms. */
	private nextVisibleMs = Infinity;
	private added = 0;

	constructor(
		private order: ListOrder,
		private readonly random: () => number,
	) {}

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
			createdAt: iso(stampMs),
			updatedAt: iso(stampMs),
			visibleMs: this.nowMs + lateMs,
			shuffledAt: this.random(),
		});
		this.sorted = undefined;
		return id;
	}

	/** Adds contacts of more than 20 minutes ago, a minute apart, the oldest first. */
	addHistory(count: number): string[] {
		return Array.from({ length: count }, (_, index) =>
			this.add({ ageMs: (20 + count - index) * 60_000 }),
		);
	}

	update(id: string): void {
		const contact = this.contacts.get(id);
		if (!contact) return;
		contact.updatedMs = this.stamp(this.nowMs);
		contact.updatedAt = iso(contact.updatedMs);
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
		this.requests += 1;
		this.beforeRequest(this.requests);
		if (this.latencyMs > 0) this.pass(this.latencyMs);
		const size = Math.min(limit, this.pageCap);
		const all = this.visible();
		const shown = all.slice((page - 1) * size, page * size);
		return {
			contacts: shown.map(asSent),
			total: shown.length === 0 ? 0 : all.length,
			servedAtMs: Math.floor(this.nowMs / 1000) * 1000,
		};
	};

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

const iso = (ms: number): string => new Date(ms).toISOString();

const asSent = ({ id, email, createdAt, updatedAt }: Stored) =>
	({ id, email, createdAt, updatedAt }) as Contact;
