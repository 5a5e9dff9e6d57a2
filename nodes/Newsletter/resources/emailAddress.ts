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

/** Whether a blank parts an address from other words, which must not become part of it. */
function hasOtherWords(text: string): boolean {
	const words = text.split(BLANKS).map(withoutUnseen);
	return words.filter((word) => word !== '').length > 1 && words.some((word) => ADDRESS.test(word));
}

function checked(
	form: RegExp,
	source: FieldSource,
	field: string,
	value: unknown,
): string | undefined {
	const given = typeof value === 'string' ? value : '';
	const email = textValue(source, field, given === '' ? value : withoutUnseen(given));
	if (email === undefined || (form.test(email) && !hasOtherWords(given))) return email;
	const shown = given === '' ? email : given.trim();
	const short = shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}...` : shown;
	throw fieldError(
		source,
		`${field} must be one email address, such as ada@example.com, not "${short}".`,
	);
}

/**
 * The one check of an address. Letters of any alphabet, plus signs, apostrophes and capitals stay as
 * they are; whatever is not one plain address is refused.
 *
 * @throws {NodeOperationError} naming the field and showing the value
 */
export const emailAddress = (source: FieldSource, field: string, value: unknown) =>
	checked(ADDRESS, source, field, value);

/** As `emailAddress`, for a search, which may be for a part of an address such as `ada@`. */
export const searchedEmail = (source: FieldSource, field: string, value: unknown) =>
	checked(PART_OF_ADDRESS, source, field, value);
