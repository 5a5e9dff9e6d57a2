/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { createServer } from 'node:net';

const canListen = async (port: number): Promise<number | null> =>
	await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(null));
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' ? (address?.port ?? null) : null));
		});
	});

/** A port of 127.0.0.1 that was free a moment ago; no two calls of a process get the same one. */
const given = new Set<number>();
export const freePort = async (): Promise<number> => {
	for (;;) {
		const port = await canListen(0);
		if (port === null || given.has(port)) continue;
		given.add(port);
		return port;
	}
};

/** `preferred`, or where it is taken the next free port after it. */
export const portFrom = async (preferred: number): Promise<number> => {
	for (let port = preferred; port < 65_536; port++) {
		if ((await canListen(port)) !== null) return port;
	}
	throw new Error(`No port from ${preferred} on is free on 127.0.0.1`);
};
