import {
	faultOf,
	readConnection,
	withoutKey,
} from '../../../nodes/Newsletter/transport/connection';

it.each([
	['https://api.example.com/v1', true],
	['http://127.0.0.1:8080/v1', true],
	['HTTPS://API.EXAMPLE.COM', true],
	['http://[::1]:8080/v1', true],
	['https://api.example.com/@team/v1', true],
	['', false],
	['api.example.com/v1', false],
	['ftp://api.example.com/v1', false],
	['https:///v1', false],
	['https://api.example.com/v1?key=1', false],
	['https://api.example.com/v1#top', false],
	['https://api.example.com/v 1', false],
	['http://user:pass@127.0.0.1:8080/v1', false],
	['http://user@example.com', false],
])('%j is a URL without a login: %s', (baseUrl, expected) => {
	const fault = faultOf({ baseUrl, apiKey: 'sk_1234', newsletterId: '' });
	expect(fault?.kind).toBe(expected ? undefined : 'noBaseUrl');
});

it.each([undefined, null, 17, {}])('%j in a credential is as if nothing were there', (value) => {
	const connection = readConnection({
		baseUrl: value as string,
		apiKey: value as string,
		newsletterId: value as string,
	});
	expect(connection).toEqual({ baseUrl: '', apiKey: '', newsletterId: '' });
});

it.each([
	['sk_1234', true],
	['', false],
	['sk 1', false],
	['schlüssel', false],
])('%j can be a key: %s', (key, expected) => {
	const fault = faultOf({ baseUrl: 'https://api.example.com', apiKey: key, newsletterId: '' });
	expect(fault?.kind).toBe(expected ? undefined : 'noKey');
});

const connection = { baseUrl: 'https://api.example.com/v1', apiKey: 'sk\\4711' };

it.each([
	['https://new.example.com/v2/', 'https://new.example.com/v2'],
	['https://new.example.com/v2/contacts/con_1?a=b#top', 'https://new.example.com/v2'],
	['https://new.example.com/v2/sends/snd_1/send', 'https://new.example.com/v2'],
	['https://new.example.com/contacts', 'https://new.example.com'],
	['https://new.example.com/contactsbook/v1/contacts', 'https://new.example.com/contactsbook/v1'],
	['//new.example.com/v1/contacts', 'https://new.example.com/v1'],
	['/v2/contacts?page=2', 'https://api.example.com/v2'],
	['../v2/contacts', 'https://api.example.com/v2'],
	['http://', 'http://'],
	['https://new.example.com/sk\\4711/contacts', 'https://new.example.com/***'],
	['', ''],
])('a redirect to %j names the base URL %j', (location, base) => {
	const failure = { kind: 'redirected', location } as const;
	expect(withoutKey(failure, connection)).toEqual({ kind: 'redirected', location: base });
});
