import type { FetchPage } from '../../nodes/Newsletter/transport/list';
import type { Contact } from '../../nodes/Newsletter/transport/types';
import { readBaseline } from '../../nodes/Newsletter/trigger/baseline';
import { afterPoll } from '../../nodes/Newsletter/trigger/progress';
import { scan } from '../../nodes/Newsletter/trigger/scan';
import { conclude } from '../../nodes/Newsletter/trigger/selection';
import {
	emptyState,
	type TriggerEvent,
	type TriggerState,
} from '../../nodes/Newsletter/trigger/state';
import { stateOf } from '../../nodes/Newsletter/trigger/storedState';

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
	/** Its place in the shuffled order. */
	shuffledAt: number;
}

/** A newsletter's list with a clock of its own, that can change between any two requests. */
export class SimulatedList {
	readonly contacts = new Map<string, Stored>();
	requests = 0;
	nowMs = Date.UTC(2026, 0, 1);
	pageCap = Infinity;
	/** Time that each request takes, ms. */
	latencyMs = 0;
	/** Time stamps are cut to this, ms. */
	clockStepMs = 1;
	/** Runs before each request, with its number from 1. */
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
		const stampMs = Math.floor((this.nowMs - ageMs) / this.clockStepMs) * this.clockStepMs;
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
		contact.updatedMs = Math.floor(this.nowMs / this.clockStepMs) * this.clockStepMs;
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

	keyOf(id: string, event: TriggerEvent): number | undefined {
		const contact = this.contacts.get(id);
		return event === 'contactCreated' ? contact?.createdMs : contact?.updatedMs;
	}

	private visible(): Stored[] {
		if (this.sorted === undefined) {
			const all = [...this.contacts.values()];
			const isVisible = ({ visibleMs }: Stored) => visibleMs <= this.nowMs;
			this.sorted = all.filter(isVisible).sort((a, b) => this.compare(a, b));
			this.nextVisibleMs = all
				.filter((contact) => !isVisible(contact))
				.reduce((next, { visibleMs }) => Math.min(next, visibleMs), Infinity);
		}
		if (this.order === 'random') this.shuffle(this.sorted);
		return this.sorted;
	}

	private shuffle(contacts: Stored[]): void {
		for (let last = contacts.length - 1; last > 0; last -= 1) {
			const at = Math.floor(this.random() * (last + 1));
			[contacts[last], contacts[at]] = [contacts[at] as Stored, contacts[last] as Stored];
		}
	}

	private compare(a: Stored, b: Stored): number {
		const ties = a.shuffledAt - b.shuffledAt;
		switch (this.order) {
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

	fetchPage: FetchPage = async (page, limit) => {
		this.requests += 1;
		this.beforeRequest(this.requests);
		if (this.latencyMs > 0) this.pass(this.latencyMs);
		const size = Math.min(limit, this.pageCap);
		const all = this.visible();
		const shown = all.slice((page - 1) * size, page * size);
		return {
			contacts: shown.map((contact) => this.asSent(contact)),
			total: shown.length === 0 ? 0 : all.length,
			servedAtMs: Math.floor(this.nowMs / 1000) * 1000,
		};
	};

	private asSent({ id, email, createdMs, updatedMs }: Stored): Contact {
		return {
			id,
			email,
			createdAt: new Date(createdMs).toISOString(),
			updatedAt: new Date(updatedMs).toISOString(),
		} as Contact;
	}
}

export interface PollerSettings {
	event: TriggerEvent;
	startFrom?: 'now' | 'beginning';
	maxContacts?: number;
	pageSize?: number;
	/** Time for one poll, ms of the list's clock. */
	budgetMs?: number;
}

/** Polls a simulated list as the trigger does, and remembers what was delivered. */
export class Poller {
	state: TriggerState | undefined;
	/** Every delivery, in order: id and time stamp. */
	readonly delivered: Array<{ id: string; key: string }> = [];
	writes = 0;

	constructor(
		private readonly list: SimulatedList,
		private readonly settings: PollerSettings,
	) {}

	/** @returns how many contacts the poll delivered */
	async poll(): Promise<number> {
		const {
			event,
			startFrom = 'now',
			maxContacts = 1000,
			pageSize = 100,
			budgetMs,
		} = this.settings;
		const scope = { newsletterId: 'wks_simulated0000000000000', event, filters: {} };
		const endsMs = this.list.nowMs + (budgetMs ?? Infinity);
		const limits = {
			pageSize,
			most: maxContacts,
			isTimeUp: () => this.list.nowMs >= endsMs,
			now: () => this.list.nowMs,
		};
		// As n8n keeps it: only JSON comes back. Frozen: a poll that fails must have changed nothing.
		const text = JSON.stringify(this.state ?? null);
		const stored = stateOf(
			scope,
			JSON.parse(text, (_, value: unknown) => Object.freeze(value)),
		);
		const before = Object.freeze(stored ?? emptyState(scope));
		const { fetchPage } = this.list;
		let next: TriggerState;
		let taken: Array<{ id: string; key: string }> = [];
		if (stored?.walk?.baselineMs != null || (!stored && startFrom === 'now')) {
			next = await readBaseline(fetchPage, before, event, limits, false);
		} else {
			const found = await scan(fetchPage, before, event, limits);
			const conclusion = conclude(before, found, maxContacts);
			taken = conclusion.taken.map(({ id, key }) => ({ id, key }));
			next = afterPoll(before, found, conclusion);
		}
		if (JSON.stringify(next) !== text) this.writes += 1;
		this.state = next;
		this.delivered.push(...taken);
		return taken.length;
	}

	get stateBytes(): number {
		return Buffer.byteLength(JSON.stringify(this.state));
	}
}
