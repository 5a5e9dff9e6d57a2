import fc from 'fast-check';
import { planBatches, type Entry } from '../../../nodes/Newsletter/transport/batches';

const entry = (itemIndex: number, email: string, id?: string): Entry => ({
	itemIndex,
	contact: { email, ...(id !== undefined && { id }) },
});

const itemsOf = (batches: Entry[][]) =>
	batches.map((batch) => batch.map(({ itemIndex }) => itemIndex));

/** What two entries must not have in common to share a request. */
const keysOf = ({ contact }: Entry) => [
	`email ${contact.email.toLowerCase()}`,
	...(contact.id === undefined ? [] : [`id ${contact.id}`]),
];

describe('planBatches', () => {
	it('keeps the order of the input around an entry with an id, which may have any email', () => {
		const entries = [
			entry(0, 'old@x.org'),
			entry(1, 'old@x.org'),
			entry(2, 'new@x.org', 'con_1'),
			entry(3, 'other@x.org'),
			entry(4, 'new@x.org'),
			entry(5, 'last@x.org'),
		];
		expect(itemsOf(planBatches(entries, 1000))).toEqual([[0], [1, 2, 3, 5], [4]]);
	});

	it('keeps an id apart from an email of the same text', () => {
		const entries = [entry(0, 'a@x.org', 'b@x.org'), entry(1, 'b@x.org')];
		expect(itemsOf(planBatches(entries, 1000))).toEqual([[0, 1]]);
	});

	const someEntries = fc
		.array(
			fc.record({
				email: fc.constantFrom('a@x.org', 'A@x.org', 'b@x.org', 'c@x.org', 'd@x.org', 'e@x.org'),
				id: fc.option(fc.constantFrom('con_1', 'con_2', 'con_3'), { nil: undefined }),
			}),
			{ maxLength: 40 },
		)
		.map((rows) => rows.map(({ email, id }, index) => entry(index, email, id)));

	it('sends each entry once, no two of one contact together, the later one later, none past an id, none too large', () => {
		fc.assert(
			fc.property(someEntries, fc.integer({ min: 1, max: 10 }), (entries, size) => {
				const batches = planBatches(entries, size);
				const batchOf = new Map<Entry, number>();
				batches.forEach((batch, at) => {
					expect(batch.length).toBeGreaterThan(0);
					expect(batch.length).toBeLessThanOrEqual(size);
					const keys = batch.flatMap(keysOf);
					expect(new Set(keys).size).toBe(keys.length);
					const items = batch.map(({ itemIndex }) => itemIndex);
					expect(items).toEqual([...items].sort((a, b) => a - b));
					for (const one of batch) batchOf.set(one, at);
				});
				expect(batches.flat()).toHaveLength(entries.length);
				expect(new Set(batches.flat())).toEqual(new Set(entries));

				const lastWith = new Map<string, number>();
				let [last, lastWithId] = [0, 0];
				for (const one of entries) {
					const at = batchOf.get(one) as number;
					const { id } = one.contact;
					expect(at).toBeGreaterThanOrEqual(id === undefined ? lastWithId : last);
					last = Math.max(last, at);
					if (id !== undefined) lastWithId = at;
					for (const key of keysOf(one)) {
						expect(at).toBeGreaterThan(lastWith.get(key) ?? -1);
						lastWith.set(key, at);
					}
				}
			}),
			{ numRuns: 200 },
		);
	});
});
