import { randomInt, randomUUID } from 'node:crypto';

/** The account that every n8n of the tests and of the demonstration has. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Newsletter',
	lastName: 'Owner',
	password: 'Newsletter-1',
};

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export interface N8nAnswer<T = unknown> {
	status: number;
	body: T;
}

/** One signed-in user of a running n8n: over the editor's own interface and over the public one. */
export class N8nClient {
	private cookie = '';

	private apiKey = '';

	constructor(private readonly url: string) {}

	private async request(
		method: Method,
		path: string,
		headers: Record<string, string>,
		body: unknown,
	): Promise<{ answer: N8nAnswer; response: Response }> {
		const response = await fetch(this.url + path, {
			method,
			headers: {
				// A kept connection may be closed by n8n in the moment in which it is used again.
				connection: 'close',
				...headers,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		const isJson = response.headers.get('content-type')?.includes('json');
		const answer = { status: response.status, body: isJson ? JSON.parse(text) : text };
		return { answer, response };
	}

	/** Makes the owner of a new n8n. One that has its owner refuses. */
	async setUpOwner(): Promise<void> {
		const answer = await this.restAnswer('POST', '/owner/setup', OWNER);
		if (answer.status !== 200 && answer.status !== 400) {
			throw new Error(`The owner could not be set up: ${JSON.stringify(answer)}`);
		}
	}

	async login(): Promise<void> {
		const { answer, response } = await this.request(
			'POST',
			'/rest/login',
			{},
			{
				emailOrLdapLoginId: OWNER.email,
				password: OWNER.password,
			},
		);
		if (answer.status !== 200) throw new Error(`Login failed: ${JSON.stringify(answer)}`);
		this.cookie = response.headers
			.getSetCookie()
			.map((cookie) => cookie.split(';')[0])
			.join('; ');
		const scopes = await this.rest<string[]>('GET', '/api-keys/scopes');
		const key = await this.rest<{ rawApiKey: string }>('POST', '/api-keys', {
			label: randomUUID(),
			// n8n 2.0 makes the same key for two sign-ins in one second, unless the keys expire at different times.
			expiresAt: Math.floor(Date.now() / 1000) + randomInt(100_000, 10_000_000),
			scopes,
		});
		this.apiKey = key.rawApiKey;
	}

	/** The editor's own interface, with whatever status it answers. */
	async restAnswer(method: Method, path: string, body?: unknown): Promise<N8nAnswer> {
		return (await this.request(method, `/rest${path}`, { cookie: this.cookie }, body)).answer;
	}

	/** The `data` of an answer of the editor's own interface; throws where it is not a success. */
	async rest<T = unknown>(method: Method, path: string, body?: unknown): Promise<T> {
		const answer = await this.restAnswer(method, path, body);
		if (answer.status >= 300) {
			throw new Error(`${method} /rest${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
		}
		return (answer.body as { data: T }).data;
	}

	/** The public interface, with an API key; throws where the answer is not a success. */
	async api<T = unknown>(method: Method, path: string, body?: unknown): Promise<T> {
		const headers = { 'x-n8n-api-key': this.apiKey };
		const { answer } = await this.request(method, `/api/v1${path}`, headers, body);
		if (answer.status >= 300) {
			throw new Error(`${method} /api/v1${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
		}
		return answer.body as T;
	}

	/** Anything else that the server gives a signed-in user, such as icons and the list of node types. */
	async page(path: string): Promise<Response> {
		return await fetch(this.url + path, { headers: { connection: 'close', cookie: this.cookie } });
	}
}
