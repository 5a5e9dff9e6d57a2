import { DEFAULT_NEWSLETTER_ID } from '../../service';
import { jsonOf, SECOND_NEWSLETTER_ID, useNewsletter } from '../newsletter';

const CREATE = { resource: 'send', operation: 'create' };
const PAGE_ID = '0123456789abcdef0123456789abcdef';
const newsletter = useNewsletter(CREATE);

const page = (value: string, mode = 'id') => ({ __rl: true, mode, value });
const asked = (page_id: string, body: object = {}) => ({
	method: 'POST',
	path: '/v1/sends',
	query: {},
	body: { workspace_id: DEFAULT_NEWSLETTER_ID, page_id, ...body },
});
const storedSends = () =>
	newsletter.service.sends
		.all()
		.map((send) => ({ ...send, timesSent: undefined, senderIds: undefined }));

it('every field of an issue reaches the service', async () => {
	newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID);
	const fields = {
		subject: 'Spring',
		preheader: 'What grows now',
		font: 'Georgia',
		css: 'h1 { color: green }',
		linkColor: '#008000',
		dividerColor: '#cccccc',
		dividerSize: 2,
		showCover: false,
		trackOpens: false,
		trackLinks: false,
	};
	const run = await newsletter.run({
		parameters: {
			newsletterId: SECOND_NEWSLETTER_ID,
			pageId: page(`https://www.notion.so/team/Our-spring-issue-${PAGE_ID}?pvs=4`, 'url'),
			additionalFields: { segmentId: 'segment-7', ...fields },
			simplify: false,
		},
	});
	expect(newsletter.asked).toEqual([
		asked(PAGE_ID, {
			workspace_id: SECOND_NEWSLETTER_ID,
			segment_id: 'segment-7',
			...fields,
		}),
	]);
	expect(newsletter.service.requests[0]?.headers).toMatchObject({
		accept: 'application/json',
		'content-type': 'application/json',
		authorization: true,
	});
	expect(jsonOf(run)).toEqual(storedSends());
});

it('only the page is needed, and what is not set is not sent', async () => {
	const run = await newsletter.run({ parameters: { pageId: page(PAGE_ID) } });
	expect(newsletter.asked).toEqual([asked(PAGE_ID)]);
	const { html, css, ...simplified } = storedSends()[0]!;
	expect([html, css]).toEqual([expect.any(String), expect.any(String)]);
	expect(jsonOf(run)).toEqual([simplified]);
	expect(jsonOf(run)[0]).toMatchObject({ status: 'draft', linkColor: '#0000ED' });
});

it("each input item has its own credential's newsletter, where that is an expression", async () => {
	newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID);
	const ids = [DEFAULT_NEWSLETTER_ID, SECOND_NEWSLETTER_ID, DEFAULT_NEWSLETTER_ID];
	const run = await newsletter.run({
		parameters: { pageId: page('page') },
		credential: { newsletterId: '={{ $json.newsletter }}' },
		input: ids.map((id) => ({ json: { newsletter: id } })),
	});
	expect(jsonOf(run).map(({ workspace_id }) => workspace_id)).toEqual(ids);
});
