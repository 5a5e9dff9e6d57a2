import type { INodeExecutionData } from 'n8n-workflow';
import { bareRequests, type Credential } from './bare';
import { measured, timed, type Figure } from './measured';
import { runNewsletter } from './measuredNode';
import { comparison, count, progress, type Part } from './report';
import { inRounds, medianOf } from './rounds';
import { StandIn } from './standIn';

const CONTACTS = 10_000;
const BATCH = 1_000;
const LATENCY_MS = 50;
const ROUNDS = 7;
const WARM_UPS = 2;
const REACH_TIMES = 1.5;

const PARAMETERS = {
	resource: 'contact',
	operation: 'upsert',
	dataToSend: 'autoMapInputData',
};

/** Different ones for each run, so that each run creates its contacts. */
const people = (run: string): INodeExecutionData[] =>
	Array.from({ length: CONTACTS }, (_, index) => ({
		json: { email: `${run}.${index}@example.com`, firstName: `Ada ${index}` },
	}));

const node = (credential: Credential) => async (round: number) => {
	const input = people(`node${round}`);
	return await timed(async () => {
		const items = await runNewsletter(credential, PARAMETERS, input);
		return items.reduce((sum, { json }) => sum + Number(json.synced), 0);
	});
};

/** The requests that the node makes, without a node: their bodies are there before the time runs. */
const bare = (credential: Credential) => async (round: number) => {
	const { ask, close } = bareRequests(credential, 1);
	const entries = people(`bare${round}`).map(({ json }) => ({
		email: json.email,
		first_name: json.firstName,
	}));
	const bodies = Array.from({ length: CONTACTS / BATCH }, (_, index) =>
		JSON.stringify({
			newsletter_id: credential.newsletterId,
			contacts: entries.slice(index * BATCH, (index + 1) * BATCH),
		}),
	);
	const done = await timed(async () => {
		let contacts = 0;
		for (const body of bodies) {
			const { synced } = (await ask('POST', '/contacts', body)) as { synced: number };
			contacts += synced;
		}
		return contacts;
	});
	close();
	return done;
};

/** What it costs to create contacts. */
export const upserts: Part = async (reaches) => {
	progress(`${count(CONTACTS)} contacts to create or update ...`);
	return await StandIn.with(async (standIn) => {
		const credential = await standIn.ask('credential');
		await standIn.ask('behave', { latencyMs: LATENCY_MS });
		const runs = { bare: bare(credential), node: node(credential) };
		const figures = await inRounds<keyof typeof runs, Figure>(
			ROUNDS,
			{
				bare: async (round) => await measured(standIn, async () => await runs.bare(round)),
				node: async (round) => await measured(standIn, async () => await runs.node(round)),
			},
			WARM_UPS,
		);
		for (const { requests, sockets, contacts } of figures.node) {
			reaches.is('Contacts synced', contacts, CONTACTS);
			reaches.is('Requests of the contacts', requests, CONTACTS / BATCH);
			reaches.is('Sockets at once of the contacts', sockets, 1);
		}
		const times = medianOf(figures.node, 'ms') / medianOf(figures.bare, 'ms');
		reaches.ratio('Time of the contacts beside a bare loop', times, REACH_TIMES);
		return [
			`${count(CONTACTS)} input items, Contact → Create or Update, ${LATENCY_MS} ms a request; medians of ${ROUNDS} runs.`,
			`Reach: ${CONTACTS / BATCH} requests, ${REACH_TIMES} times the bare loop.`,
			'',
			comparison(
				['A bare loop of the same requests', figures.bare],
				['Create or Update, Auto-Map Input Data', figures.node],
			),
		].join('\n');
	});
};
