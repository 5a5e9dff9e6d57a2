import type { Service } from './index';

export interface Answered {
	status: number;
	body: unknown;
	text: string;
	headers: Headers;
}

export interface Asked {
	query?: Record<string, string | number | boolean>;
	body?: unknown;
	/** Sent as it is, in place of `body`. */
	rawBody?: string;
	/** Over the usual ones; undefined takes one away. */
	headers?: Record<string, string | undefined>;
	signal?: AbortSignal;
	/** Stands in for the service's URL, version segment included. */
	base?: string;
}

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
};

/** Makes correct requests of the documented interface, except for what a test changes on them. */
export const call = async (
	service: Service,
	method: string,
	path: string,
	{ query, body, rawBody, headers, signal, base = service.url }: Asked = {},
): Promise<Answered> => {
	const url = new URL(base + path);
	for (const [name, value] of Object.entries(query ?? {})) {
		url.searchParams.append(name, String(value));
	}
	const content = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
	const wanted: Record<string, string | undefined> = {
		accept: 'application/json',
		authorization: `Bearer ${service.apiKey}`,
		...(content === undefined ? {} : { 'content-type': 'application/json' }),
		...headers,
	};
	const sent = Object.entries(wanted).filter((entry): entry is [string, string] => {
		return entry[1] !== undefined;
	});
	const response = await fetch(url, {
		method,
		headers: sent,
		redirect: 'manual',
		signal,
		// Bytes, since fetch adds a Content-Type of its own to a text.
		body: content === undefined ? undefined : Buffer.from(content),
	});
	const text = await response.text();
	return { status: response.status, body: parsed(text), text, headers: response.headers };
};

export interface Listed {
	data: Array<{
		id: string;
		email: string;
		createdAt: string;
		updatedAt: string;
		[key: string]: unknown;
	}>;
	total?: number;
	page: number;
	offset: number;
}

export const list = async (
	service: Service,
	query: Record<string, string | number | boolean> = {},
): Promise<Listed> => {
	const { body } = await call(service, 'GET', '/contacts', {
		query: { newsletter_id: service.newsletterId, ...query },
	});
	return body as Listed;
};

export const emails = async (
	service: Service,
	query: Record<string, string | number | boolean> = {},
): Promise<string[]> => (await list(service, query)).data.map(({ email }) => email);
