import { until, type Execution } from '../../support/n8nWorkflows';
import { urlOf, type Page } from './notion';
import { aQuarterLater, NotionStage, recipe, TRIGGER } from './notionStage';
import { pathOf, withPauseBefore } from './pauses';

jest.setTimeout(240_000);

const LATER = '2020-02-02';

const on = new NotionStage();

beforeAll(async () => await on.open());

afterAll(async () => await on.close());

const sent = (...pages: Page[]) => pages.map((page) => on.timesSent(page));

const statuses = (...pages: Page[]) => pages.map(({ status }) => status);

const reportOf = ({ error }: Execution) => String(error?.message ?? '');

describe('the recipe issue-from-notion', () => {
	it('sends the oldest page that is due, and notes subscribers and time', async () => {
		const page = on.readyPage();
		const newer = on.notion.add(page.database, `${page.id.slice(0, -1)}a`, LATER);
		const dated = (suffix: string, ms: number) =>
			on.notion.add(page.database, page.id.slice(0, -1) + suffix, new Date(ms).toISOString());
		const justDue = dated('b', Date.now() - 60_000);
		const notYet = dated('c', Date.now() + 60_000);
		const pages = [page, newer, justDue, notYet];
		expect((await on.run(page)).status).toBe('success');
		expect(page).toMatchObject({ status: 'Sent', subscribers: 3 });
		expect(Date.now() - Date.parse(page.sentAt!)).toBeLessThan(60_000);
		expect(sent(...pages)).toEqual([1, 0, 0, 0]);
		await on.run(page);
		expect(sent(...pages)).toEqual([1, 1, 0, 0]);
		await on.run(page);
		await on.run(page);
		expect(sent(...pages)).toEqual([1, 1, 1, 0]);
		expect(statuses(...pages)).toEqual(['Sent', 'Sent', 'Sent', 'Ready']);
	});

	it('sends a page once when two runs see it at the same time, and reports nothing', async () => {
		const pages = [on.readyPage(), on.readyPage(), on.readyPage()];
		const rivals = [...pages, ...pages];
		const ids = await Promise.all(rivals.map((page) => on.workflowFor(page, recipe, 1)));
		const runs = await Promise.all(ids.map((id) => on.n8n.workflows.run(id, TRIGGER)));
		const took = runs.filter((execution) => execution.items('Take Page').length > 0);
		expect(took.length).toBeGreaterThan(3);
		expect(runs.map(({ status }) => status)).toEqual(rivals.map(() => 'success'));
		expect(sent(...pages)).toEqual([1, 1, 1]);
		expect(statuses(...pages)).toEqual(['Sent', 'Sent', 'Sent']);
	});

	it('never sends a page again whose status somebody set back, unless its date is new', async () => {
		const page = on.readyPage();
		await on.run(page);
		page.status = 'Ready';
		await on.run(page);
		expect([page.status, ...sent(page)]).toEqual(['Ready', 1]);
		expect(reportOf(await on.run(page, aQuarterLater))).toContain(urlOf(page));
		expect([page.status, ...sent(page)]).toEqual(['Sending', 1]);
		Object.assign(page, { status: 'Ready', date: LATER });
		await on.run(page);
		expect([page.status, ...sent(page)]).toEqual(['Sent', 2]);
	});
});

interface Outcome {
	status: Page['status'];
	sent: number;
	isReported: boolean;
}

const sentByTheNextRun: Outcome = { status: 'Sent', sent: 1, isReported: false };
const reportedUnsent: Outcome = { status: 'Sending', sent: 0, isReported: true };
const reportedSent: Outcome = { status: 'Sending', sent: 1, isReported: true };

