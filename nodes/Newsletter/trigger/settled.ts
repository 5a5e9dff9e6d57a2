import { createHash } from 'node:crypto';

import type { Sighting } from './state';

/**
 * Contacts that were delivered but may still be met again, as fingerprints of contact and time
 * stamp, packed by the minute of the time stamp so that whole minutes can be dropped.
 */
export type Settled = Record<string, string>;

/** What they may take of the state, characters: a fingerprint takes about 5, a minute about 20. */
export const CAPACITY_CHARS = 200_000;
/** What they may take together with those of a doubt, which take about 4 each. */
export const CAPACITY_WITH_DOUBT_CHARS = 235_000;
const REMEMBERED_CHARS_EACH = 4;
const CHARS_EACH = 5;
const CHARS_OF_MINUTE = 25;

const MINUTE_MS = 60_000;
const BYTES = 5;
const VARINT_BASE = 128;

const minuteOf = (ms: number) => String(Math.floor(ms / MINUTE_MS));

/** 40 bits: among 40,000 others, one contact in 27 million is mistaken for one of them. */
export function fingerprint({ id, key }: Pick<Sighting, 'id' | 'key'>): number {
	return createHash('sha256').update(`${id} ${key}`).digest().readUIntBE(0, BYTES);
}

/** Numbers in rising order as the differences between them, 7 bits a byte. */
export function packSorted(numbers: number[]): string {
	const bytes: number[] = [];
	let previous = 0;
	for (const number of numbers) {
		let rest = number - previous;
		previous = number;
		while (rest >= VARINT_BASE) {
			bytes.push((rest % VARINT_BASE) + VARINT_BASE);
			rest = Math.floor(rest / VARINT_BASE);
		}
		bytes.push(rest);
	}
	return Buffer.from(bytes).toString('base64');
}

/** Different numbers in the same form. */
export const pack = (numbers: Iterable<number>): string =>
	packSorted([...new Set(numbers)].sort((a, b) => a - b));

export function unpack(packed: string): number[] {
	const numbers: number[] = [];
	let previous = 0;
	let rest = 0;
	let scale = 1;
	for (const byte of Buffer.from(packed, 'base64')) {
		rest += (byte % VARINT_BASE) * scale;
		scale *= VARINT_BASE;
		if (byte >= VARINT_BASE) continue;
		previous += rest;
		numbers.push(previous);
		rest = 0;
		scale = 1;
	}
	return numbers;
}

/** A check for whether a contact is settled under its time stamp. */
export function settledCheck(settled: Settled): (sighting: Sighting) => boolean {
	const minutes = new Map<string, Set<number>>();
	return (sighting) => {
		const minute = minuteOf(sighting.ms);
		const packed = settled[minute];
		if (packed === undefined) return false;
		const numbers = minutes.get(minute) ?? new Set(unpack(packed));
		minutes.set(minute, numbers);
		return numbers.has(fingerprint(sighting));
	};
}

/**
 * The settled contacts with some more, without whole minutes below a time and without those that
 * are known not to be needed any more.
 */
export function resettle(
	settled: Settled,
	more: Sighting[],
	done: Sighting[],
	belowMs: number,
): Settled {
	const minutes = new Map<string, Set<number>>();
	const numbersOf = (minute: string) => {
		const numbers = minutes.get(minute) ?? new Set(unpack(settled[minute] ?? ''));
		minutes.set(minute, numbers);
		return numbers;
	};
	for (const sighting of done) {
		const minute = minuteOf(sighting.ms);
		if (minute in settled) numbersOf(minute).delete(fingerprint(sighting));
	}
	for (const sighting of more) numbersOf(minuteOf(sighting.ms)).add(fingerprint(sighting));

	const next: Settled = { ...settled };
	for (const [minute, numbers] of minutes) next[minute] = pack(numbers);
	return Object.fromEntries(
		Object.entries(next).filter(
			([minute, packed]) => packed !== '' && (Number(minute) + 1) * MINUTE_MS > belowMs,
		),
	);
}

export function countSettled(settled: Settled): number {
	return Object.values(settled).reduce((sum, packed) => sum + unpack(packed).length, 0);
}

export const settledChars = (settled: Settled): number => JSON.stringify(settled).length;

/** Whether there is hardly room for so many more. */
export const isCrowded = (settled: Settled, more: number): boolean =>
	settledChars(settled) + more * CHARS_EACH + CHARS_OF_MINUTE > CAPACITY_CHARS;

/**
 * Whether they take more than they may.
 *
 * @param most characters that they may take: more for the lowest of all, by which the floor gets on
 */
export const isOverfull = (settled: Settled, remembered = '', most = CAPACITY_CHARS): boolean =>
	settledChars(settled) > most ||
	settledChars(settled) + remembered.length > CAPACITY_WITH_DOUBT_CHARS;

/** Whether so many more can be remembered, some of them settled first. */
export const canRemember = (
	{ settled, doubt }: { settled: Settled; doubt: { remembered: string } | null },
	more: number,
	settledFirst: number,
): boolean =>
	settledChars(settled) +
		(doubt?.remembered.length ?? 0) +
		more * REMEMBERED_CHARS_EACH +
		settledFirst * CHARS_EACH <=
	CAPACITY_WITH_DOUBT_CHARS;

/** 32 bits of a fingerprint are enough: only the few that are out of place are looked up. */
const shortened = (number: number) => Math.floor(number / 256);

/** The fingerprints with some more, and with those that are settled no longer. */
export function remember(
	remembered: string,
	more: Sighting[],
	settledBefore: Settled,
	settledNow: Settled,
): string {
	const dropped = Object.entries(settledBefore).flatMap(([minute, packed]) => {
		const kept = new Set(unpack(settledNow[minute] ?? ''));
		return unpack(packed).filter((number) => !kept.has(number));
	});
	return pack([...unpack(remembered), ...[...more.map(fingerprint), ...dropped].map(shortened)]);
}

export function rememberedCheck(remembered: string): (sighting: Sighting) => boolean {
	let numbers: Set<number> | undefined;
	return (sighting) => {
		numbers ??= new Set(unpack(remembered));
		return numbers.has(shortened(fingerprint(sighting)));
	};
}

/** Whether some of it is no longer needed once the floor is above a time, epoch ms. */
export const canDrop = (settled: Settled, belowMs: number): boolean =>
	Object.keys(settled).some((minute) => (Number(minute) + 1) * MINUTE_MS <= belowMs);
