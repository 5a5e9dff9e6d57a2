import type { Order } from '../service';
import { MINUTE_MS } from './clock';
import { MeasuredTrigger } from './measuredTrigger';
import { count, progress, table, time, type Part, type Reaches } from './report';
import { StandIn } from './standIn';

const SIZES = [1_000, 10_000, 100_000];
const PAGE_SIZE = 100;

interface Kind {
	event: 'contactCreated' | 'contactUpdated';
	order: Order;
	/** Whether the list is in the order of the event's time stamps. */
	isInOrder: boolean;
}

const KINDS: Kind[] = [
	{ event: 'contactCreated', order: 'newest', isInOrder: true },
	{ event: 'contactCreated', order: 'oldest', isInOrder: true },
	{ event: 'contactUpdated', order: 'updatedNewest', isInOrder: true },
	{ event: 'contactCreated', order: 'email', isInOrder: false },
];

/** An idle poll of a trigger that was activated so long ago that nothing can come late any more. */
async function measure(
	standIn: StandIn,
	{ event, order, isInOrder }: Kind,
	size: number,
	reaches: Reaches,
): Promise<string> {
	await standIn.ask('behave', { order });
	const trigger = await MeasuredTrigger.start(standIn, { event });
	await trigger.poll();
	await standIn.pass(11 * MINUTE_MS);
	// The first poll after the 10 minutes still has something to learn, and to write down.
	await trigger.poll();
	await standIn.pass(MINUTE_MS);
	const { ids, requests, writes, ms } = await trigger.poll();
	const key = `${event}, ${order}, ${count(size)}`;
	reaches.holds(`An idle poll delivers nothing (${key})`, ids === null);
	if (isInOrder) reaches.is(`Writes of an idle poll (${key})`, writes, 0);
	const most = isInOrder ? 1 : size / PAGE_SIZE + 1;
	reaches.atMost(`Requests of an idle poll (${key})`, requests, most);
	progress(`  ${key}: ${count(requests)} requests, ${time(ms)}`);
	return `${count(requests)} (${time(ms)})`;
}

/** What a poll without news costs. */
export const idlePolls: Part = async (reaches) => {
	const rows = KINDS.map(({ event, order }) => [event, `\`${order}\``]);
	for (const size of SIZES) {
		progress(`Idle polls over ${count(size)} contacts ...`);
		await StandIn.with(async (standIn) => {
			const apart = { apartMs: MINUTE_MS, agoMs: 20 * MINUTE_MS };
			await standIn.ask('add', { count: size, ...apart, updatedEvery: 7 });
			for (const [index, kind] of KINDS.entries()) {
				rows[index]?.push(await measure(standIn, kind, size, reaches));
			}
		});
	}
	return [
		'Requests (and time) of a poll without news, more than 10 minutes after the activation, at page',
		'size 100. Every seventh contact has been updated.',
		'',
		table(['Event', 'Order of the list', ...SIZES.map((size) => `${count(size)} contacts`)], rows),
	].join('\n');
};
