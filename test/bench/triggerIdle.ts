import type { Order } from '../service';
import type { TriggerEvent } from '../../nodes/Newsletter/trigger/state';
import { MINUTE_MS } from './clock';
import { MeasuredTrigger, type Measured } from './measuredTrigger';
import { count, progress, table, time, type Part, type Reaches } from './report';
import { StandIn } from './standIn';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const PAGE_SIZE = 100;
const IDLE_POLLS_IN_ORDER = 5;

interface Row {
	event: TriggerEvent;
	order: Order;
}

const IN_ORDER: Row[] = [
	{ event: 'contactCreated', order: 'newest' },
	{ event: 'contactCreated', order: 'oldest' },
	{ event: 'contactUpdated', order: 'updatedNewest' },
];
const OUT_OF_ORDER: Row[] = (['updatedNewest', 'updatedOldest', 'email', 'shuffled'] as const).map(
	(order) => ({ event: 'contactCreated', order }),
);

const EVENT_NAMES: Record<TriggerEvent, string> = {
	contactCreated: 'Contact Created',
	contactUpdated: 'Contact Created or Updated',
};

const keyOf = ({ event, order }: Row, size: number) => `${event}, ${order}, ${count(size)}`;

/** A trigger that was activated so long ago that nothing can come late any more. */
async function activated(standIn: StandIn, { event, order }: Row): Promise<MeasuredTrigger> {
	await standIn.ask('behave', { order });
	const trigger = await MeasuredTrigger.start(standIn, { event });
	await trigger.pollToEnd();
	await standIn.pass(11 * MINUTE_MS);
	return trigger;
}

const sumOf = (polls: Measured[], what: 'requests' | 'ms'): number =>
	polls.reduce((sum, poll) => sum + poll[what], 0);

function checkIdle(reaches: Reaches, key: string, polls: Measured[], requests: number): void {
	reaches.is(`Requests of an idle poll (${key})`, sumOf(polls, 'requests'), requests);
	reaches.holds(
		`An idle poll delivers nothing (${key})`,
		polls.every(({ ids }) => ids === null),
	);
}

async function inOrder(standIn: StandIn, row: Row, key: string, reaches: Reaches): Promise<string> {
	const trigger = await activated(standIn, row);
	// The first poll after the 10 minutes still has something to learn, and to write down.
	await trigger.poll();
	const polls: Measured[] = [];
	while (polls.length < IDLE_POLLS_IN_ORDER) {
		const poll = await trigger.poll();
		checkIdle(reaches, key, [poll], 1);
		reaches.is(`Writes of an idle poll (${key})`, poll.writes, 0);
		polls.push(poll);
		await standIn.pass(MINUTE_MS);
	}
	const [median] = polls
		.map(({ ms }) => ms)
		.sort((a, b) => a - b)
		.slice(polls.length >> 1);
	return `${polls[0]?.requests} (${time(median ?? NaN)})`;
}

async function outOfOrder(
	standIn: StandIn,
	trigger: MeasuredTrigger,
	{ order }: Row,
	key: string,
	size: number,
	reaches: Reaches,
): Promise<string> {
	await standIn.ask('behave', { order });
	const polls = await trigger.pollToEnd();
	await standIn.pass(MINUTE_MS);
	checkIdle(reaches, key, polls, size / PAGE_SIZE + 1);
	const spread = polls.length > 1 ? ` in ${polls.length} polls` : '';
	return `${count(sumOf(polls, 'requests'))} (${time(sumOf(polls, 'ms'))}${spread})`;
}

async function measure(size: number, reaches: Reaches): Promise<Map<string, string>> {
	const cells = new Map<string, string>();
	const note = (key: string, cell: string) => {
		cells.set(key, cell);
		progress(`  ${key}: ${cell}`);
	};
	await StandIn.with(async (standIn) => {
		await standIn.ask('add', {
			count: size,
			apartMs: MINUTE_MS,
			agoMs: 20 * MINUTE_MS,
			updatedEvery: 7,
		});
		for (const row of IN_ORDER) {
			const key = keyOf(row, size);
			note(key, await inOrder(standIn, row, key, reaches));
		}
		// One trigger for all of them: it remembers no such order, and a new one would have to read the
		// whole list first.
		const trigger = await activated(standIn, OUT_OF_ORDER[0]!);
		for (const row of OUT_OF_ORDER) {
			const key = keyOf(row, size);
			note(key, await outOfOrder(standIn, trigger, row, key, size, reaches));
		}
	});
	return cells;
}

/** What a poll without news costs. */
export const idlePolls: Part = async (reaches) => {
	const cells = new Map<string, string>();
	for (const size of SIZES) {
		progress(`Idle polls over ${count(size)} contacts …`);
		for (const [key, cell] of await measure(size, reaches)) cells.set(key, cell);
	}
	const rows = [...IN_ORDER, ...OUT_OF_ORDER].map((row) => [
		EVENT_NAMES[row.event],
		`\`${row.order}\``,
		...SIZES.map((size) => cells.get(keyOf(row, size)) ?? ''),
	]);
	return [
		'Requests (and time) of a poll without news, more than 10 minutes after the activation, at page',
		'size 100. Every seventh contact has been updated.',
		'',
		table(['Event', 'Order of the list', ...SIZES.map((size) => `${count(size)} contacts`)], rows),
	].join('\n');
};
