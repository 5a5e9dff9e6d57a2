export type ListOrder =
	| 'newest'
	| 'oldest'
	| 'email'
	| 'shuffled'
	| 'random'
	| 'updatedNewest'
	| 'updatedOldest';

export interface Sortable {
	email: string;
	createdMs: number;
	updatedMs: number;
	/** Its place in the shuffled order, and among contacts of one time stamp. */
	shuffledAt: number;
}

export function compare(order: ListOrder, a: Sortable, b: Sortable): number {
	const ties = a.shuffledAt - b.shuffledAt;
	switch (order) {
		case 'newest':
			return b.createdMs - a.createdMs || ties;
		case 'oldest':
			return a.createdMs - b.createdMs || ties;
		case 'updatedNewest':
			return b.updatedMs - a.updatedMs || ties;
		case 'updatedOldest':
			return a.updatedMs - b.updatedMs || ties;
		case 'email':
			return a.email < b.email ? -1 : 1;
		case 'shuffled':
		case 'random':
			return ties;
	}
}

export function shuffle<T>(items: T[], random: () => number): void {
	for (let last = items.length - 1; last > 0; last -= 1) {
		const at = Math.floor(random() * (last + 1));
		[items[last], items[at]] = [items[at] as T, items[last] as T];
	}
}
