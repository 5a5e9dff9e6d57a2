import type { Order } from '../service';
import { MINUTE_MS } from './clock';
import { MeasuredTrigger } from './measuredTrigger';
import { count, progress, table, type Part, type Reaches } from './report';
import { StandIn } from './standIn';

const BACKLOG = 50_000;
const MAX_CONTACTS = 1_000;
const PAGE_SIZE = 100;
const BOUND = BACKLOG / PAGE_SIZE;
const HISTORY = 10_000;
const MOST_POLLS = 200;

interface Kind {
	name: string;
	/** Contacts there before the backlog, and which of them were updated. */
	history: number;
	updatedEvery?: number;
	startFrom: 'now' | 'beginning';
	apartMs: number;
	/** Requests that it may take. */
	reach: (polls: number, pages: number) => number;
}

/** Each page once to see which order it is in, once for its contacts, and the search for the boundary. */
const twiceAPage = (polls: number, pages: number) =>
	Math.floor(2 * BOUND + polls * Math.log2(pages));

const KINDS: Kind[] = [
	{
		name: 'One a minute, some older contacts updated',
		history: HISTORY,
		updatedEvery: 7,
		startFrom: 'now',
		apartMs: MINUTE_MS,
		reach: () => 750,
	},
	{
		name: 'One a minute, nobody ever updated',
		history: HISTORY,
		startFrom: 'now',
		apartMs: MINUTE_MS,
		reach: () => 750,
	},
	{
		name: 'All there at the activation (Start From: Beginning)',
		history: 0,
		startFrom: 'beginning',
		apartMs: MINUTE_MS,
		reach: twiceAPage,
	},
	{
		name: 'An import within 10 minutes, some older contacts updated',
		history: HISTORY,
		updatedEvery: 7,
		startFrom: 'now',
		apartMs: 12,
		reach: twiceAPage,
	},
];

async function activated(
	standIn: StandIn,
	{ history, updatedEvery, startFrom }: Kind,
): Promise<MeasuredTrigger> {
	const trigger = await MeasuredTrigger.start(standIn, {
		event: 'contactCreated',
		options: { startFrom, maxContacts: MAX_CONTACTS, pageSize: PAGE_SIZE },
	});
	if (startFrom === 'beginning') return trigger;

	const older = { count: history, apartMs: MINUTE_MS, agoMs: MINUTE_MS, updatedEvery };
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
		let isOver = false;
		while (!isOver && polls < MOST_POLLS) {
			const poll = await trigger.poll();
			requests += poll.requests;
			polls += 1;
			isOver = poll.ids === null;
			await standIn.pass(MINUTE_MS);
		}
		const pages = (kind.history + BACKLOG) / PAGE_SIZE;
		const reach = kind.reach(polls, pages);
		const name = `${kind.name}, ${order}`;
		reaches.atMost(`Requests of a backlog (${name})`, requests, reach);
		reaches.onceEach(`Backlog (${name})`, trigger.delivered, due);
		const isOldestFirst = trigger.delivered.every((id, index) => id === due[index]);
		reaches.holds(`A backlog leaves oldest first (${name})`, isOldestFirst);
		progress(`  ${name}: ${count(requests)} requests in ${polls} polls`);
		return [
			kind.name,
			`\`${order}\``,
			...[polls, requests, reach, BOUND, polls * pages].map(count),
		];
	});
}

/** What it costs to catch up. */
export const backlogs: Part = async (reaches) => {
	progress(`Backlogs of ${count(BACKLOG)} contacts …`);
	const rows: string[][] = [];
	for (const kind of KINDS) {
		for (const order of ['newest', 'oldest'] as const) {
			rows.push(await measure(kind, order, reaches));
		}
	}
	return [
		`Requests until ${count(BACKLOG)} new contacts are delivered, at most ${count(MAX_CONTACTS)} a poll, at page size ${PAGE_SIZE}, with the`,
		'last poll, which finds nothing more. The last column is computed, not measured: polls × pages.',
		'',
		table(
			[
				...['Backlog', 'Order of the list', 'Polls', 'Requests', 'Reach'],
				...['Every page of it once', 'Every page of the list at each poll'],
			],
			rows,
		),
	].join('\n');
};
