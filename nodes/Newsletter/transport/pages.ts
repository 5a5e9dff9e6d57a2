import type { FetchPage } from './list';
import { readOnce, type PageRange, type Reading } from './reading';
import type { Contact } from './types';

const MOST_READINGS = 3;

/** Reads at most `most` contacts, each once. */
export async function readSome(
	fetchPage: FetchPage,
	{ pageSize, startPage }: PageRange,
	most: number,
): Promise<Contact[]> {
	// A smaller page would also move where a later page begins.
	const size = startPage === 1 ? Math.min(pageSize, most) : pageSize;
	const { contacts } = await readOnce(fetchPage, { pageSize: size, startPage }, most);
	return [...contacts.values()].slice(0, most);
}

/**
 * Reads all contacts from the range's first page on, each once. Contacts that come and go shift the
 * pages, so a list that changed while it was read is read again, at most twice.
 *
 * @returns the contacts of all readings; `changed` where the last one still shows a change, so that
 * some contacts may be missing
 */
export async function readAll(
	fetchPage: FetchPage,
	range: PageRange,
): Promise<{ contacts: Contact[]; changed: boolean }> {
	const found = new Map<string, Contact>();
	let before: Reading | undefined;
	for (let readings = 1; ; readings += 1) {
		const reading = await readOnce(fetchPage, range);
		for (const [id, contact] of reading.contacts) found.set(id, contact);
		const isWhole = isUnchanged(reading) || isSame(reading, before);
		if (isWhole || readings === MOST_READINGS) {
			return { contacts: [...found.values()], changed: !isWhole };
		}
		before = reading;
	}
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
