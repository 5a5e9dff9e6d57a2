export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const isWebPage = (body: unknown) => typeof body === 'string' && /^\s*</.test(body);

export const isEmpty = (body: unknown) => body === undefined || body === null || body === '';

const ROUTER_KEYS = ['statusCode', 'error', 'path'];

/** Whether a 404 comes from the service, which says that there is no such record, not from a router. */
export function isDocumentedNotFound(body: unknown): boolean {
	return (
		isRecord(body) && typeof body.message === 'string' && !ROUTER_KEYS.some((key) => key in body)
	);
}

const TEXT_KEYS = ['message', 'error', 'errors', 'detail'];
const LONGEST_TEXT = 1000;

/** The text of an error body: of its documented shapes, and of others that services have. */
export function serviceText(body: unknown): string | undefined {
	if (typeof body === 'string') {
		return isWebPage(body) ? undefined : body.trim().slice(0, LONGEST_TEXT) || undefined;
	}
	if (Array.isArray(body)) return body.map(serviceText).filter(Boolean).join('; ') || undefined;
	if (!isRecord(body)) return undefined;
	return TEXT_KEYS.map((key) => serviceText(body[key])).find((text) => text !== undefined);
}
