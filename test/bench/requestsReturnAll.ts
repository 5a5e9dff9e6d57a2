import { count, progress, table, time, type Part, type Reaches } from './report';
import type { Reader } from './listProcess';
import { withReader, type Read } from './listReader';
import { inRounds, median } from './rounds';
import { noSockets } from './noSockets';
import { StandIn } from './standIn';

const CONTACTS = 100_000;
const PAGE_SIZE = 100;
const LATENCY_MS = 50;
const ROUNDS = 5;
const MOST_SOCKETS = 5;
const REACH_TIMES = 1.2;
const MINUTE_MS = 60_000;

interface Figure extends Read {
	requests: number;
	sockets: number;
}

function check(reaches: Reaches, name: string, figures: Figure[], pages: number): void {
	for (const { contacts, requests, sockets } of figures) {
		reaches.is(`Different contacts (${name})`, contacts, CONTACTS);
		reaches.is(`Requests (${name})`, requests, pages);
		reaches.atMost(`Sockets at once (${name})`, sockets, MOST_SOCKETS);
	}
}

/** What it costs to read a long list. */
export const returnAll: Part = async (reaches) => {
	progress(`A list of ${count(CONTACTS)} contacts …`);
	return await StandIn.with(async (standIn) => {
		const credential = await standIn.ask('credential');
		await standIn.ask('add', { count: CONTACTS, apartMs: MINUTE_MS, agoMs: MINUTE_MS });
		await standIn.ask('behave', { latencyMs: LATENCY_MS });

		const measure = (reader: Reader) => async (): Promise<Figure> =>
			await withReader(async (read) => {
				const reading = { reader, credential, pageSize: PAGE_SIZE };
				await read({ ...reading, isWarmUp: true });
				await standIn.ask('takeRequests');
				await noSockets(standIn);
				const figures = await read({ ...reading, isWarmUp: false });
				const requests = await standIn.ask('takeRequests');
				const sockets = await standIn.ask('takeMostSockets');
				progress(`  ${reader}: ${time(figures.ms)}`);
				return { ...figures, requests, sockets };
			});
		const { five, node } = await inRounds(ROUNDS, { five: measure('five'), node: measure('node') });
		const one = [await measure('one')()];

		const medianOf = (figures: Figure[], what: 'ms' | 'peakBytes') =>
			median(figures.map((figure) => figure[what]));
		const fiveMs = medianOf(five, 'ms');
		// Whether a list of full pages goes on is seen only behind the last one.
		check(reaches, 'Return All', node, CONTACTS / PAGE_SIZE + 1);
		check(reaches, 'five in flight', five, CONTACTS / PAGE_SIZE);
		reaches.ratio('Time of Return All', medianOf(node, 'ms') / fiveMs, REACH_TIMES);

		const row = (name: string, figures: Figure[]) => [
			name,
			count(figures[0]?.requests ?? NaN),
			count(Math.max(...figures.map(({ sockets }) => sockets))),
			`${(medianOf(figures, 'ms') / 1000).toFixed(1)} s`,
			(medianOf(figures, 'ms') / fiveMs).toFixed(2),
			`${count(medianOf(figures, 'peakBytes') / 1024 / 1024)} MB`,
		];
		return [
			`${count(CONTACTS)} contacts, Contact → Get Many with Return All, page size ${PAGE_SIZE}, ${LATENCY_MS} ms a request; each run in a process`,
			`of its own, medians of ${ROUNDS} (one after another: 1). Memory: the greatest resident set above that at the start.`,
			`Reach: ${REACH_TIMES} times five in flight.`,
			'',
			table(
				['', 'Requests', 'Sockets at once', 'Time', 'Times five in flight', 'Memory'],
				[
					row('A bare walk, one page after another', one),
					row('A bare walk with five requests in flight', five),
					row('Return All', node),
				],
			),
		].join('\n');
	});
};
