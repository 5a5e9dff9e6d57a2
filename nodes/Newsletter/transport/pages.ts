import { OperationalError } from 'n8n-workflow';

import type { FetchPage } from './list';
import { readOnce, type PageRange, type Reading } from './reading';
import type { Contact } from './types';

const MOST_READINGS = 3;

interface Result {
	contacts: Contact[];
	/** The last reading still shows a change, so that some contacts may be missing. */
	changed: boolean;
}

const cutOff = (expected: number, found: number) =>
	`The service says that there are ${expected} contacts, but its pages hold only ${found}. Run the node again, or contact the support of the service.`;

const inGetMany = (found: number) =>
	`To get these ${found} contacts anyway, set Limit to ${found} in Get Many.`;

/**
 * Reads at most `most` contacts, each once.
 *
 * @param unfiltered see `readAll`
 * @throws {OperationalError} where fewer come, and a list at rest should hold more
 */
export async function readSome(
	fetchPage: FetchPage,
	{ pageSize, startPage }: PageRange,
	most: number,
	unfiltered?: FetchPage,
): Promise<Result> {
	// A smaller page would also move where a later page begins.
	const size = startPage === 1 ? Math.min(pageSize, most) : pageSize;
	const range = { pageSize: size, startPage };
	const reading = await readOnce(fetchPage, range, most);
	const isMissing = reading.contacts.size < most && (await isShort(reading, fetchPage, unfiltered));
	const { contacts, changed } = isMissing
		? await readAll(fetchPage, range, unfiltered)
		: { contacts: [...reading.contacts.values()], changed: false };
	return { contacts: contacts.slice(0, most), changed };
}

/**
 * Reads all contacts from the range's first page on, each once. Contacts that come and go shift the
 * pages, so a list that changed while it was read is read again, at most twice.
 *
 * @param unfiltered reads the list without its filter; `fetchPage` itself if it has none. It tells whether a
 * list at rest is cut off. Without it, that is not checked.
 * @param advice what else to say where it is
 * @returns the contacts of all readings
 * @throws {OperationalError} where a list at rest is cut off
 */
export async function readAll(
	fetchPage: FetchPage,
	range: PageRange,
	unfiltered?: FetchPage,
	advice: (found: number) => string = inGetMany,
): Promise<Result> {
	const found = new Map<string, Contact>();
	let before: Reading | undefined;
	for (let readings = 1; ; readings += 1) {
		const reading = await readOnce(fetchPage, range);
		for (const [id, contact] of reading.contacts) found.set(id, contact);
		const isAtRest = isSame(reading, before);
		// Somebody may just have left: the last reading shows whether the others are still missing.
		const isCutOff = isAtRest && (await isShort(reading, fetchPage, unfiltered));
		const isLast = readings === MOST_READINGS;
		if (isCutOff && isLast) {
			const { expected = 0, contacts } = reading;
			throw new OperationalError(`${cutOff(expected, contacts.size)} ${advice(contacts.size)}`);
		}
		const isWhole = !isCutOff && (isAtRest || isUnchanged(reading));
		if (isWhole || isLast) return { contacts: [...found.values()], changed: !isWhole };
		before = reading;
	}
}

/**
 * Whether there should be more. `total` may count those that a filter leaves out, too: it does where
 * it is the same without the filter.
 */
async function isShort(
	{ contacts, expected = 0 }: Reading,
	fetchPage: FetchPage,
	unfiltered: FetchPage | undefined,
): Promise<boolean> {
	if (unfiltered === undefined || contacts.size >= expected) return false;
	if (unfiltered === fetchPage) return true;
	const [filtered, all] = await Promise.all([fetchPage(1, 1), unfiltered(1, 1)]);
	return filtered.total !== all.total;
}

const filledPages = ({ answers }: Reading) => answers.filter(({ contacts }) => contacts.length > 0);

/** Whether nothing shows that the list changed while it was read. */
function isUnchanged(reading: Reading): boolean {
	const { contacts, expected } = reading;
	const [first, ...later] = filledPages(reading);
	if (first === undefined) return true;
	if (contacts.size !== expected || later.some(({ total }) => total !== first.total)) return false;
	const beganAtMs = later.length > 0 ? first.servedAtMs : undefined;
	const isNewer = ({ updatedAt }: Contact) => Date.parse(updatedAt) >= (beganAtMs ?? Infinity);
	return ![...contacts.values()].some(isNewer);
}

/** Whether two readings found the same, whatever `total` says. */
const isSame = (one: Reading, other: Reading | undefined): boolean =>
	other !== undefined &&
	one.expected === other.expected &&
	[...one.contacts.keys()].join() === [...other.contacts.keys()].join();
