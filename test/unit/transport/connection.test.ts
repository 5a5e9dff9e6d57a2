import {
	isWebAddress,
	readConnection,
	redirectedBase,
	withBase,
} from '../../../nodes/Newsletter/transport/connection';

describe('readConnection', () => {
	it('ignores blanks and line ends around each value, and slashes after the base URL', () => {
		expect(
			readConnection({
				baseUrl: ' https://api.example.com/v1// \n',
				apiKey: '\tkey of mine\r\n',
				newsletterId: ' wks_1a2B3c4D5e6F7g8H9i0Jk ',
			}),
		).toEqual({
			baseUrl: 'https://api.example.com/v1',
			apiKey: 'key of mine',
			newsletterId: 'wks_1a2B3c4D5e6F7g8H9i0Jk',
		});
	});

	it('takes what is missing or not text for empty', () => {
		expect(readConnection({ apiKey: 7 })).toEqual({ baseUrl: '', apiKey: '', newsletterId: '' });
	});
});

describe('isWebAddress', () => {
	it.each([
		['https://api.example.com/v1', true],
		['http://127.0.0.1:8080/v1', true],
		['HTTPS://API.EXAMPLE.COM', true],
		['http://[::1]:8080/v1', true],
		['', false],
		['api.example.com/v1', false],
		['ftp://api.example.com/v1', false],
		['https://', false],
		['https:///v1', false],
		['https://api.example.com/v1?key=1', false],
		['https://api.example.com/v1#top', false],
		['https://api.example.com/v 1', false],
	])('%j: %s', (address, expected) => {
		expect(isWebAddress(address)).toBe(expected);
	});
});

const BASE = 'https://api.example.com/v1';

describe('the base URL that a redirect amounts to', () => {
	const connection = { baseUrl: BASE, apiKey: 'sk\\4711' };
	it.each<[location: string, base: string]>([
		['https://new.example.com/v2', 'https://new.example.com/v2'],
		['https://new.example.com/v2/', 'https://new.example.com/v2'],
		['https://new.example.com/v2/contacts', 'https://new.example.com/v2'],
		['https://new.example.com/v2/contacts/?limit=1', 'https://new.example.com/v2'],
		['https://new.example.com/v2/contacts/con_1?a=b#top', 'https://new.example.com/v2'],
		['https://new.example.com/v2/sends/snd_1/send', 'https://new.example.com/v2'],
		['https://new.example.com/contacts', 'https://new.example.com'],
		['https://new.example.com:8443/v1/sends', 'https://new.example.com:8443/v1'],
		['https://new.example.com/contactsbook/v1/contacts', 'https://new.example.com/contactsbook/v1'],
		['//new.example.com/v1/contacts', 'https://new.example.com/v1'],
		['/v2/contacts?page=2', 'https://api.example.com/v2'],
		['contacts', 'https://api.example.com/v1'],
		['../v2/contacts', 'https://api.example.com/v2'],
		['http://', 'http://'],
	])('from %s is %s', (location, base) => {
		expect(redirectedBase(location, BASE)).toBe(base);
	});

	it('goes into a failure that has a location, and into no other', () => {
		const redirected = { kind: 'redirected', status: 301 } as const;
		expect(withBase({ ...redirected, location: '/v2/contacts' }, connection)).toEqual({
			...redirected,
			location: 'https://api.example.com/v2',
		});
		expect(withBase({ ...redirected, location: '' }, connection)).toEqual({
			...redirected,
			location: '',
		});
		expect(withBase({ kind: 'lost' }, connection)).toEqual({ kind: 'lost' });
	});

	it('shows no key that stands in it, though addresses write a backslash as a slash', () => {
		const location = 'https://new.example.com/sk\\4711/contacts';
		expect(withBase({ kind: 'redirected', location }, connection)).toMatchObject({
			location: 'https://new.example.com/***',
		});
	});
});
