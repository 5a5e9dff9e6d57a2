import type { FetchPage, Page } from './list';
import { MOST_IN_FLIGHT } from './pace';
import type { Contact } from './types';

export interface PageRange {
	/** Contacts asked for a page; the service may give fewer. */
	pageSize: number;
	/** First page, from 1. */
	startPage: number;
}

/** What one walk over the pages found. */
interface Walk {
	/** By id, in the order of the list; a contact that was seen twice counts once, as last read. */
	contacts: Map<string, Contact>;
	total: number | undefined;
	/** The page size that the service keeps to. */
	size: number;
	/** Contacts left the list while it was read, so others may have slipped past a page's edge. */
	shrank: boolean;
	/** That may be so: more contacts are newer than the walk's beginning than `total` grew by. */
	isDoubtful: boolean;
	/** Contacts came, went or changed places while it was read. */
	moved: boolean;
	/** Where to go on when time was up before the end; `undefined` after a whole walk. */
	nextPage: number | undefined;
	/** The service's clock at the first answer, epoch ms. */
	servedAtMs: number | undefined;
}

/** What has been read of a whole list, by one walk or several. */
export interface WholeList extends Walk {
	/** The last walk's contacts, in the order of the list. */
	inListOrder: Contact[];
}

const never = () => false;

/** Walks of a list whose contents cannot be told to be whole, before what was found is taken. */
const MOST_WALKS = 12;
const WALKS_WITHOUT_NEWS = 4;
/** Walks after which a mere doubt is put aside: on a busy list there is always one. */
const DOUBTFUL_WALKS = 4;

/**
 * The first page, the page size that the service keeps to, and where the range begins in pages of
 * that size.
 */
async function firstPage(fetchPage: FetchPage, { pageSize, startPage }: PageRange) {
	const page = await fetchPage(startPage, pageSize);
	const found = page.contacts.length;
	const asked = { page, size: pageSize, start: startPage };
	if (found === 0 || found >= pageSize) return asked;
	if (startPage === 1) return found >= (page.total ?? Infinity) ? asked : { ...asked, size: found };

	// A short page in the middle of a list is its last one, or as much as the service gives: the
	// first page tells. A smaller page size moves where later pages begin.
	const size = (await fetchPage(1, pageSize)).contacts.length;
	if (size >= pageSize || size === 0) return asked;
	const skipped = (startPage - 1) * pageSize;
	const start = Math.floor(skipped / size) + 1;
	const { contacts, ...rest } = await fetchPage(start, size);
	return { page: { ...rest, contacts: contacts.slice(skipped % size) }, size, start };
}

/**
 * Reads pages from the first to the end of the list, or until `most` contacts are held, a few pages
 * at a time. The end is where `total` says, else the first empty page; nothing relies on the order
 * or on `offset`.
 */
async function walk(
	fetchPage: FetchPage,
	range: PageRange,
	most: number,
	isTimeUp: () => boolean = never,
): Promise<Walk> {
	const { page: first, size, start } = await firstPage(fetchPage, range);
	const pages: Page[] = [first];
	const held = new Map<string, Contact>();
	let ended = first.contacts.length === 0;
	let total = first.total;

	const take = (page: Page, number: number) => {
		pages[number - start] = page;
		const before = held.size;
		for (const contact of page.contacts) held.set(contact.id, contact);
		const isNews = held.size > before;
		if (page.contacts.length > 0) total = page.total;
		// Without `total`, a page that repeats what is held ends a list that would otherwise go on forever.
		if (page.contacts.length === 0 || (page.total === undefined && !isNews)) ended = true;
	};
	const isLast = (number: number) => total !== undefined && number * size >= total;
	take(first, start);

	let next = start + 1;
	const isDone = () => ended || held.size >= most || isLast(next - 1);
	while (!isDone() && !isTimeUp()) {
		const wanted = Math.ceil((most - held.size) / size);
		const left = total === undefined ? 1 : Math.ceil(total / size) - next + 1;
		const count = Math.max(1, Math.min(MOST_IN_FLIGHT, wanted, left));
		const numbers = Array.from({ length: count }, (_, index) => next + index);
		const read = await Promise.all(numbers.map(async (number) => await fetchPage(number, size)));
		read.forEach((page, index) => take(page, next + index));
		next += count;
	}
	return {
		contacts: inOrder(pages, held),
		total,
		size,
		shrank: shrankWhileRead(pages),
		isDoubtful: isDoubtful(pages),
		moved:
			pages.reduce((sum, { contacts }) => sum + contacts.length, 0) > held.size ||
			new Set(pages.filter(({ contacts }) => contacts.length > 0).map((page) => page.total)).size >
				1,
		nextPage: isDone() ? undefined : next,
		servedAtMs: first.servedAtMs,
	};
}

function inOrder(pages: Page[], held: Map<string, Contact>): Map<string, Contact> {
	const ids = pages.flatMap(({ contacts }) => contacts.map(({ id }) => id));
	return new Map(ids.map((id) => [id, held.get(id) as Contact]));
}

/** Whether contacts left between two answers: `total` fell, or a page that it promised is empty. */
function shrankWhileRead(pages: Page[]): boolean {
	return pages.some(({ total, contacts }, index) => {
		const before = pages[index - 1]?.total;
		return (
			before !== undefined && (contacts.length === 0 || (total !== undefined && total < before))
		);
	});
}

/**
 * Whether more contacts were created or changed since the first answer than `total` grew by, so that
 * others may have left. The service's clock has no fractions of a second, so it may have been before.
 */
function isDoubtful(pages: Page[]): boolean {
	const read = pages.filter(({ contacts }) => contacts.length > 0);
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

/** Reads at most `most` contacts, each once. */
export async function readSome(
	fetchPage: FetchPage,
	{ pageSize, startPage }: PageRange,
	most: number,
): Promise<Contact[]> {
	// A smaller page would also move where a later page begins.
	const size = startPage === 1 ? Math.min(pageSize, most) : pageSize;
	const { contacts } = await walk(fetchPage, { pageSize: size, startPage }, most);
	return [...contacts.values()].slice(0, most);
}

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
	const all = new Map<string, Contact>();
	let servedAtMs: number | undefined;
	let previousIds = '';
	let withoutNews = 0;

	for (let walks = 1; ; walks += 1) {
		const current = await walk(fetchPage, range, Infinity, isTimeUp);
		const { contacts, total, shrank, nextPage } = current;
		servedAtMs ??= current.servedAtMs;
		const before = all.size;
		for (const [id, contact] of contacts) all.set(id, contact);
		withoutNews = all.size > before ? 0 : withoutNews + 1;

		const ids = [...contacts.keys()].join();
		const isSame = ids === previousIds;
		previousIds = ids;
		const expected = (total ?? 0) - (range.startPage - 1) * range.pageSize;
		const isFull =
			total !== undefined &&
			contacts.size >= expected &&
			(!current.isDoubtful || walks >= DOUBTFUL_WALKS);
		const isWhole =
			!shrank && (isFull || (isSame && !current.moved) || withoutNews >= WALKS_WITHOUT_NEWS);
		if (isWhole || nextPage !== undefined || walks >= MOST_WALKS || isTimeUp()) {
			const inListOrder = [...contacts.values()];
			return { ...current, contacts: all, shrank: !isWhole, inListOrder, nextPage, servedAtMs };
		}
	}
}

/** As `readWhole`, without a limit of time. */
export async function readAll(fetchPage: FetchPage, range: PageRange): Promise<Contact[]> {
	return [...(await readWhole(fetchPage, range)).contacts.values()];
}
