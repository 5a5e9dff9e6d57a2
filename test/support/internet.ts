/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs outside n8n */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from './freePorts';

export interface WebRequest {
	method: string;
	/** With the query. */
	path: string;
	authorization: string | undefined;
	body: unknown;
}

/** Answers with a status and a JSON body; `undefined` never answers. */
export type Website = (
	request: WebRequest,
) => Promise<{ status: number; body: unknown } | undefined>;

/** Makes n8n's nodes find the websites of a test at their real addresses, over HTTPS. */
export interface Internet {
	port: number;
	certificate: string;
	key: string;
}

const HOSTS = ['api.notion.com', 'api.hubapi.com', 'slack.com'] as const;

/** Writes a certificate for all hosts into `folder`. A server that is told to trust it takes it for the real ones. */
export const prepareInternet = async (folder: string): Promise<Internet> => {
	const key = join(folder, 'internet.key');
	const certificate = join(folder, 'internet.crt');
	const names = HOSTS.map((host) => `DNS:${host}`).join(',');
	execFileSync(
		'openssl',
		[
			...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
			...['-days', '2', '-subj', '/CN=n8n-nodes-newsletter tests'],
			...['-addext', `subjectAltName=${names}`, '-keyout', key, '-out', certificate],
		],
		{ stdio: 'ignore' },
	);
	return { port: await freePort(), key, certificate };
};

export const internetEnv = ({ port, certificate }: Internet): Record<string, string> => ({
	HTTPS_PROXY: `http://127.0.0.1:${port}`,
	NO_PROXY: 'localhost,127.0.0.1',
	NODE_EXTRA_CA_CERTS: certificate,
});

/**
 * A proxy on 127.0.0.1 behind which the given websites answer, and nobody else does.
 * @returns stops it
 */
export const openInternet = async (
	{ port, key, certificate }: Internet,
	websites: Partial<Record<(typeof HOSTS)[number], Website>>,
): Promise<() => Promise<void>> => {
	const byHost = new Map(Object.entries(websites));
	const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
		const { method = '', url: path = '', headers } = incoming;
		const body = await text(incoming);
		const answered = await byHost.get(headers.host!)!({
			...{ method, path, authorization: headers.authorization },
			body: body === '' ? undefined : (JSON.parse(body) as unknown),
		});
		if (!answered) return;
		outgoing.writeHead(answered.status, { 'content-type': 'application/json' });
		outgoing.end(JSON.stringify(answered.body));
	};
	const websiteServer = createHttpsServer(
		{ key: readFileSync(key), cert: readFileSync(certificate) },
		(incoming, outgoing) => {
			answer(incoming, outgoing).catch((error: Error) => outgoing.destroy(error));
		},
	);
	const sockets = new Set<Socket>();
	const proxy = createServer((_, outgoing) => outgoing.writeHead(502).end());
	proxy.on('connect', ({ url = '' }: IncomingMessage, socket: Socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		socket.on('error', () => socket.destroy());
		if (!byHost.has(url.replace(/:443$/, ''))) {
			socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		websiteServer.emit('connection', socket);
	});
	proxy.listen(port, '127.0.0.1');
	await once(proxy, 'listening');
	return async () => {
		for (const socket of sockets) socket.destroy();
		proxy.close();
		await once(proxy, 'close');
	};
};
