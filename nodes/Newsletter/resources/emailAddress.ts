import { fieldError, textValue, type FieldSource } from './fieldValues';
import { withoutUnseen } from './unseen';

const BLANKS = /[^\S\ufeff]+/u;

// Marks of a list, a name or a `mailto:` around an address; those of a full-width keyboard, too.
const SEPARATORS = String.raw`@,;:<>()[\]\\"\u3001\uff0c\uff1a\uff1b\p{Surrogate}`;
const LOCAL_PART = `[^${SEPARATORS}]`;
const LABEL = String.raw`[^${SEPARATORS}.'\x60{}/?=&!#%*$+|~^\p{Ps}\p{Pe}\p{Pi}\p{Pf}]`;
// A service that sends to everybody reaches no host without a dot.
const ADDRESS = new RegExp(`^${LOCAL_PART}+@${LABEL}+(\\.${LABEL}+)+$`, 'u');
const PART_OF_ADDRESS = new RegExp(`^(${LOCAL_PART}+|${LOCAL_PART}*@(${LABEL}|\\.)*)$`, 'u');

const MOST_SHOWN = 100;

/** Whether a space parts an address from other words, which must not become part of it. */
function hasOtherWords(text: string): boolean {
	const words = text.split(BLANKS).map(withoutUnseen);
	return words.filter((word) => word !== '').length > 1 && words.some((word) => ADDRESS.test(word));
}

/**
 * The one check of an address. Letters of any alphabet, plus signs, apostrophes and capitals stay as
 * they are; whatever is not one plain address is refused.
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
	const email = textValue(source, field, given === '' ? value : withoutUnseen(given));
	const form = use === 'search' ? PART_OF_ADDRESS : ADDRESS;
	if (email === undefined || (form.test(email) && !hasOtherWords(given))) return email;
	const shown = given === '' ? email : given.trim();
	const short = shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}...` : shown;
	throw fieldError(
		source,
		`${field} must be one email address, such as ada@example.com, not "${short}".`,
	);
}
