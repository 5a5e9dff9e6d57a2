/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface Proxy {
	url: string;
	/** What it was asked for: address, and the credentials it was given. */
	requests: Array<{ target: string; authorization: string | undefined }>;
	stop(): Promise<void>;
}

/** A proxy on 127.0.0.1 that passes everything on, plainly or through a tunnel. */
export async function startProxy(): Promise<Proxy> {
	const requests: Proxy['requests'] = [];
	const note = ({ url = '', headers }: IncomingMessage) =>
		requests.push({ target: url, authorization: headers['proxy-authorization'] });

	const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
		note(incoming);
		const onward = request(incoming.url!, { method: incoming.method, headers: incoming.headers });
		onward.on('response', (answer) => {
			outgoing.writeHead(answer.statusCode!, answer.headers);
			answer.pipe(outgoing);
		});
		incoming.pipe(onward);
	};
	const server = createServer(pass);
	server.on('connect', (incoming: IncomingMessage, client: Socket) => {
		note(incoming);
		const [host, port] = incoming.url!.split(':');
		const onward = connect(Number(port), host, () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			onward.pipe(client).pipe(onward);
		});
		client.on('error', () => onward.destroy());
		onward.on('error', () => client.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
