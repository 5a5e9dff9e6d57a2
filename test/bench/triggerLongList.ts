import { MINUTE_MS } from './clock';
import { MeasuredTrigger, type Measured } from './measuredTrigger';
import { count, progress, table, time, type Part } from './report';
import { StandIn } from './standIn';

const CONTACTS = 1_000_000;
const ADDED = 100;
const PAGE_SIZE = 100;
const LATENCY_MS = 20;
const BUDGET_MS = 36_000;
const MOST_POLLS = 20;

const sumOf = (polls: Measured[], what: 'requests' | 'ms'): number =>
	polls.reduce((sum, poll) => sum + poll[what], 0);

/** How a trigger gets through a list that is too long for one poll. */
export const longList: Part = async (reaches) => {
	progress(`A list of ${count(CONTACTS)} contacts at ${LATENCY_MS} ms a request ...`);
	const rows: string[][] = [];
	await StandIn.with(async (standIn) => {
		const apart = { apartMs: MINUTE_MS, agoMs: 20 * MINUTE_MS };
		await standIn.ask('add', { count: CONTACTS, ...apart, updatedEvery: 7 });
		await standIn.ask('behave', { order: 'shuffled', latencyMs: LATENCY_MS });
		const trigger = await MeasuredTrigger.start(standIn, { event: 'contactCreated' }, BUDGET_MS);

		const pollUntil = async (what: string, isDone: (polls: Measured[]) => boolean) => {
			const polls: Measured[] = [];
			while (polls.length < MOST_POLLS && !isDone(polls)) {
				polls.push(await trigger.poll());
				await standIn.pass(MINUTE_MS);
			}
			reaches.holds(`Long list: ${what} within ${MOST_POLLS} polls`, isDone(polls));
			const longest = Math.max(...polls.map(({ ms }) => ms));
			reaches.atMost(`Time of a poll in ms (long list, ${what})`, longest, BUDGET_MS);
			const [requests, ms] = [sumOf(polls, 'requests'), sumOf(polls, 'ms')];
			rows.push([what, count(polls.length), count(requests), time(ms), time(longest)]);
			progress(`  ${rows[rows.length - 1]?.join(', ')}`);
		};
		const isRead = (polls: Measured[]) => sumOf(polls, 'requests') >= CONTACTS / PAGE_SIZE;
		await pollUntil('read once', isRead);
		reaches.is('Delivered of what was there (long list)', trigger.delivered.length, 0);
		const due = await standIn.ask('add', { count: ADDED, apartMs: 100 });
		await pollUntil('new contacts delivered', () => trigger.delivered.length >= ADDED);
		await pollUntil('read once more', isRead);
		reaches.onceEach('Long list', trigger.delivered, due);
	});
	return [
		`Polls of ${BUDGET_MS / 1000} s at most over ${count(CONTACTS)} contacts in an order of their own (\`shuffled\`), ${LATENCY_MS} ms a`,
		`request, page size ${PAGE_SIZE}; ${ADDED} contacts come after the activation.`,
		'',
		table(['', 'Polls', 'Requests', 'Time', 'Longest poll'], rows),
	].join('\n');
};
