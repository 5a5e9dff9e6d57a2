import {
	emailKeyOf,
	scramble,
	scrambledId,
	toStoredContact,
	type ContactRecord,
} from './contactRecord';
import { seededContacts } from './contactSeeds';
import { ContactViews } from './contactViews';
import type { ContactFields, ContactSeed, StoredContact } from './types';

const toMs = (time: string | number): number =>
	typeof time === 'number' ? time : Date.parse(time);

/** The contacts of one newsletter. */
export class ContactStore {
	private readonly records = new Map<string, ContactRecord>();

	private readonly byEmailKey = new Map<string, ContactRecord>();

	private lastCreatedMs = -Infinity;

	private filled = 0;

	readonly views = new ContactViews(this.records);

	constructor(
		readonly newsletterId: string,
		private readonly clock: () => number,
		private readonly nextSeq: () => number,
	) {}

	get size(): number {
		return this.records.size;
	}

	/** Adds one contact, many, or a number of made-up ones, each created later than the one before. */
	add(contact: ContactSeed): StoredContact;
	add(contacts: ContactSeed[] | number): StoredContact[];
	add(what: ContactSeed | ContactSeed[] | number): StoredContact | StoredContact[] {
		if (typeof what === 'number') {
			return this.fill(what).map((record) => this.show(record));
		}
		if (Array.isArray(what)) return what.map((seed) => this.show(this.create(seed)));
		return this.show(this.create(what));
	}

	/** Changes fields as a test wants them; updatedAt moves on unless it is given. */
	update(id: string, fields: ContactSeed): StoredContact {
		const record = this.records.get(id);
		if (!record) throw new Error(`no contact ${id}`);
		if (fields.createdAt !== undefined || fields.id !== undefined) {
			throw new Error('id and createdAt of a contact do not change');
		}
		const { updatedAt, ...rest } = fields;
		this.change(record, rest, updatedAt === undefined ? undefined : toMs(updatedAt));
		return this.show(record);
	}

	remove(id: string): boolean {
		const record = this.records.get(id);
		if (!record) return false;
		this.records.delete(id);
		this.byEmailKey.delete(record.emailKey);
		this.views.clear();
		return true;
	}

	clear(): void {
		for (const id of [...this.records.keys()]) this.remove(id);
		this.lastCreatedMs = -Infinity;
		this.filled = 0;
	}

	/** All contacts in the order they were added. */
	all(): StoredContact[] {
		return Array.from(this.records.values(), (record) => this.show(record));
	}

	byEmail(email: string): StoredContact | undefined {
		const record = this.recordByEmail(email);
		return record && this.show(record);
	}

	byId(id: string): StoredContact | undefined {
		const record = this.records.get(id);
		return record && this.show(record);
	}

	recordById(id: string): ContactRecord | undefined {
		return this.records.get(id);
	}

	recordByEmail(email: string): ContactRecord | undefined {
		return this.byEmailKey.get(emailKeyOf(email));
	}

	allRecords(): Iterable<ContactRecord> {
		return this.records.values();
	}

	/** Adds made-up contacts without showing them, which a million of them would make slow. */
	fill(count: number): ContactRecord[] {
		const seeds = seededContacts(count, this.filled, this.lastCreatedMs, this.clock());
		this.filled += count;
		return Array.from(seeds, (seed) => this.create(seed));
	}

	create(seed: ContactSeed): ContactRecord {
		const seq = this.nextSeq();
		const email = seed.email ?? `added${seq}@example.com`;
		const createdMs =
			seed.createdAt === undefined
				? Math.max(this.clock(), this.lastCreatedMs + 1)
				: toMs(seed.createdAt);
		const record: ContactRecord = {
			id: seed.id ?? scrambledId('con_', seq),
			seq,
			shuffleKey: scramble(seq ^ 0x5bd1e995),
			createdMs,
			email,
			emailKey: emailKeyOf(email),
			name: seed.name ?? '',
			first_name: seed.first_name ?? '',
			last_name: seed.last_name ?? '',
			subscribed: seed.subscribed ?? true,
			subscribed_from: seed.subscribed_from,
			custom_fields: seed.custom_fields,
			updatedMs: seed.updatedAt === undefined ? createdMs : toMs(seed.updatedAt),
		};
		if (this.records.has(record.id)) throw new Error(`contact ${record.id} is there already`);
		if (this.byEmailKey.has(record.emailKey)) throw new Error(`email ${email} is taken`);
		this.records.set(record.id, record);
		this.byEmailKey.set(record.emailKey, record);
		this.lastCreatedMs = Math.max(this.lastCreatedMs, createdMs);
		this.views.clear();
		return record;
	}

	change(record: ContactRecord, fields: ContactFields, updatedMs?: number): void {
		if (fields.email !== undefined) this.changeEmail(record, fields.email);
		record.name = fields.name ?? record.name;
		record.first_name = fields.first_name ?? record.first_name;
		record.last_name = fields.last_name ?? record.last_name;
		record.subscribed = fields.subscribed ?? record.subscribed;
		record.subscribed_from = fields.subscribed_from ?? record.subscribed_from;
		record.custom_fields = fields.custom_fields ?? record.custom_fields;
		record.updatedMs = updatedMs ?? Math.max(this.clock(), record.updatedMs + 1);
		this.views.clear();
	}

	private changeEmail(record: ContactRecord, email: string): void {
		const emailKey = emailKeyOf(email);
		const owner = this.byEmailKey.get(emailKey);
		if (owner && owner !== record) throw new Error(`email ${email} is taken`);
		this.byEmailKey.delete(record.emailKey);
		this.byEmailKey.set(emailKey, record);
		record.email = email;
		record.emailKey = emailKey;
	}

	private show(record: ContactRecord): StoredContact {
		return toStoredContact(record, this.newsletterId);
	}
}
