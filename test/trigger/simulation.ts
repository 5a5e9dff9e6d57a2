import { poll } from '../../nodes/Newsletter/trigger/poll';
import type { TriggerEvent } from '../../nodes/Newsletter/trigger/sighting';
import { newState, stateOf, type TriggerState } from '../../nodes/Newsletter/trigger/state';
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
		const time = { isUp: () => this.list.nowMs >= endsMs };
		// As n8n keeps it: only JSON comes back. Frozen: a poll that fails must have changed nothing.
		const text = JSON.stringify(this.state ?? null);
		const stored = stateOf(
			JSON.parse(text, (_, value: unknown) => Object.freeze(value)),
			scope,
		);
		const settings = { maxContacts, pageSize };
		const before = stored ?? newState(scope, startFrom);
		const { now } = Date;
		Date.now = () => this.list.nowMs;
		const { contacts, state } = await poll(before, settings, this.list.fetchPage, time).finally(
			() => {
				Date.now = now;
			},
		);
		const key = event === 'contactCreated' ? 'createdAt' : 'updatedAt';
		const taken = contacts.map((contact) => ({ id: contact.id, key: contact[key] }));
		const next: TriggerState = JSON.parse(JSON.stringify(state));
		if (JSON.stringify(next) !== text) this.writes += 1;
		this.state = next;
		this.delivered.push(...taken);
		return taken.length;
	}

	get stateBytes(): number {
		return Buffer.byteLength(JSON.stringify(this.state));
	}
}
