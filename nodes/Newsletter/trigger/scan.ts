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
	/** The time stamp that the event does not go by, epoch ms. */
	otherMs: number;
	contact: Contact;
}

/** What a poll has read, and what it has learned of the list. */
export interface Scan extends Reading<SightedContact> {
	order: Order;
	/** The order is not the one of the other time stamp as well. */
	isProven: boolean;
	headOtherMs: number | null;
	/** The reading came to the fresh end, wherever it began. */
	isAtEnd: boolean;
	total: number | null;
	size: number | null;
	/** About how many contacts lie below the state's floor. */
	below: number | null;
	walk: UnfinishedWalk | null;
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
	const updatedMs = Date.parse(contact.updatedAt);
	const isCreation = event === 'contactCreated';
	const key = isCreation ? contact.createdAt : contact.updatedAt;
	const ms = isCreation ? createdMs : updatedMs;
	if (Number.isNaN(ms)) {
		const field = isCreation ? 'createdAt' : 'updatedAt';
		throw new Error(`The service gives contact ${contact.id} no ${field} that can be read.`);
	}
	return {
		id: contact.id,
		key,
		ms,
		createdMs,
		otherMs: isCreation ? updatedMs : createdMs,
		contact,
	};
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
