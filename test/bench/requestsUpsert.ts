import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { bareRequests } from './bare';
import { brevoSubject } from './brevoNode';
import { newsletter, runOnce, type Credential } from './measuredNode';
import { count, progress, table, time, type Part, type Reaches } from './report';
import { inRounds, median } from './rounds';
import { noSockets } from './noSockets';
import { StandIn } from './standIn';

const CONTACTS = 10_000;
const BATCH = 1_000;
const LATENCY_MS = 50;
const ROUNDS = 7;
const WARM_UPS = 2;
const BREVO_ROUNDS = 1;
const MOST_SOCKETS = 5;
const REACH_TIMES = 1.5;

interface Figure {
	ms: number;
	requests: number;
	sockets: number;
	contacts: number;
}

const UPSERT = { resource: 'contact', operation: 'upsert' };
const AUTO_MAP = { ...UPSERT, dataToSend: 'autoMapInputData' };
const DEFINE_BELOW = {
	...UPSERT,
	email: '={{ $json.email }}',
	additionalFields: { firstName: '={{ $json.firstName }}' },
};

/** Different ones for each run, so that each run creates its contacts. */
const people = (run: string): INodeExecutionData[] =>
	Array.from({ length: CONTACTS }, (_, index) => ({
		json: { email: `${run}.${index}@example.com`, firstName: `Ada ${index}` },
	}));

async function measured(
	standIn: StandIn,
	run: () => Promise<{ ms: number; contacts: number }>,
): Promise<Figure> {
	await standIn.ask('takeRequests');
	await noSockets(standIn);
	const { ms, contacts } = await run();
	const requests = await standIn.ask('takeRequests');
	return { ms, contacts, requests, sockets: await standIn.ask('takeMostSockets') };
}

const nodeRun =
	(standIn: StandIn, credential: Credential, name: string, parameters: INodeParameters) =>
	async (round: number) =>
		await measured(standIn, async () => {
			const subject = newsletter(credential, parameters);
			const { ms, items } = await runOnce(subject, people(`${name}${round}`));
			return { ms, contacts: items.reduce((sum, { json }) => sum + Number(json.synced), 0) };
		});

/** The requests that the node makes, without a node: their bodies are there before the time runs. */
const bareRun = (standIn: StandIn, credential: Credential) => async (round: number) => {
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
	return await measured(standIn, async () => {
		let contacts = 0;
		const beganMs = performance.now();
		for (const body of bodies) {
			const { synced } = (await ask('POST', '/contacts', body)) as { synced: number };
			contacts += synced;
		}
		const ms = performance.now() - beganMs;
		close();
		return { ms, contacts };
	});
};

/** What n8n itself takes to evaluate the expressions of all items. */
const expressionsRun =
	(standIn: StandIn, credential: Credential) =>
	async (round: number): Promise<Figure> =>
		await measured(standIn, async () => {
			const { nodeType, ...rest } = newsletter(credential, DEFINE_BELOW);
			const readsFields: INodeType = {
				description: nodeType.description,
				async execute() {
					const items = this.getInputData();
					items.forEach((_, index) => {
						this.getNodeParameter('email', index);
						this.getNodeParameter('additionalFields', index);
					});
					return [[]];
				},
			};
			const subject = { ...rest, nodeType: readsFields };
			const { ms } = await runOnce(subject, people(`expressions${round}`));
			return { ms, contacts: 0 };
		});

const brevoRun = (standIn: StandIn, url: string) => async (round: number) =>
	await measured(standIn, async () => {
		const { ms } = await runOnce(brevoSubject(url), people(`brevo${round}`));
		return { ms, contacts: await standIn.ask('takeBrevoContacts') };
	});

function check(reaches: Reaches, name: string, figures: Figure[]): void {
	for (const { requests, sockets, contacts } of figures) {
		reaches.is(`Contacts synced (${name})`, contacts, CONTACTS);
		reaches.is(`Requests (${name})`, requests, CONTACTS / BATCH);
		reaches.atMost(`Sockets at once (${name})`, sockets, MOST_SOCKETS);
	}
}

const medianMs = (figures: Figure[]) => median(figures.map(({ ms }) => ms));

/** What it costs to create contacts. */
export const upserts: Part = async (reaches) => {
	progress(`${count(CONTACTS)} contacts to create or update …`);
	return await StandIn.with(async (standIn) => {
		const credential = await standIn.ask('credential');
		await standIn.ask('behave', { latencyMs: LATENCY_MS });
		const brevoUrl = await standIn.ask('startBrevo', LATENCY_MS);

		const ours = await inRounds(
			ROUNDS,
			{
				bare: bareRun(standIn, credential),
				autoMap: nodeRun(standIn, credential, 'auto', AUTO_MAP),
				expressions: expressionsRun(standIn, credential),
				defineBelow: nodeRun(standIn, credential, 'below', DEFINE_BELOW),
			},
			WARM_UPS,
		);
		const { brevo } = await inRounds(BREVO_ROUNDS, { brevo: brevoRun(standIn, brevoUrl) });

		const bareMs = medianMs(ours.bare);
		const withExpressionsMs = bareMs + medianMs(ours.expressions);
		check(reaches, 'auto-map', ours.autoMap);
		check(reaches, 'define below', ours.defineBelow);
		const autoMapTimes = medianMs(ours.autoMap) / bareMs;
		const defineBelowTimes = medianMs(ours.defineBelow) / withExpressionsMs;
		reaches.ratio('Time beside a bare loop (auto-map)', autoMapTimes, REACH_TIMES);
		reaches.ratio('Time beside a bare loop (define below)', defineBelowTimes, REACH_TIMES);

		const row = (name: string, figures: Figure[], requests: number, times: string) => [
			name,
			count(requests),
			count(Math.max(...figures.map(({ sockets }) => sockets))),
			time(medianMs(figures)),
			times,
		];
		const batches = CONTACTS / BATCH;
		const rows = [
			row('A bare loop of the same requests', ours.bare, batches, '1'),
			row('Auto-Map Input Data', ours.autoMap, batches, autoMapTimes.toFixed(2)),
			[
				'The bare loop, and n8n evaluating two expressions for each item',
				...[count(batches), '', time(withExpressionsMs), '1'],
			],
			row(
				'Define Below, with these two expressions',
				ours.defineBelow,
				batches,
				defineBelowTimes.toFixed(2),
			),
			row(
				"n8n's own Brevo node, Create or Update, with these two expressions",
				brevo,
				brevo[0]?.contacts ?? NaN,
				(medianMs(brevo) / withExpressionsMs).toFixed(2),
			),
		];
		return [
			`${count(CONTACTS)} input items, Contact → Create or Update, ${LATENCY_MS} ms a request; medians of ${ROUNDS} runs (Brevo: ${BREVO_ROUNDS}).`,
			`Reach: ${batches} requests, ${MOST_SOCKETS} sockets at once, ${REACH_TIMES} times the bare loop above it.`,
			'',
			table(['', 'Requests', 'Sockets at once', 'Time', 'Times the bare loop'], rows),
		].join('\n');
	});
};
