import { withoutKey } from '../../../nodes/Newsletter/transport/masking';

const KEY = 'sk-1/a.b+c(d)&e=f_4711';
const inUrl = encodeURIComponent(KEY);

describe('a text that repeats the key', () => {
	it.each<[how: string, repeated: string]>([
		['as it is', KEY],
		['URL-encoded', inUrl],
		['URL-encoded with small letters', inUrl.replace(/%../g, (code) => code.toLowerCase())],
		['URL-encoded in both ways', inUrl.replace('%2F', '%2f')],
	])('%s shows a mask in its place', (...[, repeated]) => {
		expect(withoutKey(`Not for ${repeated}, ${repeated}!`, KEY)).toBe('Not for ***, ***!');
	});

	it.each([
		['Too many requests', KEY],
		['sk-1/aXb+c(d)&e=f_4711', KEY],
		[inUrl.toUpperCase(), KEY],
		['no key', ''],
		['', KEY],
	])('not in %j, which stays as it is', (text, apiKey) => {
		expect(withoutKey(text, apiKey)).toBe(text);
	});
});
