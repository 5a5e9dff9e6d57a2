/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export type Credential = Record<'baseUrl' | 'apiKey' | 'newsletterId', string>;

export interface Bare {
	ask(method: string, path: string, body?: string): Promise<unknown>;
	/** Ends its sockets. */
	close(): void;
}

/** Requests with nothing around them, over as many lasting sockets: the least that asking can take. */
export function bareRequests({ baseUrl, apiKey }: Credential, sockets: number): Bare {
	const agent = new Agent({ keepAlive: true, maxSockets: sockets });
	const ask: Bare['ask'] = async (method, path, body) => {
		const answer = await new Promise<string>((resolve, reject) => {
			const headers = {
				Accept: 'application/json',
				Authorization: `Bearer ${apiKey}`,
				...(body !== undefined && {
					'Content-Type': 'application/json',
					'Content-Length': Buffer.byteLength(body),
				}),
			};
			request(baseUrl + path, { agent, method, headers }, (response) => {
				if (response.statusCode === 200) resolve(text(response));
				else reject(new Error(`${path} was answered with ${response.statusCode}`));
			})
				.once('error', reject)
				.end(body);
		});
		return JSON.parse(answer) as unknown;
	};
	return { ask, close: () => agent.destroy() };
}

/** Does a piece of work for each number from `first` to `last`, so many at a time, without a pause. */
export async function inFlight(
	most: number,
	[first, last]: [number, number],
	work: (number: number) => Promise<void>,
): Promise<void> {
	let next = first;
	const worker = async () => {
		while (next <= last) {
			const number = next;
			next += 1;
			await work(number);
		}
	};
	await Promise.all(Array.from({ length: most }, worker));
}
