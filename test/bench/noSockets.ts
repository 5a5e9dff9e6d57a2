/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StandIn } from './standIn';

const LOOK_AGAIN_MS = 5;

/** Waits until the sockets of what was measured before are gone, and counts anew. */
export async function noSockets(standIn: StandIn): Promise<void> {
	while ((await standIn.ask('openSockets')) > 0) await sleep(LOOK_AGAIN_MS);
	await standIn.ask('takeMostSockets');
}
