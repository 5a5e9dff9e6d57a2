import fc from 'fast-check';
import { readAll } from '../../../nodes/Newsletter/transport/pages';
import { SimulatedList, type Change, type ListOptions, type ListOrder } from './simulatedList';

export const STEADY_ORDERS: ListOrder[] = ['newest', 'oldest', 'email', 'updated'];

export const idsOf = (contacts: Array<{ id: string }>): string[] => contacts.map(({ id }) => id);

const changes = (kinds: Array<Change['kind']>, most = 10) =>
	fc.array(fc.record({ before: fc.nat(12), kind: fc.constantFrom(...kinds), pick: fc.nat(1000) }), {
		maxLength: most,
	});

export const lists = (orders: ListOrder[], kinds: Array<Change['kind']>) =>
	fc.record({
		contacts: fc.nat(40),
		order: fc.constantFrom(...orders),
		mostPerPage: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
		changes: kinds.length === 0 ? fc.constant<Change[]>([]) : changes(kinds),
		seed: fc.nat(1_000_000),
	});

export const pageSizes = fc.integer({ min: 1, max: 15 });

/** No contact is there twice, and none is missing that was there all along. */
export async function expectEachOnce(options: ListOptions, pageSize: number): Promise<void> {
	const list = new SimulatedList(options);
	const ids = idsOf((await readAll(list.fetchPage, { pageSize, startPage: 1 })).contacts);
	expect(new Set(ids).size).toBe(ids.length);
	expect(list.thereAllAlong.filter((id) => !ids.includes(id))).toEqual([]);
}
