import type { ContactSeed } from './types';

const FIRST_NAMES = ['Ada', 'Björn', 'Chloé', 'Dmitri', 'Emeka', 'Fatima', 'Grace', 'Hiroshi'];
const LAST_NAMES = ['Lindqvist', 'Okafor', "O'Neill", 'Pereira', 'Sato', 'Vogel', 'Yılmaz'];
const NAMES = FIRST_NAMES.map((first) => LAST_NAMES.map((last) => `${first} ${last}`));

const MINUTE_MS = 60_000;

/**
 * Made-up contacts, numbered from `from` on. The first ones of a newsletter are a minute apart and end
 * a minute ago; later ones come after `lastCreatedMs` and end now, at most a second apart.
 */
export function* seededContacts(
	count: number,
	from: number,
	lastCreatedMs: number,
	nowMs: number,
): Generator<ContactSeed & { email: string }> {
	const isFirst = lastCreatedMs === -Infinity;
	const stepMs = isFirst
		? MINUTE_MS
		: Math.max(1, Math.min(1000, Math.floor((nowMs - lastCreatedMs) / count)));
	const startMs = isFirst
		? nowMs - MINUTE_MS * count
		: Math.max(nowMs - stepMs * (count - 1), lastCreatedMs + 1);
	for (let index = 0; index < count; index++) {
		const number = from + index;
		const first = number % FIRST_NAMES.length;
		const last = Math.floor(number / FIRST_NAMES.length) % LAST_NAMES.length;
		yield {
			email: `contact${number + 1}@example.com`,
			name: NAMES[first]![last]!,
			first_name: FIRST_NAMES[first]!,
			last_name: LAST_NAMES[last]!,
			createdAt: startMs + stepMs * index,
		};
	}
}
