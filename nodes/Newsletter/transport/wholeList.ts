import type { FetchPage } from './list';
import type { Contact } from './types';
import { never, walk, type PageRange, type Walk } from './walk';

/** What has been read of a whole list, by one walk or several. */
export interface WholeList extends Walk {
	/** The last walk's contacts, in the order of the list. */
	inListOrder: Contact[];
	/** `total`, and the service's clock in epoch ms, at the last walk's first answer. */
	begin: Pick<Walk, 'total' | 'servedAtMs'>;
}

type Seen = Pick<Walk, 'contacts' | 'total' | 'moved'>;

/** Walks of a list whose contents cannot be told to be whole, before what was found is taken. */
const MOST_WALKS = 12;
const WALKS_WITHOUT_NEWS = 4;
/** Walks after which a mere doubt is put aside: on a busy list there is always one. */
const DOUBTFUL_WALKS = 4;

/**
 * Reads every contact from the range's first page on, each once, also when contacts come and go
 * meanwhile or when the order changes from page to page: the list is walked again until a walk
 * shows it whole, and the walks are joined by id.
 *
 * @param isTimeUp asked between requests; once true, what has been read so far is returned
 */
export async function readWhole(
	fetchPage: FetchPage,
	range: PageRange,
	isTimeUp: () => boolean = never,
): Promise<WholeList> {
	let all = new Map<string, Contact>();
	let previous: Seen = { contacts: all, total: undefined, moved: false };
	let servedAtMs: number | undefined;
	let withoutNews = 0;

	for (let walks = 1; ; walks += 1) {
		const current = await walk(fetchPage, range, Infinity, isTimeUp);
		const { contacts, total, isShort, nextPage } = current;
		servedAtMs ??= current.servedAtMs;
		const before = all.size;
		all = before === 0 ? contacts : new Map([...all, ...contacts]);
		withoutNews = all.size > before ? 0 : withoutNews + 1;

		const expected = (total ?? 0) - (range.startPage - 1) * range.pageSize;
		const isFull =
			total !== undefined &&
			!isShort &&
			contacts.size >= expected &&
			(!current.isDoubtful || walks >= DOUBTFUL_WALKS);
		// A total that promises what no walk finds is as good as none.
		const isAll = isShort ? contacts.size === all.size : all.size >= expected;
		const isWhole =
			!current.shrank &&
			(isFull || isSame(current, previous) || (withoutNews >= WALKS_WITHOUT_NEWS && isAll));
		previous = current;
		if (isWhole || nextPage !== undefined || walks >= MOST_WALKS || isTimeUp()) {
			const inListOrder = [...contacts.values()];
			// What is not read to its end has not missed anybody yet.
			const shrank = nextPage === undefined ? !isWhole : current.shrank;
			const begin = { total: current.firstTotal, servedAtMs: current.servedAtMs };
			return { ...current, contacts: all, shrank, inListOrder, begin, servedAtMs };
		}
	}
}

/** Whether two walks saw the same list at rest. */
const isSame = (one: Seen, other: Seen): boolean =>
	!one.moved &&
	!other.moved &&
	one.total === other.total &&
	[...one.contacts.keys()].join() === [...other.contacts.keys()].join();
