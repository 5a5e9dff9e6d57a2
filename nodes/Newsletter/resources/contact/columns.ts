import { withoutInvisibleAndSpaces } from '../invisible';
import { contactFields } from './contactFields';

/** What people's columns are called, besides the names of the fields; as `columnKey` writes them. */
const ALIASES: Record<string, string[]> = {
	// The last one is that of a Google Contacts export.
	email: ['emailaddress', 'mail', 'email1value'],
	first_name: ['givenname'],
	last_name: ['surname', 'familyname'],
	name: ['fullname', 'displayname'],
};

/** A column's name without case, spaces, hyphens, underscores and characters that nobody sees. */
export const columnKey = (name: string): string =>
	withoutInvisibleAndSpaces(name)
		.replace(/[_\p{Dash_Punctuation}]/gu, '')
		.toLowerCase();

/** The field of a contact that a column is, and how sure that is: the lowest rank wins. */
export interface Meaning {
	wire: string;
	rank: number;
}

const MEANINGS = new Map<string, Meaning>();
const DOCUMENTED = new Set<string>();
for (const { name, sent } of contactFields) {
	// Rows of custom fields are nothing that an input item has.
	if (name === 'customFields') continue;
	const wire = sent.as;
	const camelCase = wire.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
	DOCUMENTED.add(wire).add(camelCase);
	[columnKey(wire), ...(ALIASES[wire] ?? [])].forEach((key, index) =>
		MEANINGS.set(key, { wire, rank: index + 1 }),
	);
}

/** @returns `undefined` for a column that is no field of a contact */
export function meaningOf({ name, key }: { name: string; key: string }): Meaning | undefined {
	const meaning = MEANINGS.get(key);
	return meaning && DOCUMENTED.has(name) ? { ...meaning, rank: 0 } : meaning;
}
