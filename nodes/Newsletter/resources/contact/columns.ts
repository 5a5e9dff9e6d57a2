import { withoutInvisibleAndSpaces } from '../invisible';
import { contactFields } from './contactFields';

/** Other names of columns that people use, as `columnKey` writes them. */
const ALIASES: Record<string, string[]> = {
	// The last one is that of a Google Contacts export.
	email: ['emailaddress', 'mail', 'email1value'],
	first_name: ['givenname'],
	last_name: ['surname', 'familyname'],
	name: ['fullname', 'displayname'],
};

/** A column's name in small letters, without spaces, hyphens, underscores and invisible characters. */
export const columnKey = (name: string): string =>
	withoutInvisibleAndSpaces(name)
		.replace(/[_\p{Dash_Punctuation}]/gu, '')
		.toLowerCase();

/** The contact field that a column stands for. Of several columns, the lowest rank wins. */
export interface Meaning {
	wire: string;
	rank: number;
}

const MEANINGS = new Map<string, Meaning>();
const DOCUMENTED = new Set<string>();
for (const { name, sent } of contactFields) {
	// This field has rows, which an input item cannot have.
	if (name === 'customFields') continue;
	const wire = sent.as;
	const camelCase = wire.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
	DOCUMENTED.add(wire).add(camelCase);
	[columnKey(wire), ...(ALIASES[wire] ?? [])].forEach((key, index) =>
		MEANINGS.set(key, { wire, rank: index + 1 }),
	);
}

/** @returns `undefined` for a column that is not a contact field */
export function meaningOf({ name, key }: { name: string; key: string }): Meaning | undefined {
	const meaning = MEANINGS.get(key);
	return meaning && DOCUMENTED.has(name) ? { ...meaning, rank: 0 } : meaning;
}
