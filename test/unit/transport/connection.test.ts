import { isWebAddress, readConnection } from '../../../nodes/Newsletter/transport/connection';

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
