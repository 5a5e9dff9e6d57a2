/** What stands in the place of a key. */
const MASK = '***';

/** Fewer characters of Base64 could be of something else. */
const LEAST_IN_BASE64 = 8;

const NAMED: Record<string, string> = {
	'"': 'quot',
	'&': 'amp',
	"'": 'apos',
	'<': 'lt',
	'>': 'gt',
};

/** A character as it is, or as it stands in JSON, in an address or in a web page, also several times over. */
function forms(character: string): string {
	const code = character.charCodeAt(0);
	const hex = code
		.toString(16)
		.padStart(2, '0')
		.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	const plain = /\w/.test(character) ? character : `\\u${code.toString(16).padStart(4, '0')}`;
	return `(?:\\\\{0,8}${plain}|\\\\{1,8}u00${hex}|%(?:25)*${hex}|&(?:amp;)*(?:#0*${code}|#[xX]0*${hex}|${
		NAMED[character] ?? '#'
	});)`;
}

/**
 * What of the key's Base64 is the same whatever stands before and behind it, for each of the three
 * places in a group of bytes at which it can begin.
 */
function inBase64(apiKey: string): string[] {
	const bytes = Buffer.byteLength(apiKey);
	const parts = [0, 1, 2].map((before) =>
		Buffer.from('\0'.repeat(before) + apiKey)
			.toString('base64')
			.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes) * 8) / 6)),
	);
	const ofUrl: Record<string, string> = { '+': '|-', '/': '|_' };
	return parts
		.filter(({ length }) => length >= LEAST_IN_BASE64)
		.map((part) => [...part].map((digit) => `(?:${forms(digit)}${ofUrl[digit] ?? ''})`).join(''))
		.map((part) => `[A-Za-z0-9+/_-]?${part}[A-Za-z0-9+/_-]?={0,2}`);
}

/** Of the last key: a run can have a thousand errors. */
let last = { apiKey: '', pattern: /(?!)/g };

/**
 * A text without the key, however the service wrote it when it repeated it: as it is, escaped for
 * JSON, an address or a web page, or within Base64.
 */
export function withoutKey(text: string, apiKey: string): string {
	if (apiKey === '' || text === '') return text;
	if (last.apiKey !== apiKey) {
		const plain = [...apiKey].map(forms).join('');
		last = { apiKey, pattern: new RegExp([plain, ...inBase64(apiKey)].join('|'), 'g') };
	}
	return text.replace(last.pattern, MASK);
}
