/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface Mail {
	to: string;
	text: string;
}

export interface MailServer {
	port: number;
	mails: Mail[];
	/** Addresses that it refuses. */
	refused: Set<string>;
	stop(): Promise<void>;
}

/** A mail server on 127.0.0.1 that keeps what it is given. */
export const startMailServer = async (): Promise<MailServer> => {
	const mails: Mail[] = [];
	const refused = new Set<string>();
	const talk = async (socket: Socket) => {
		const say = (line: string) => socket.write(`${line}\r\n`);
		let to = '';
		let lines: string[] | undefined;
		say('220 ready');
		for await (const line of createInterface({ input: socket })) {
			if (lines) {
				if (line !== '.') lines.push(line);
				else {
					mails.push({ to, text: lines.join('\n') });
					lines = undefined;
					say('250 taken');
				}
			} else if (line.startsWith('RCPT TO:')) {
				to = /<(.*)>/.exec(line)![1]!;
				say(refused.has(to) ? '550 no such mailbox' : '250 fine');
			} else if (line === 'DATA') {
				lines = [];
				say('354 go on');
			} else {
				say(line === 'QUIT' ? '221 bye' : '250 fine');
			}
		}
	};
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => socket.destroy());
		talk(socket).catch(() => socket.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		mails,
		refused,
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
};
