import type { FetchPage } from '../transport/list';
import type { Contact } from '../transport/types';
import { scanInOrder } from './orderedScan';
import type { Order } from './order';
import type { Reading } from './selection';
import type { Sighting, TriggerEvent, TriggerState, UnfinishedWalk } from './state';
import { scanWhole } from './wholeScan';

/** A contact with the time stamp that the event goes by. */
export interface SightedContact extends Sighting {
	createdMs: number;
	contact: Contact;
}

/** What a poll has read, and what it has learned of the list. */
export interface Scan extends Reading<SightedContact> {
	order: Order;
	total: number | null;
	size: number | null;
	/** The newest time stamp in the list at the end of the reading, epoch ms. */
	head: number | null;
	/** About how many contacts lie below the state's floor. */
	below: number | null;
	walk: UnfinishedWalk | null;
	/** The service's clock at the beginning, epoch ms, where it says so. */
	servedAtMs: number | null;
}

export interface ScanLimits {
	/** Contacts to ask for a page. */
	pageSize: number;
	/** Due contacts that are enough. */
	most: number;
	/** Whether the poll's time is used up. */
	isTimeUp: () => boolean;
	now: () => number;
}

/** @throws {Error} where the service gives no time stamp that can be read */
export function sighted(event: TriggerEvent, contact: Contact): SightedContact {
	const createdMs = Date.parse(contact.createdAt);
	const key = event === 'contactCreated' ? contact.createdAt : contact.updatedAt;
	const ms = Date.parse(key);
	if (Number.isNaN(ms)) {
		const field = event === 'contactCreated' ? 'createdAt' : 'updatedAt';
		throw new Error(`The service gives contact ${contact.id} no ${field} that can be read.`);
	}
	return { id: contact.id, key, ms, createdMs, contact };
}

/**
 * Reads what a poll needs: from the fresh end where the list is known to be in order, else all of
 * it. What does not fit the order makes it read everything.
 */
export async function scan(
	fetchPage: FetchPage,
	state: TriggerState,
	event: TriggerEvent,
	limits: ScanLimits,
): Promise<Scan> {
	const inOrder =
		state.order === null || state.walk !== null
			? undefined
			: await scanInOrder(fetchPage, state, event, limits);
	return inOrder ?? (await scanWhole(fetchPage, state, event, limits));
}
