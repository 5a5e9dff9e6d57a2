import { withoutKey } from '../../../nodes/Newsletter/transport/masking';

const KEY = 'sk-1/a"b\\c+d&e=f_4711';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const inUrl = encodeURIComponent(KEY);
const inJson = JSON.stringify(KEY).slice(1, -1);

describe('a text that repeats the key', () => {
	it.each<[how: string, repeated: string]>([
		['as it is', KEY],
		['escaped for an address', inUrl],
		['escaped for an address in small letters', inUrl.toLowerCase()],
		['escaped for an address in every character', hexOf((hex) => `%${hex}`)],
		['escaped for an address twice', encodeURIComponent(inUrl)],
		['escaped for JSON', inJson],
		['escaped for JSON twice', JSON.stringify(inJson).slice(1, -1)],
		['escaped for JSON with slashes', inJson.replaceAll('/', '\\/')],
		['escaped for JSON in every character', hexOf((hex) => `\\u00${hex}`)],
		['escaped for a web page', KEY.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
		['escaped for a web page by numbers', hexOf((hex) => `&#x${hex};`)],
		['partly escaped', KEY.replace('"', '%22')],
	])('%s does so no more', (...[, repeated]) => {
		expect(withoutKey(`Not for ${repeated}, sorry`, KEY)).toBe('Not for ***, sorry');
	});

	it.each<[how: string, repeated: string]>([
		['alone', base64(KEY)],
		['as a password', base64(`ada:${KEY}`)],
		['as a user', base64(`${KEY}:`)],
		['after one more character', base64(`ada::${KEY}`)],
		['after two more characters', base64(`ada:::${KEY}:x`)],
		['in the part of a token', `e30.${base64(`{"key":"${KEY}"}`)}.c2ln`],
		['in the alphabet of addresses', Buffer.from(`>>?${KEY}`).toString('base64url')],
		['escaped for an address', encodeURIComponent(base64(`?>~${KEY}`))],
		['escaped for JSON with slashes', base64(`?>~${KEY}`).replaceAll('/', '\\/')],
	])('in Base64, %s, does so no more', (...[, repeated]) => {
		const shown = withoutKey(`Basic ${repeated}`, KEY);
		expect(shown).toContain('***');
		const left = shown.split(/[^\w+/=-]+/).map((part) => Buffer.from(part, 'base64').toString());
		expect(left.join(' ')).not.toMatch(/sk-1|4711|a"b|d&e/);
	});

	it('has every place masked', () => {
		expect(withoutKey(`${KEY} ${KEY} ${inUrl}`, KEY)).toBe('*** *** ***');
	});
});

describe('a text without the key', () => {
	it.each(['', 'Too many requests', 'sk-1/a"b', base64('some other text of that length'), 'sk-2'])(
		'stays as it is: %j',
		(text) => {
			expect(withoutKey(text, KEY)).toBe(text);
			expect(withoutKey(text, '')).toBe(text);
		},
	);

	it('is told from that of a key asked for before', () => {
		expect(withoutKey('first second', 'first')).toBe('*** second');
		expect(withoutKey('first second', 'second')).toBe('first ***');
	});

	it('is not taken for the Base64 of a key that is too short to be known in it', () => {
		expect(withoutKey(`abc ${base64('abc')}`, 'abc')).toBe(`*** ${base64('abc')}`);
	});

	it.each(['a', 's', '\\', '%25', '&amp;', 'c2st'])('is known however often it has %j', (part) => {
		const text = part.repeat(20_000);
		expect(withoutKey(text, KEY)).toBe(text);
	});
});

function hexOf(form: (hex: string) => string): string {
	return [...KEY].map((character) => form(character.charCodeAt(0).toString(16))).join('');
}
