import type { Contact, ContactFields, CustomFields, StoredContact } from './types';

/**
 * The stored form. Timestamps are numbers and what can be computed is not kept, so that a million
 * contacts fit easily into memory.
 */
export interface ContactRecord
	extends Omit<Required<ContactFields>, 'subscribed_from' | 'custom_fields'> {
	readonly id: string;
	readonly seq: number;
	readonly shuffleKey: number;
	readonly createdMs: number;
	emailKey: string;
	subscribed_from: string | undefined;
	custom_fields: CustomFields | undefined;
	updatedMs: number;
}

/** A bijection of 32-bit integers whose values look random. */
export const scramble = (value: number): number => {
	let mixed = value | 0;
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (mixed ^ (mixed >>> 16)) | 0;
};

/** Distinct for distinct numbers, and without their order, which nobody may rely on. */
export const scrambledId = (prefix: string, seq: number): string =>
	`${prefix}${(scramble(seq) >>> 0).toString(36).padStart(7, '0')}${(scramble(~seq) >>> 0)
		.toString(36)
		.padStart(14, 'x')}`;

export const emailKeyOf = (email: string): string => email.toLowerCase();

export const atPrecision = (ms: number, precision: 'ms' | 's'): number =>
	precision === 's' ? Math.floor(ms / 1000) * 1000 : ms;

export const timestamp = (ms: number, precision: 'ms' | 's'): string => {
	const iso = new Date(ms).toISOString();
	return precision === 's' ? `${iso.slice(0, 19)}Z` : iso;
};

export const toContact = (
	record: ContactRecord,
	workspaceId: string,
	precision: 'ms' | 's' = 'ms',
): Contact => ({
	id: record.id,
	workspace_id: workspaceId,
	name: record.name,
	first_name: record.first_name,
	last_name: record.last_name,
	email: record.email,
	subscribed: record.subscribed,
	unsub_token: `unsub_${record.id.slice(4)}`,
	custom_fields: record.custom_fields ?? {},
	createdAt: timestamp(record.createdMs, precision),
	updatedAt: timestamp(record.updatedMs, precision),
});

export const toStoredContact = (record: ContactRecord, workspaceId: string): StoredContact => ({
	...toContact(record, workspaceId),
	...(record.subscribed_from === undefined ? {} : { subscribed_from: record.subscribed_from }),
});
