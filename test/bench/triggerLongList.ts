import { MINUTE_MS } from './clock';
import { MeasuredTrigger, type Measured } from './measuredTrigger';
import { count, progress, table, time, type Part, type Reaches } from './report';
import { StandIn } from './standIn';

const CONTACTS = 1_000_000;
const ADDED = 100;
const PAGE_SIZE = 100;
const LATENCY_MS = 20;
const BUDGET_MS = 36_000;
const MOST_POLLS = 20;

type Walk = 'activation' | 'finds the new contacts' | 'finds nothing more';

function checkPolls(reaches: Reaches, walk: Walk, polls: Measured[]): void {
	polls.forEach(({ ms, pagesRead }, index) => {
		const name = `long list, ${walk}, poll ${index + 1}`;
		reaches.atMost(`Time of a poll in ms (${name})`, ms, BUDGET_MS);
		const before = polls[index - 1]?.pagesRead ?? 0;
		reaches.holds(`A poll gets on (${name})`, pagesRead === null || pagesRead > before);
	});
}

/** How a trigger gets through a list that is too long for one poll. */
export const longList: Part = async (reaches) => {
	progress(`A list of ${count(CONTACTS)} contacts at ${LATENCY_MS} ms a request …`);
	const rows: string[][] = [];
	await StandIn.with(async (standIn) => {
		await standIn.ask('add', {
			count: CONTACTS,
			apartMs: MINUTE_MS,
			agoMs: 20 * MINUTE_MS,
			updatedEvery: 7,
		});
		await standIn.ask('behave', { order: 'shuffled', latencyMs: LATENCY_MS });
		const trigger = await MeasuredTrigger.start(standIn, { event: 'contactCreated' }, BUDGET_MS);

		const walk = async (name: Walk, contacts: number) => {
			const pages = Math.ceil(contacts / PAGE_SIZE);
			const polls: Measured[] = [];
			while (polls.length < MOST_POLLS) {
				const poll = await trigger.poll();
				polls.push(poll);
				const { pagesRead, ids, requests, ms } = poll;
				const reached = `${count(pagesRead ?? pages)} of ${count(pages)}`;
				rows.push([name, reached, count(requests), time(ms), count(ids?.length ?? 0)]);
				progress(`  ${rows[rows.length - 1]?.join(', ')}`);
				await standIn.pass(MINUTE_MS);
				if (pagesRead === null) break;
			}
			checkPolls(reaches, name, polls);
			return polls;
		};
		await walk('activation', CONTACTS);
		reaches.is('Delivered of what was there (long list)', trigger.delivered.length, 0);
		const due = await standIn.ask('add', { count: ADDED, apartMs: 100 });
		await walk('finds the new contacts', CONTACTS + ADDED);
		reaches.onceEach('Long list', trigger.delivered, due);
		await walk('finds nothing more', CONTACTS + ADDED);
		reaches.onceEach('Long list, after one more walk', trigger.delivered, due);
	});
	return [
		`Polls of ${BUDGET_MS / 1000} s at most over ${count(CONTACTS)} contacts in an order of their own (\`shuffled\`), ${LATENCY_MS} ms a`,
		`request, page size ${PAGE_SIZE}; ${ADDED} contacts come after the activation.`,
		'',
		table(['Walk', 'Pages read so far', 'Requests', 'Time', 'Contacts delivered'], rows),
	].join('\n');
};
