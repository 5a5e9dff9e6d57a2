/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StandIn } from './standIn';

/** What a run did and what it took. */
export interface Figure {
	ms: number;
	/** How many contacts came out right. */
	contacts: number;
	requests: number;
	/** The most sockets that were open at once. */
	sockets: number;
}

const LOOK_AGAIN_MS = 5;

/** Runs `run` once the sockets of what ran before are gone. */
export async function measured(
	standIn: StandIn,
	run: () => Promise<Pick<Figure, 'ms' | 'contacts'>>,
): Promise<Figure> {
	while ((await standIn.ask('openSockets')) > 0) await sleep(LOOK_AGAIN_MS);
	await standIn.ask('takeMostSockets');
	await standIn.ask('takeRequests');
	const done = await run();
	const requests = await standIn.ask('takeRequests');
	return { ...done, requests, sockets: await standIn.ask('takeMostSockets') };
}

/** How long `work` takes, and how many contacts it says came out right. */
export async function timed(work: () => Promise<number>): Promise<Pick<Figure, 'ms' | 'contacts'>> {
	const beganMs = performance.now();
	const contacts = await work();
	return { ms: performance.now() - beganMs, contacts };
}
