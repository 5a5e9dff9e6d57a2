import type { IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';
import { searchContacts } from '../../../nodes/Newsletter/listSearch/contacts';
import { NEWSLETTER, node } from '../node';

const OTHER = 'wks_otherNewsletter000000';

function editorWith(
	newsletterId: string,
	{ statusCode = 200, body }: { statusCode?: number; body: object },
) {
	const requests: IHttpRequestOptions[] = [];
	const context = {
		getCredentials: async () => ({
			baseUrl: 'https://api.example.com/v1',
			apiKey: 'key',
			newsletterId: NEWSLETTER,
		}),
		getNode: () => node,
		getCurrentNodeParameter: () => newsletterId,
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) => {
				requests.push(options);
				return { statusCode, headers: {}, body };
			},
		},
	} as unknown as ILoadOptionsFunctions;
	return { search: searchContacts.bind(context), requests };
}

const contacts = (count: number, total?: number) => ({
	body: {
		data: Array.from({ length: count }, (_, index) => ({
			id: `con_${index}`,
			email: `${index}@example.com`,
			name: index === 0 ? ' Ada ' : '',
		})),
		...(total !== undefined && { total }),
	},
});

describe('the search for a contact', () => {
	it('shows the email, and the name where there is one', async () => {
		const { search } = editorWith('', contacts(2, 2));
		expect(await search()).toEqual({
			results: [
				{ name: '0@example.com (Ada)', value: 'con_0' },
				{ name: '1@example.com', value: 'con_1' },
			],
			paginationToken: undefined,
		});
	});

	it('asks for what is typed, without blanks, and for nothing where nothing is typed', async () => {
		const { search, requests } = editorWith('', contacts(0));
		await search(' ada@ ');
		await search(' ');
		await search();
		const query = { newsletter_id: NEWSLETTER, limit: 100, page: 1 };
		expect(requests.map(({ qs }) => qs)).toEqual([{ ...query, email: 'ada@' }, query, query]);
	});

	it.each([
		['the field', OTHER, OTHER],
		['the credential for an empty field', '', NEWSLETTER],
		['the credential for an expression', '={{ $json.newsletter }}', NEWSLETTER],
	])('takes the newsletter of %s', async (...[, field, expected]) => {
		const { search, requests } = editorWith(field, contacts(0));
		await search();
		expect(requests[0]?.qs).toMatchObject({ newsletter_id: expected });
	});

	// A token holds the page, its size and the first and last contact of the page before.
	it.each<[list: string, count: number, total: number | undefined, token?: string, next?: string]>([
		['goes on after a page of more', 100, 250, '2 100 con_a con_b', '3 100 con_0 con_99'],
		['ends with the last page by its total', 50, 250, '3 100 con_a con_b', undefined],
		['ends with a first page that is all', 49, 49, undefined, undefined],
		['goes on after a full page that is all', 100, 100, undefined, '2 100 con_0 con_99'],
		['goes on after a page that may be full and is all', 50, 50, undefined, '2 50 con_0 con_49'],
		['goes on after a later page that is all', 100, 100, '2 100 con_a con_b', '3 100 con_0 con_99'],
		[
			'goes on in smaller pages, where the service gives these',
			50,
			250,
			undefined,
			'2 50 con_0 con_49',
		],
		['keeps to the size of the first page', 50, 250, '2 50 con_a con_b', '3 50 con_0 con_49'],
		['ends with the last of smaller pages', 20, 220, '5 50 con_a con_b', undefined],
		['goes on after a full page without a total', 100, undefined, undefined, '2 100 con_0 con_99'],
		['goes on after a smaller page without a total', 99, undefined, undefined, '2 99 con_0 con_98'],
		[
			'goes on after a page with the last contact of the one before',
			100,
			undefined,
			'3 100 con_9 con_99',
			'4 100 con_0 con_99',
		],
		[
			'ends with a page that repeats the one before',
			100,
			undefined,
			'3 100 con_0 con_99',
			undefined,
		],
		['ends with an empty page', 0, 250, '4 100 con_a con_b', undefined],
		['ends with an empty page without a total', 0, undefined, '4 100 con_a con_b', undefined],
	])('%s', async (...[, count, total, token, next]) => {
		const { search, requests } = editorWith('', contacts(count, total));
		expect((await search('', token)).paginationToken).toBe(next);
		const [page, limit] = (token ?? '1 100').split(' ').map(Number);
		expect(requests.map(({ qs }) => qs)).toEqual([{ newsletter_id: NEWSLETTER, page, limit }]);
	});

	it('is empty where no contacts are found', async () => {
		const { search } = editorWith('', { statusCode: 404, body: { message: 'No contacts found' } });
		expect(await search('nobody')).toEqual({ results: [], paginationToken: undefined });
	});

	it('fails with a sentence where the service refuses', async () => {
		const { search } = editorWith('', { statusCode: 401, body: { message: 'no' } });
		await expect(search()).rejects.toThrow('check API Key in the credential');
	});

	it('fails on a malformed newsletter before any request', async () => {
		const { search, requests } = editorWith('wks_short', contacts(1));
		await expect(search()).rejects.toThrow('Newsletter ID must be wks_');
		expect(requests).toEqual([]);
	});
});
