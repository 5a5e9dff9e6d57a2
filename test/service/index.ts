/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import type { AddressInfo } from 'node:net';
import type { Behaviour } from './behaviour';
import type { ContactStore } from './contactStore';
import { addControl, CONTROL_PREFIX } from './control';
import { FaultCounter } from './faults';
import { Recorder } from './recorder';
import { BASE_PATH, createServer } from './server';
import { Store } from './store';
import type { RecordedRequest, StoredSend } from './types';

export type { Behaviour, Order } from './behaviour';
export type { FaultMatch, FaultRule } from './faults';
export type { ContactStore } from './contactStore';
export type * from './types';

export const DEFAULT_API_KEY = 'key-of-the-stand-in-service';
export const DEFAULT_NEWSLETTER_ID = 'wks_mainNewsletter0000001';

export interface ServiceOptions {
	/** How many made-up contacts the newsletter starts with. Default 0. */
	contacts?: number;
	newsletterId?: string;
	apiKey?: string;
	/** 0, the default, takes a free port. */
	port?: number;
	/** Milliseconds; dates contacts and sends, and the answers in their `Date` header. Default: the wall clock. */
	clock?: () => number;
	behaviour?: Partial<Behaviour>;
}

export interface Service {
	/** The base URL, with the version segment. */
	readonly url: string;
	readonly controlUrl: string;
	readonly apiKey: string;
	readonly newsletterId: string;
	/** Can be changed at any time; holds from the next request on. */
	readonly behaviour: Behaviour;
	/** Every request since the start or the last reset, in the order they came. */
	readonly requests: RecordedRequest[];
	/** The contacts of `newsletterId`. */
	readonly contacts: ContactStore;
	readonly sends: { all(): StoredSend[] };
	readonly maxInFlight: number;
	/** The contacts of any newsletter; throws where there is none of that ID. */
	newsletter(id: string): ContactStore;
	/** Adds a further newsletter to the same service, and returns its contacts. */
	addNewsletter(id: string): ContactStore;
	resetRequests(): void;
	/** Back to how it was started: contacts, behaviour, no sends, no requests. */
	reset(): void;
	/** Ends at once, whatever is still open. */
	stop(): Promise<void>;
}

/** Starts a service on 127.0.0.1 that holds the documented interface in memory. */
export const startService = async (options: ServiceOptions = {}): Promise<Service> => {
	const { apiKey = DEFAULT_API_KEY, newsletterId = DEFAULT_NEWSLETTER_ID } = options;
	const store = new Store(options.clock ?? Date.now, options.behaviour ?? {});
	const recorder = new Recorder(apiKey);
	const faultCounter = new FaultCounter();
	const contacts = store.addNewsletter(newsletterId);
	contacts.fill(options.contacts ?? 0);

	const app = createServer({ store, recorder, faultCounter });
	const service: Service = {
		url: '',
		controlUrl: '',
		apiKey,
		newsletterId,
		behaviour: store.behaviour,
		requests: recorder.requests,
		contacts,
		sends: store.sends,
		get maxInFlight() {
			return recorder.maxInFlight;
		},
		newsletter: (id) => store.newsletter(id),
		addNewsletter: (id) => store.addNewsletter(id),
		resetRequests: () => recorder.reset(),
		reset: () => {
			store.reset(contacts);
			contacts.fill(options.contacts ?? 0);
			faultCounter.reset();
			recorder.reset();
		},
		stop: async () => {
			app.server.closeAllConnections();
			await app.close();
		},
	};
	addControl(app, service);
	await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
	const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
	return Object.defineProperties(service, {
		url: { value: origin + BASE_PATH },
		controlUrl: { value: origin + CONTROL_PREFIX },
	});
};