/** What becomes of a page by the place of the crash: before a node, or in it, when its request was done already. */
const OUTCOMES: Record<string, Outcome> = {
	'before Table of Issues': sentByTheNextRun,
	'before Ready Pages': sentByTheNextRun,
	'before Due Pages': sentByTheNextRun,
	'before Oldest Due Page': sentByTheNextRun,
	'before Take Page': sentByTheNextRun,
	'before Wait for Other Runs': reportedUnsent,
	'before First to Take It': reportedUnsent,
	'before This Run?': reportedUnsent,
	'before Set to Sending': reportedUnsent,
	'in Set to Sending': reportedUnsent,
	'before Create Issue': reportedUnsent,
	'in Create Issue': reportedUnsent,
	'before Send Issue': reportedUnsent,
	'in Send Issue': reportedSent,
	'before Set to Sent': reportedSent,
	'in Set to Sent': { status: 'Sent', sent: 1, isReported: false },
};

const PLACES = Object.keys(OUTCOMES);

describe('the recipe issue-from-notion, after n8n was killed in the middle of a run', () => {
	const pages = new Map<string, Page>();
	const found = new Map<string, Outcome>();
	const pageOf = (place: string) => pages.get(place)!;

	const start = async (place: string) => {
		const node = place.replace(/^before /, '');
		const workflow = place === node ? recipe : withPauseBefore(recipe, node);
		await on.n8n.workflows.start(await on.workflowFor(pageOf(place), workflow), TRIGGER);
	};

	const waitFor = async (what: string, isSo: () => boolean) =>
		await until(what, 50_000, () => isSo() || undefined);

	/** Starts a run for each place. Each waits there, or for the answer to a request that was done. */
	const startRuns = async () => {
		const hang = { kind: 'hang', when: 'after', times: null } as const;
		const { faults } = on.service.behaviour;
		faults.push({ ...hang, match: { bodyContains: pageOf('in Create Issue').id } });
		on.notion.unanswered.add(`${pageOf('in Set to Sending').id} Sending`);
		on.notion.unanswered.add(`${pageOf('in Set to Sent').id} Sent`);
		await Promise.all(PLACES.filter((place) => place !== 'in Send Issue').map(start));
		await waitFor('the last pause', () =>
			pathOf(recipe, TRIGGER).every((node) =>
				on.n8n.logs().includes(`"Pause before ${node}" started`),
			),
		);
		await waitFor('the last status', () => pageOf('in Set to Sent').status === 'Sent');
		await waitFor('the status', () => pageOf('in Set to Sending').status === 'Sending');
		await waitFor('the creation', () => on.issuesOf(pageOf('in Create Issue')).length === 1);
		faults.push({ ...hang, match: { path: '^/sends/[^/]+/send$' } });
		await start('in Send Issue');
		await waitFor('the sending', () => on.timesSent(pageOf('in Send Issue')) === 1);
	};

	/** What a run finds at once, and one a quarter of an hour later. */
	const nextRuns = async (page: Page): Promise<Outcome> => {
		await on.run(page);
		const report = reportOf(await on.run(page, aQuarterLater));
		const isReported = report.includes(urlOf(page));
		return { status: page.status, sent: on.timesSent(page), isReported };
	};

	beforeAll(async () => {
		for (const place of PLACES) pages.set(place, on.readyPage());
		await startRuns();
		await on.n8n.restart('kill');
		on.service.behaviour.faults = [];
		on.notion.unanswered.clear();
		await Promise.all(PLACES.map(async (place) => found.set(place, await nextRuns(pageOf(place)))));
	});

	it('looks at a crash before each node of the way', () => {
		expect(PLACES.filter((place) => place.startsWith('before '))).toEqual(
			pathOf(recipe, TRIGGER).map((node) => `before ${node}`),
		);
	});

	it.each(Object.entries(OUTCOMES))(
		'%s: a page is sent at most once, and a stopped one is reported',
		(place, outcome) => expect(found.get(place)).toEqual(outcome),
	);

	it('sends a page that was not sent once somebody has given it a new date', async () => {
		const page = pageOf('before Send Issue');
		Object.assign(page, { status: 'Ready', date: LATER });
		await on.run(page);
		expect([page.status, ...sent(page)]).toEqual(['Sent', 1]);
	});
});
