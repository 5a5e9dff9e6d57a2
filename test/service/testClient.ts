import { parsedJson } from './recorder';
import { startService, type Service, type ServiceOptions } from './index';

interface Answered {
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

export const NOW_MS = Date.parse('2026-03-01T12:00:00.500Z');
export const OTHER_NEWSLETTER = 'wks_otherNewsletter000001';

/** One service for a file's tests, as it was started for each of them, with a clock that stands still. */
export const useService = (options: ServiceOptions = {}): { service: Service; nowMs: number } => {
	const used = { service: undefined as unknown as Service, nowMs: NOW_MS };
	beforeAll(async () => {
		used.service = await startService({ clock: () => used.nowMs, ...options });
	});
	beforeEach(() => {
		used.nowMs = NOW_MS;
		used.service.reset();
	});
	afterAll(async () => await used.service.stop());
	return used;
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
	return { status: response.status, body: parsedJson(text), text, headers: response.headers };
};

/** Asks for a page of the service's own newsletter. */
export const list = async (service: Service, query: Asked['query'] = {}): Promise<Answered> =>
	await call(service, 'GET', '/contacts', {
		query: { newsletter_id: service.newsletterId, ...query },
	});

/** The addresses on a page, up to their @; none where the page is empty. */
export const names = async (service: Service, query: Asked['query'] = {}): Promise<string[]> => {
	const { data = [] } = (await list(service, query)).body as { data?: Array<{ email: string }> };
	return data.map(({ email }) => email.split('@')[0]!);
};
