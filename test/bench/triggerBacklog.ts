import type { Order } from '../service';
import { MINUTE_MS } from './clock';
import { MeasuredTrigger } from './measuredTrigger';
import { count, progress, table, type Part, type Reaches } from './report';
import { StandIn } from './standIn';

const BACKLOG = 50_000;
const MAX_CONTACTS = 1_000;
const PAGE_SIZE = 100;
/** Requests that a backlog may take. */
const REACH = 15_000;
const HISTORY = 10_000;
const MOST_POLLS = 200;

interface Kind {
	name: string;
	/** Contacts there before the backlog. */
	history: number;
	startFrom: 'now' | 'beginning';
	apartMs: number;
}

const KINDS: Kind[] = [
	{ name: 'One a minute', history: HISTORY, startFrom: 'now', apartMs: MINUTE_MS },
	{ name: 'Start From: Beginning', history: 0, startFrom: 'beginning', apartMs: MINUTE_MS },
	{ name: 'An import within 10 minutes', history: HISTORY, startFrom: 'now', apartMs: 12 },
];

async function activated(standIn: StandIn, { history, startFrom }: Kind): Promise<MeasuredTrigger> {
	const trigger = await MeasuredTrigger.start(standIn, {
		event: 'contactCreated',
		options: { startFrom, maxContacts: MAX_CONTACTS, pageSize: PAGE_SIZE },
	});
	if (startFrom === 'beginning') return trigger;

	const older = { count: history, apartMs: MINUTE_MS, agoMs: MINUTE_MS, updatedEvery: 7 };
	await standIn.ask('add', older);
	await trigger.poll();
	await standIn.pass(11 * MINUTE_MS);
	await trigger.poll();
	return trigger;
}

async function measure(kind: Kind, order: Order, reaches: Reaches): Promise<string[]> {
	return await StandIn.with(async (standIn) => {
		await standIn.ask('behave', { order });
		const trigger = await activated(standIn, kind);
		await standIn.pass(BACKLOG * kind.apartMs + MINUTE_MS);
		const { apartMs } = kind;
		const due = await standIn.ask('add', { count: BACKLOG, apartMs, agoMs: MINUTE_MS });

		let requests = 0;
		let polls = 0;
		while (trigger.delivered.length < due.length && polls < MOST_POLLS) {
			const poll = await trigger.poll();
			requests += poll.requests;
			polls += 1;
			await standIn.pass(MINUTE_MS);
		}
		const pages = (kind.history + BACKLOG) / PAGE_SIZE;
		const name = `${kind.name}, ${order}`;
		reaches.atMost(`Requests of a backlog (${name})`, requests, REACH);
		reaches.onceEach(`Backlog (${name})`, trigger.delivered, due);
		const isOldestFirst = trigger.delivered.every((id, index) => id === due[index]);
		reaches.holds(`A backlog leaves oldest first (${name})`, isOldestFirst);
		progress(`  ${name}: ${count(requests)} requests in ${polls} polls`);
		return [kind.name, `\`${order}\``, ...[polls, requests, polls * pages].map(count)];
	});
}

/** What it costs to catch up. */
export const backlogs: Part = async (reaches) => {
	progress(`Backlogs of ${count(BACKLOG)} contacts ...`);
	const rows: string[][] = [];
	for (const kind of KINDS) {
		for (const order of ['newest', 'oldest'] as const) {
			rows.push(await measure(kind, order, reaches));
		}
	}
	return [
		`Requests until ${count(BACKLOG)} new contacts are delivered, at most ${count(MAX_CONTACTS)} a poll, at page size ${PAGE_SIZE}.`,
		`Reach: ${count(REACH)}. The last column is computed: polls × pages.`,
		'',
		table(['Backlog', 'Order of the list', 'Polls', 'Requests', 'All pages in each poll'], rows),
	].join('\n');
};
