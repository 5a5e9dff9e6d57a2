import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	startService,
	type ContactSeed,
	type Order,
	type RecordedRequest,
	type Service,
	type StoredContact,
} from '../service';
import { makePoll, type Poll, type PollOptions } from '../support/poll';
import { MINUTE_MS, passTime, useVirtualTime } from './virtualTime';

/** All but a list in another order at each request, of which no reading shows everybody. */
export const ORDERS: Order[] = [
	'newest',
	'oldest',
	'email',
	'shuffled',
	'updatedNewest',
	'updatedOldest',
];
export const EVENTS = ['contactCreated', 'contactUpdated'] as const;
export type Event = (typeof EVENTS)[number];

/** Each event on each order of the list. */
export const EVERY_ORDER = EVENTS.flatMap((event) => ORDERS.map((order) => ({ event, order })));

export const SECOND_NEWSLETTER_ID = 'wks_secondNewsletter00001';

type LiveOptions = Omit<PollOptions, 'parameters' | 'credentials'> & {
	parameters?: INodeParameters;
	credential?: IDataObject;
};

/** What one poll did. */
export interface PollResult {
	/** The emails of the delivered contacts, in their order; null where the poll returned null. */
	emails: string[] | null;
	json: IDataObject[];
	requests: RecordedRequest[];
	writes: number;
}

/** A trigger node with its state, polling a stand-in service over HTTP. */
export class LiveTrigger {
	/** `id key` of every contact delivered, by the key of the event. */
	readonly delivered: string[] = [];

	private constructor(
		private readonly service: Service,
		private readonly options: LiveOptions,
		private readonly made: Poll,
	) {}

	static async start(service: Service, options: LiveOptions = {}): Promise<LiveTrigger> {
		const { url: baseUrl, apiKey, newsletterId } = service;
		const { credential, ...others } = options;
		const made = await makePoll({
			...others,
			credentials: { newsletterApi: { baseUrl, apiKey, newsletterId, ...credential } },
		});
		return new LiveTrigger(service, options, made);
	}

	/** A trigger whose first poll has noted who is there, a minute ago. */
	static async activated(service: Service, options: LiveOptions = {}): Promise<LiveTrigger> {
		const trigger = await LiveTrigger.start(service, options);
		expect(await trigger.emails()).toBeNull();
		passTime(MINUTE_MS);
		return trigger;
	}

	/** The same node in a later life of n8n, which knows of the former one what n8n had stored. */
	async restarted(changes: LiveOptions = {}): Promise<LiveTrigger> {
		return await LiveTrigger.start(this.service, {
			...this.options,
			...changes,
			parameters: { ...this.options.parameters, ...changes.parameters },
			staticData: this.state,
		});
	}

	/** What n8n has stored, as a copy. */
	get state(): IDataObject {
		return this.made.staticData();
	}

	/** Lets n8n throw away what it has stored since. */
	restore(state: IDataObject): void {
		this.made.restore(state);
	}

	/** What n8n's log was warned of. */
	get warnings(): string[] {
		return this.made.warnings;
	}

	/** Every write to n8n's store so far. */
	get writes(): number {
		return this.made.writes();
	}

	async poll(): Promise<PollResult> {
		const requestsBefore = this.service.requests.length;
		const writesBefore = this.made.writes();
		const output = await this.made.poll();
		const json = (output ?? []).flat().map((item) => item.json);
		const { event = 'contactCreated' } = this.options.parameters ?? {};
		const key = event === 'contactCreated' ? 'createdAt' : 'updatedAt';
		this.delivered.push(...json.map((contact) => `${contact.id} ${contact[key]}`));
		return {
			emails: output === null ? null : json.map(({ email }) => String(email)),
			json,
			requests: this.service.requests.slice(requestsBefore),
			writes: this.made.writes() - writesBefore,
		};
	}

	/** The emails that a poll delivers, or null. */
	async emails(): Promise<string[] | null> {
		return (await this.poll()).emails;
	}

	/** Polls once a minute until a poll delivers nothing, at most `most` times; what each delivered. */
	async drain(most = 20): Promise<string[][]> {
		const polls: string[][] = [];
		for (let count = 0; count < most; count += 1) {
			const emails = await this.emails();
			if (emails === null) return polls;
			polls.push(emails);
			passTime(MINUTE_MS);
		}
		throw new Error(`still delivering after ${most} polls`);
	}

	/** Polls every four minutes for so long that nothing can come late any more. */
	async settle(): Promise<void> {
		for (let minutes = 0; minutes < 24; minutes += 4) {
			passTime(4 * MINUTE_MS);
			const emails = await this.emails();
			if (emails !== null) throw new Error(`delivered ${emails.join()} while settling`);
		}
	}
}

/** Starts a service for a file's tests and sets it and the clock back for each. */
export function useService(): { readonly service: Service } {
	let service: Service;
	useVirtualTime();
	beforeAll(async () => {
		service = await startService({ clock: () => Date.now() });
	});
	afterEach(() => {
		const broken = service.requests.filter(({ refusedBy }) => refusedBy === 'contract');
		service.reset();
		expect(broken).toEqual([]);
	});
	afterAll(async () => await service.stop());
	return {
		get service() {
			return service;
		},
	};
}

let named = 0;

/** An address whose place in the order of emails says nothing of when it came. */
export const scatteredEmail = (): string => {
	named += 1;
	return `${String.fromCharCode(97 + ((named * 7) % 26))}${named}@example.com`;
};

export const seeds = (count: number, seed: ContactSeed = {}): ContactSeed[] =>
	Array.from({ length: count }, () => ({ email: scatteredEmail(), ...seed }));

/** Adds contacts that come one after another, now. */
export const add = ({ contacts }: Service, count = 1, seed: ContactSeed = {}): StoredContact[] =>
	contacts.add(seeds(count, seed));

/**
 * Contacts a minute apart up to a minute ago, every seventh of them updated half an hour later, so
 * that the order of updates is not that of creation.
 */
export function addHistory({ contacts }: Service, count: number): StoredContact[] {
	const nowMs = Date.now();
	return contacts.add(
		seeds(count).map((seed, index) => {
			const createdAt = nowMs - (count - index) * MINUTE_MS;
			const updatedAt = createdAt + 30.5 * MINUTE_MS;
			return index % 7 === 3 && updatedAt < nowMs
				? { ...seed, createdAt, updatedAt }
				: { ...seed, createdAt };
		}),
	);
}

export const emailsOf = (contacts: Array<{ email?: string }>): string[] =>
	contacts.map(({ email }) => String(email));

/** A sorted copy: where the order is not what is tested. */
export const sorted = (texts: Iterable<string> | null): string[] => [...(texts ?? [])].sort();
