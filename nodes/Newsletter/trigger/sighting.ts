import { createHash } from 'node:crypto';

import type { Contact } from '../transport/types';

export type TriggerEvent = 'contactCreated' | 'contactUpdated';

/** Places within one millisecond, so that a cursor can stand between contacts of one time stamp. */
const PLACES_PER_MS = 2048;

/** A contact as a page showed it. */
export interface Sighting {
	contact: Contact;
	id: string;
	createdMs: number;
	updatedMs: number;
	/** The time stamp of the trigger's event, epoch ms. */
	ms: number;
	/** The time stamp and a tie-break from the ID, as one number that sorts. */
	place: number;
	/** What is remembered of a contact once it was delivered with this time stamp. */
	fingerprint: string;
}

/** Where a millisecond begins: below all contacts of it. */
export const placeAt = (ms: number): number => ms * PLACES_PER_MS;

/** A fingerprint is so many characters of the ID's hash, then the place. */
const HASH_CHARS = 8;

export const placeIn = (fingerprint: string): number => parseInt(fingerprint.slice(HASH_CHARS), 36);

/** @returns `undefined` if the contact's time stamp cannot be read */
export function sightingOf(event: TriggerEvent, contact: Contact): Sighting | undefined {
	const createdMs = Date.parse(contact.createdAt);
	// A contact that was never changed may have none.
	const updatedMs = Date.parse(contact.updatedAt ?? contact.createdAt);
	const ms = event === 'contactCreated' ? createdMs : updatedMs;
	if (Number.isNaN(ms)) return undefined;

	const digest = createHash('sha1').update(contact.id).digest();
	const tieBreak = 1 + (digest.readUInt16BE(0) % (PLACES_PER_MS - 1));
	const place = placeAt(ms) + tieBreak;
	// Bytes 2 to 7, which are 8 characters in base64: `HASH_CHARS`.
	const hash = digest.toString('base64', 2, 8);
	const fingerprint = `${hash}${place.toString(36)}`;
	return { contact, id: contact.id, createdMs, updatedMs, ms, place, fingerprint };
}

export const byPlace = (a: Sighting, b: Sighting): number => a.place - b.place;
