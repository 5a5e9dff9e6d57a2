/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that takes one contact a request, as Brevo does. */
export interface BrevoServer {
	url: string;
	/** How many contacts came since the last time. */
	takeContacts(): number;
}

export async function startBrevo(latencyMs: number): Promise<BrevoServer> {
	let contacts = 0;
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const { email } = JSON.parse(Buffer.concat(parts).toString()) as { email?: string };
			if (email !== undefined && request.url === '/v3/contacts') contacts += 1;
			setTimeout(() => {
				response.writeHead(201, { 'Content-Type': 'application/json' });
				response.end(JSON.stringify({ id: contacts }));
			}, latencyMs);
		});
	});
	// n8n connects for all items at once.
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 65_535, resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		takeContacts: () => {
			const taken = contacts;
			contacts = 0;
			return taken;
		},
	};
}
