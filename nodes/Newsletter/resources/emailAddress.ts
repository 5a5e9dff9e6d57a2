import { fieldError, insteadOf, textValue, type FieldSource } from './fieldValues';
import { withoutInvisible } from './invisible';

// What stands around an address in a list, with a name or in `mailto:`. Full-width forms, too.
const SEPARATORS = String.raw`\s@,;:<>()[\]\\"\u3001\uff0c\uff1a\uff1b\p{Surrogate}`;
const LOCAL_PART = `[^${SEPARATORS}]`;
const LABEL = String.raw`[^${SEPARATORS}.'\x60{}/?=&!#%*$+|~^\p{Ps}\p{Pe}\p{Pi}\p{Pf}]`;
// A service that sends to everybody reaches no host without a dot.
const ADDRESS = new RegExp(`^${LOCAL_PART}+@${LABEL}+(\\.${LABEL}+)+$`, 'u');
// A search for `@` alone would find everybody.
const PART_OF_ADDRESS = new RegExp(
	`^(?=.*[\\p{L}\\p{N}])(${LOCAL_PART}+|${LOCAL_PART}*@(${LABEL}|\\.)*)$`,
	'u',
);

/**
 * Removes spaces that were typed by mistake: at the ends, around the `@`, and around the first dot after
 * it. Any other space stays, so that an address beside another word is refused.
 */
function withoutSlips(text: string): string {
	if (/^[!-~]*$/.test(text)) return text;
	return withoutInvisible(text)
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim()
		.replace(/ ?@ ?/, '@')
		.replace(/^([^@]*@[^.]*?) ?\. ?/, '$1.');
}

/**
 * The one check of an address. Letters of any alphabet, plus signs, apostrophes and capitals stay as
 * they are. Anything but one plain address is refused.
 *
 * @param use a search may be for a part of an address, such as `ada@`
 * @throws {NodeOperationError} naming the field and showing the value
 */
export function emailAddress(
	source: FieldSource,
	field: string,
	value: unknown,
	use: 'contact' | 'search' = 'contact',
): string | undefined {
	const given = typeof value === 'string' ? value : '';
	const email = textValue(source, field, given === '' ? value : withoutSlips(given));
	const form = use === 'search' ? PART_OF_ADDRESS : ADDRESS;
	if (email === undefined || form.test(email)) return email;
	const shown = insteadOf(given === '' ? email : given.trim());
	throw fieldError(source, `${field} must be one email address, such as ada@example.com${shown}.`);
}
