import type { Page } from './list';

export interface Judgement {
	/** `total` fell while the list was read, so others may have slipped past a page's edge. */
	shrank: boolean;
	/** That may be so: more contacts are newer than the walk's beginning than `total` grew by. */
	isDoubtful: boolean;
	/** Contacts came, went or changed places while it was read. */
	moved: boolean;
}

/**
 * What the answers of one walk say of whether it can have shown the list whole.
 *
 * @param answers in the order in which they came
 * @param held contacts that they hold, each counted once
 * @param isTotalOff whether `total` counts something else, so that it says nothing of the list
 */
export function judged(answers: Page[], held: number, isTotalOff: boolean): Judgement {
	const read = answers.filter(({ contacts }) => contacts.length > 0);
	const totals = isTotalOff ? [] : read.map(({ total }) => total);
	return {
		shrank: totals.some((total, index) => (total ?? Infinity) < (totals[index - 1] ?? 0)),
		isDoubtful: isDoubtful(read),
		moved:
			read.reduce((sum, { contacts }) => sum + contacts.length, 0) > held ||
			new Set(totals).size > 1,
	};
}

/**
 * Whether more contacts were created or changed since the first answer than `total` grew by, so that
 * others may have left. The service's clock has no fractions of a second, so it may have been before.
 */
function isDoubtful(read: Page[]): boolean {
	const first = read[0];
	const last = read[read.length - 1];
	if (first?.servedAtMs === undefined || first === last) return false;
	const { servedAtMs } = first;
	const cameMeanwhile = new Set(
		read
			.flatMap(({ contacts }) => contacts)
			.filter(({ updatedAt }) => Date.parse(updatedAt) >= servedAtMs)
			.map(({ id }) => id),
	);
	return cameMeanwhile.size > (last?.total ?? 0) - (first.total ?? 0);
}
