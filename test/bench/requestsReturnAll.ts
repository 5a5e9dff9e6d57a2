import { bareRequests, inFlight, type Credential } from './bare';
import { measured, timed } from './measured';
import { runNewsletter } from './measuredNode';
import { comparison, count, progress, type Part } from './report';
import { inRounds, medianOf } from './rounds';
import { StandIn } from './standIn';

const CONTACTS = 100_000;
const PAGE_SIZE = 100;
const PAGES = CONTACTS / PAGE_SIZE;
const LATENCY_MS = 50;
const ROUNDS = 5;
const MOST_SOCKETS = 5;
const REACH_TIMES = 1.2;
const MINUTE_MS = 60_000;

/** Every page once, and all contacts held, as the node has to. */
const bare = async (credential: Credential) => {
	const { ask, close } = bareRequests(credential, MOST_SOCKETS);
	const pages: Array<Array<{ id: string }>> = [];
	const done = await timed(async () => {
		await inFlight(MOST_SOCKETS, [1, PAGES], async (page) => {
			const query = `newsletter_id=${credential.newsletterId}&limit=${PAGE_SIZE}&page=${page}`;
			const { data } = (await ask('GET', `/contacts?${query}`)) as { data: Array<{ id: string }> };
			pages[page] = data;
		});
		return new Set(pages.flat().map(({ id }) => id)).size;
	});
	close();
	return done;
};

const node = async (credential: Credential) =>
	await timed(async () => {
		const items = await runNewsletter(credential, {
			resource: 'contact',
			operation: 'getAll',
			returnAll: true,
			options: { pageSize: PAGE_SIZE },
		});
		return new Set(items.map(({ json }) => json.id)).size;
	});

/** What it costs to read a long list. */
export const returnAll: Part = async (reaches) => {
	progress(`A list of ${count(CONTACTS)} contacts ...`);
	return await StandIn.with(async (standIn) => {
		const credential = await standIn.ask('credential');
		await standIn.ask('add', { count: CONTACTS, apartMs: MINUTE_MS, agoMs: MINUTE_MS });
		await standIn.ask('behave', { latencyMs: LATENCY_MS });
		const figures = await inRounds(ROUNDS, {
			bare: async () => await measured(standIn, async () => await bare(credential)),
			node: async () => await measured(standIn, async () => await node(credential)),
		});
		for (const { contacts, requests, sockets } of figures.node) {
			reaches.is('Different contacts of Return All', contacts, CONTACTS);
			// Whether a list of full pages goes on is seen only behind the last one.
			reaches.atMost('Requests of Return All', requests, PAGES + 1);
			reaches.atMost('Sockets at once of Return All', sockets, MOST_SOCKETS);
		}
		const times = medianOf(figures.node, 'ms') / medianOf(figures.bare, 'ms');
		reaches.ratio('Time of Return All', times, REACH_TIMES);
		return [
			`${count(CONTACTS)} contacts, Contact → Get Many with Return All, page size ${PAGE_SIZE}, ${LATENCY_MS} ms a request; medians of ${ROUNDS} runs.`,
			`Reach: ${MOST_SOCKETS} sockets at once, ${REACH_TIMES} times five in flight.`,
			'',
			comparison(
				['A bare loop with five requests in flight', figures.bare],
				['Return All', figures.node],
			),
		].join('\n');
	});
};
