import { bareRequests, inFlight } from './bare';
import { measured, timed } from './measured';
import { runNewsletter } from './measuredNode';
import { comparison, count, progress, type Part } from './report';
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

/** What it costs to change contacts one by one. */
export const updates: Part = async (reaches) => {
	progress(`${count(CONTACTS)} updates ...`);
	return await StandIn.with(async (standIn) => {
		const credential = await standIn.ask('credential');
		const ids = await standIn.ask('add', { count: CONTACTS, apartMs: MINUTE_MS });
		await standIn.ask('behave', { latencyMs: LATENCY_MS });
		const { ask, close } = bareRequests(credential, MOST_IN_FLIGHT);
		const bare = await measured(standIn, async () => {
			return await timed(async () => {
				await inFlight(MOST_IN_FLIGHT, [0, CONTACTS - 1], async (index) => {
					await ask('PUT', `/contacts/${ids[index]}`, '{"name":"Bare"}');
				});
				return CONTACTS;
			});
		});
		close();
		const node = await measured(standIn, async () => {
			const input = ids.map((id) => ({ json: { id, name: 'Node' } }));
			return await timed(async () => {
				const items = await runNewsletter(credential, PARAMETERS, input);
				return items.filter(({ json }, at) => json.id === ids[at] && json.name === 'Node').length;
			});
		});
		reaches.is('Contacts updated, in the order of the input', node.contacts, CONTACTS);
		reaches.is('Requests of the updates', node.requests, CONTACTS);
		reaches.atMost('Sockets at once of the updates', node.sockets, MOST_IN_FLIGHT);
		return [
			`${count(CONTACTS)} input items, Contact → Update, ${LATENCY_MS} ms a request; one run each. Reach: ${MOST_IN_FLIGHT} sockets at once.`,
			'',
			comparison(['A bare loop with five requests in flight', [bare]], ['Update', [node]]),
		].join('\n');
	});
};
