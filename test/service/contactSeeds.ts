import type { ContactSeed } from './types';

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
		const number = String(from + index + 1);
		yield {
			email: `contact${number}@example.com`,
			name: `Contact ${number}`,
			first_name: 'Contact',
			last_name: number,
			createdAt: startMs + stepMs * index,
		};
	}
}
