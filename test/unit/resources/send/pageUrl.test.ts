import { pageIdFromUrl } from '../../../../nodes/Newsletter/resources/send/pageUrl';

const ID = '0123456789abcdef0123456789abcdef';
const OTHER = 'fedcba9876543210fedcba9876543210';
const DASHED = '01234567-89ab-cdef-0123-456789abcdef';

describe('the page ID in a URL', () => {
	it.each<[form: string, url: string, id: string]>([
		['a page with a title', `https://www.notion.so/My-issue-${ID}`, ID],
		['a page without one', `https://www.notion.so/${ID}`, ID],
		['a page of a workspace', `https://www.notion.so/acme/My-issue-${ID}`, ID],
		['Copy link', `https://www.notion.so/acme/My-issue-${ID}?source=copy_link`, ID],
		['an older Copy link', `https://www.notion.so/My-issue-${ID}?pvs=4`, ID],
		['a link to a block', `https://www.notion.so/My-issue-${ID}?pvs=4#${OTHER}`, ID],
		['a published page', `https://acme.notion.site/My-issue-${ID}`, ID],
		['a published page of an own domain', `https://news.example.com/My-issue-${ID}`, ID],
		['another host without www', `https://notion.so/${ID}`, ID],
		['the app', `notion://www.notion.so/acme/My-issue-${ID}`, ID],
		['the way into the app', `https://www.notion.so/native/acme/My-issue-${ID}`, ID],
		['an ID with dashes', `https://www.notion.so/${DASHED}`, DASHED],
		['an ID in capitals', `https://www.notion.so/${ID.toUpperCase()}`, ID.toUpperCase()],
		['a slash behind it', `https://www.notion.so/My-issue-${ID}/`, ID],
		['spaces around it', `  https://www.notion.so/My-issue-${ID}\n`, ID],
		['a title in another script', `https://www.notion.so/%E6%96%B0%E8%81%9E-${ID}`, ID],
		['a title that looks like an ID', `https://www.notion.so/${OTHER}-${ID}`, ID],
		[
			'a page open beside its database',
			`https://www.notion.so/acme/${OTHER}?v=aaaabbbbccccddddaaaabbbbccccdddd&p=${ID}&pm=s`,
			ID,
		],
		['a p that is no page', `https://www.notion.so/My-issue-${ID}?p=1`, ID],
	])('%s', (...[, url, id]) => {
		expect(pageIdFromUrl(url)).toBe(id);
	});

	it.each<[form: string, url: string]>([
		['nothing', ''],
		['words', 'my issue'],
		['an ID alone', ID],
		['a URL without its protocol', `www.notion.so/My-issue-${ID}`],
		['the workspace', 'https://www.notion.so/acme'],
		['an ID that is cut off', `https://www.notion.so/My-issue-${ID.slice(0, -1)}`],
		['a database with a view', `https://www.notion.so/acme/${ID}?v=${OTHER}`],
		['a hash of 40 digits', `https://www.notion.so/01234567${ID}?pvs=4`],
		['a page named by 40 digits', `https://www.notion.so/page-01234567${ID}`],
		['an ID before the last part', `https://www.notion.so/${ID}/settings`],
		['an ID in the block only', `https://www.notion.so/My-issue#${ID}`],
		['letters that no ID has', `https://www.notion.so/My-issue-${'g'.repeat(32)}`],
		['dashes in other places', 'https://www.notion.so/0123-456789abcdef0123456789ab-cdef'],
	])('is not found in %s', (...[, url]) => {
		expect(pageIdFromUrl(url)).toBeUndefined();
	});
});
