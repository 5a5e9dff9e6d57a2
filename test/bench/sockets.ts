/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

const open = new Set<Socket>();
let most = 0;

/** Counts, from now on, the sockets of all servers of this process, each until either side ends it. */
export function countSockets(): void {
	subscribe('net.server.socket', (message) => {
		const { socket } = message as { socket: Socket };
		open.add(socket);
		most = Math.max(most, open.size);
		const ended = () => open.delete(socket);
		for (const end of ['finish', 'end', 'close']) socket.once(end, ended);
	});
}

export const openSockets = (): number => open.size;

/** The most sockets that were open at once since the last time. */
export function takeMostSockets(): number {
	const taken = most;
	most = open.size;
	return taken;
}
