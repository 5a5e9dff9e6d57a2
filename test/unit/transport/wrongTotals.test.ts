import fc from 'fast-check';
import { readAll, readSome, readWhole } from '../../../nodes/Newsletter/transport/pages';
import { expectEachOnce, idsOf, lists, pageSizes, STEADY_ORDERS } from './listCases';
import { SimulatedList, type Change, type ListOptions, type Total } from './simulatedList';

const FROM_THE_START = { pageSize: 100, startPage: 1 };
const CONTACTS = 1050;
const PAGES = 11;

/** Those that meet the end of a full page only where the list ends, whatever its length. */
const totals = fc.constantFrom<Total>('larger', 'farLarger', 'ofPage', 'soFar', 'growing');

type Row = [total: Total, pastEnd: ListOptions['pastEnd'], requests: number];

/** Requests for two walks, each with the empty pages that are under way at its end. */
const TWO_WALKS = 2 * (PAGES + 5);
/** Requests for the walks after which a list counts as whole where its end cannot be told. */
const FIVE_WALKS = 5 * (PAGES + 11 + 4);

describe('a total that counts something else', () => {
	it.each<Row>([
		['larger', 'nothing', 2 * PAGES],
		['farLarger', 'nothing', TWO_WALKS],
		['smaller', 'nothing', 2 * (PAGES + 1)],
		['ofPage', 'nothing', 2 * (PAGES + 1)],
		['pages', 'nothing', 2 * (PAGES + 1)],
		['soFar', 'nothing', 2 * (PAGES + 1)],
		['leftOver', 'nothing', 2 * (PAGES + 1)],
		['growing', 'nothing', 5 * (PAGES + 5)],
		['farLarger', 'lastPage', FIVE_WALKS],
		['ofPage', 'lastPage', FIVE_WALKS],
		['soFar', 'lastPage', FIVE_WALKS],
		['growing', 'lastPage', FIVE_WALKS],
		['growing', 'firstPages', FIVE_WALKS],
	])('(%s) over a list with %s past its end costs few requests', async (...row) => {
		const [total, pastEnd, requests] = row;
		const options: ListOptions = { contacts: CONTACTS, order: 'oldest', total, pastEnd };
		const list = new SimulatedList(options);
		const { contacts, shrank } = await readWhole(list.fetchPage, FROM_THE_START);
		expect([...contacts.keys()]).toEqual(list.thereAllAlong);
		expect(shrank).toBe(false);
		expect(list.requests.length).toBeLessThanOrEqual(requests);

		const again = new SimulatedList(options);
		const some = await readSome(again.fetchPage, FROM_THE_START, CONTACTS + 50);
		expect(idsOf(some)).toEqual(list.thereAllAlong);
	});

	it('is told from a list of one page where the service gives fewer a page than asked for', async () => {
		const list = new SimulatedList({ contacts: 250, mostPerPage: 100, total: 'ofPage' });
		const contacts = await readAll(list.fetchPage, { pageSize: 1000, startPage: 1 });
		expect(contacts).toHaveLength(250);
	});

	it.each([
		['that stops at 1,000', 1000, 1250, 100],
		['that stops at 10 pages', 10, 20, 1],
		['that is old by a page', 900, 1000, 100],
		['of a page, where the service gives 50', 50, 99, 100, 50],
		['of a page, where the service gives 250', 250, 600, 1000, 250],
	])('(%s) is not the end where a full page stands behind it', async (...row) => {
		const [, total, contacts, pageSize, mostPerPage] = row;
		const list = new SimulatedList({ contacts, order: 'oldest', mostPerPage });
		const wrong = async (page: number, limit: number) => {
			const read = await list.fetchPage(page, limit);
			return { ...read, total: read.contacts.length > total ? undefined : total };
		};
		expect(idsOf(await readAll(wrong, { pageSize, startPage: 1 }))).toEqual(list.thereAllAlong);
		const some = await readSome(wrong, { pageSize, startPage: 1 }, contacts + 1);
		expect(idsOf(some)).toEqual(list.thereAllAlong);
	});

	it('does not end a limited reading before the limit', async () => {
		const list = new SimulatedList({ contacts: 250, order: 'oldest', total: 'ofPage' });
		const some = await readSome(list.fetchPage, FROM_THE_START, 150);
		expect(idsOf(some)).toEqual(list.thereAllAlong.slice(0, 150));
		expect(list.requests).toHaveLength(2);
	});

	it('leaves each contact of a list at rest there once, whatever stands past the end', async () => {
		const pastEnds = fc.constantFrom<ListOptions['pastEnd']>('nothing', 'lastPage');
		const uncapped = lists(STEADY_ORDERS, []).map((list) => ({ ...list, mostPerPage: undefined }));
		await fc.assert(
			fc.asyncProperty(
				uncapped,
				pageSizes,
				totals,
				pastEnds,
				async (list, size, total, pastEnd) => {
					await expectEachOnce({ ...list, total, pastEnd }, size);
				},
			),
			{ numRuns: 300 },
		);
	});

	// A contact that leaves while the second page shows that the first is all cannot be told apart.
	it.each<[change: string, totals: Total[], kinds: Array<Change['kind']>]>([
		['come, go and move', ['farLarger', 'growing'], ['insert', 'delete', 'update']],
		['come and move', ['farLarger', 'ofPage', 'soFar', 'growing'], ['insert', 'update']],
	])('leaves each contact there once while contacts %s', async (...[, kindsOfTotal, kinds]) => {
		const moving = lists(STEADY_ORDERS, kinds).map((list) => ({ ...list, mostPerPage: undefined }));
		const wrong = fc.constantFrom(...kindsOfTotal);
		await fc.assert(
			fc.asyncProperty(moving, pageSizes, wrong, async (list, size, total) => {
				await expectEachOnce({ ...list, total }, size);
			}),
			{ numRuns: 300 },
		);
	});
});

it('an import that pushes the list on by ten pages does not end a walk', async () => {
	const list = new SimulatedList({
		contacts: 300,
		order: 'newest',
		changes: Array.from({ length: 100 }, (_, pick) => ({ before: 20, kind: 'insert', pick })),
	});
	const { contacts } = await readWhole(list.fetchPage, { pageSize: 10, startPage: 1 });
	expect(list.thereAllAlong.filter((id) => !contacts.has(id))).toEqual([]);
	const firstWalk = list.requests.findIndex(({ page }, index) => page === 1 && index > 0);
	expect(firstWalk).toBe(41);
});
