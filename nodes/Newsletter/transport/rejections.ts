import type { Failure as N8nFailure } from 'n8n-workflow';

interface Rejection {
	says: string;
	cause?: N8nFailure['cause'];
	/** Whoever answered may have handed the request on before. */
	isUnclear?: boolean;
}

/** Statuses that say themselves why a request was not done, whatever was asked. */
export const REJECTIONS: Record<number, Rejection | undefined> = {
	402: {
		says: 'The service wants a payment first (402): check the plan of your account there.',
		cause: 'quota-exhausted',
	},
	406: {
		says: 'The service does not answer in JSON here (406): check Base URL in the credential.',
		cause: 'configuration-invalid',
	},
	407: {
		says: 'A proxy on the way to the service asks for a login (407): check the proxy that n8n is set to use.',
		cause: 'configuration-invalid',
	},
	408: {
		says: 'The service, or something in front of it, took the request to be too slow (408). Try again later.',
		cause: 'temporarily-unavailable',
		isUnclear: true,
	},
	409: {
		says: 'This conflicts with what the service holds (409): check what is there already, or was done there before.',
	},
	410: {
		says: 'The service says that this is gone for good (410): check whether it still exists there, and whether Base URL in the credential names a version that is still served.',
		cause: 'configuration-invalid',
	},
	413: {
		says: 'The service takes no request as large as this (413): send less in one request.',
		cause: 'configuration-invalid',
	},
	415: {
		says: 'The service does not take JSON here (415): check Base URL in the credential.',
		cause: 'configuration-invalid',
	},
	423: {
		says: 'What this is about is locked at the service (423). Try again later.',
		cause: 'temporarily-unavailable',
	},
	425: {
		says: 'The service does not take this request yet (425). Try again later.',
		cause: 'temporarily-unavailable',
	},
	451: {
		says: 'The service may not do this for legal reasons (451): only those who run it can say more.',
		cause: 'configuration-invalid',
	},
};

/** What is said of any other status from 400 to 499 that its interface does not explain. */
export const unexplained = (status: number | undefined): string =>
	`The service, or something in front of it, refused the request with ${status ?? 'a status'}, which its interface does not explain.`;
