import type { INodeExecutionData } from 'n8n-workflow';
import { bareRequests, inFlight } from './bare';
import { newsletter, runOnce } from './measuredNode';
import { count, progress, table, time, type Part } from './report';
import { noSockets } from './noSockets';
import { StandIn } from './standIn';

const CONTACTS = 5_000;
const LATENCY_MS = 50;
const MOST_IN_FLIGHT = 5;
const MINUTE_MS = 60_000;

const PARAMETERS = {
	resource: 'contact',
	operation: 'update',
	contactId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	updateFields: { name: '={{ $json.name }}' },
};

interface Figure {
	ms: number;
	updated: number;
	requests: number;
	sockets: number;
}

/** What it costs to change contacts one by one. */
export const updates: Part = async (reaches) => {
	progress(`${count(CONTACTS)} updates …`);
	return await StandIn.with(async (standIn) => {
		const credential = await standIn.ask('credential');
		const ids = await standIn.ask('add', { count: CONTACTS, apartMs: MINUTE_MS });
		await standIn.ask('behave', { latencyMs: LATENCY_MS });

		const measure = async (
			run: (name: string) => Promise<Pick<Figure, 'ms' | 'updated'>>,
			name: string,
		): Promise<Figure> => {
			await noSockets(standIn);
			const done = await run(name);
			const requests = await standIn.ask('takeRequests');
			const sockets = await standIn.ask('takeMostSockets');
			progress(`  ${name}: ${time(done.ms)}`);
			return { ...done, requests, sockets };
		};
		const bare = await measure(async (name) => {
			const { ask, close } = bareRequests(credential, MOST_IN_FLIGHT);
			let updated = 0;
			const beganMs = performance.now();
			await inFlight(MOST_IN_FLIGHT, [0, CONTACTS - 1], async (index) => {
				const contact = await ask('PUT', `/contacts/${ids[index]}`, JSON.stringify({ name }));
				if ((contact as { name: string }).name === name) updated += 1;
			});
			const ms = performance.now() - beganMs;
			close();
			return { ms, updated };
		}, 'Bare');
		const node = await measure(async (name) => {
			const input = ids.map((id): INodeExecutionData => ({ json: { id, name } }));
			const { ms, items } = await runOnce(newsletter(credential, PARAMETERS), input);
			const updated = items.filter(
				({ json }, index) => json.id === ids[index] && json.name === name,
			);
			return { ms, updated: updated.length };
		}, 'Newsletter');

		reaches.is('Contacts updated, in the order of the input', node.updated, CONTACTS);
		reaches.is('Requests of the updates', node.requests, CONTACTS);
		reaches.atMost('Sockets at once of the updates', node.sockets, MOST_IN_FLIGHT);
		const row = (name: string, { requests, sockets, ms }: Figure) => [
			name,
			...[count(requests), count(sockets), time(ms), (ms / bare.ms).toFixed(2)],
		];
		return [
			`${count(CONTACTS)} input items, Contact → Update, ${LATENCY_MS} ms a request; one run each. Reach: ${MOST_IN_FLIGHT} sockets at once.`,
			'',
			table(
				['', 'Requests', 'Sockets at once', 'Time', 'Times the bare loop'],
				[row('A bare loop with five requests in flight', bare), row('Newsletter, Update', node)],
			),
		].join('\n');
	});
};
