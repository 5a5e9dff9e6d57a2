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
import type { SimulatedList } from '../support/simulatedList';

export { SimulatedList, type ListOrder } from '../support/simulatedList';

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
