import { ServiceError } from './answers';
import { defaultBehaviour, type Behaviour } from './behaviour';
import { ContactStore } from './contactStore';
import type { ContactRecord } from './contactRecord';
import { SendStore } from './sendStore';

/** Everything that the service holds. */
export class Store {
	readonly newsletters = new Map<string, ContactStore>();

	readonly sends: SendStore;

	readonly behaviour: Behaviour;

	private seq = 0;

	constructor(
		readonly clock: () => number,
		private readonly startBehaviour: Partial<Behaviour>,
	) {
		this.behaviour = this.behaviourAtStart();
		this.sends = new SendStore(clock, this.nextSeq);
	}

	addNewsletter(id: string): ContactStore {
		if (this.newsletters.has(id)) throw new Error(`newsletter ${id} is there already`);
		const contacts = new ContactStore(id, this.clock, this.nextSeq);
		this.newsletters.set(id, contacts);
		return contacts;
	}

	/** @throws ServiceError 400 where there is no such newsletter */
	newsletter(id: string): ContactStore {
		const contacts = this.newsletters.get(id);
		if (!contacts) throw new ServiceError(400, `Invalid newsletter ID ${id}`);
		return contacts;
	}

	/** @throws ServiceError 404 where no newsletter has the contact */
	contact(id: string): { contacts: ContactStore; record: ContactRecord } {
		for (const contacts of this.newsletters.values()) {
			const record = contacts.recordById(id);
			if (record) return { contacts, record };
		}
		throw new ServiceError(404, `Contact ${id} not found`);
	}

	/** Empties everything but the switches, which it puts back, and keeps the objects that tests hold. */
	reset(main: ContactStore): void {
		main.clear();
		this.newsletters.clear();
		this.newsletters.set(main.newsletterId, main);
		this.sends.clear();
		Object.assign(this.behaviour, this.behaviourAtStart());
	}

	/** With faults of its own, since tests push into the list they hold. */
	private behaviourAtStart(): Behaviour {
		const behaviour = { ...defaultBehaviour(), ...this.startBehaviour };
		return { ...behaviour, faults: [...behaviour.faults] };
	}

	private readonly nextSeq = (): number => (this.seq += 1);
}
