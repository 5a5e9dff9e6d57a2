import type { Failure as N8nFailure } from 'n8n-workflow';

import type { FailureKind } from './failures';

export interface Row {
	/** What n8n makes of it: how long a trigger waits before it polls again. */
	cause?: N8nFailure['cause'];
	/** What to do. {braces} hold parts of the failure. */
	says: string;
	/** Advice for screens that have n8n's Request Options. */
	setting?: string;
	/** The service may have done what was asked. */
	isUnclear?: true;
	/** The user's proxy can be at fault. */
	orProxy?: true;
}

const LATER: Pick<Row, 'cause' | 'isUnclear'> = {
	cause: 'temporarily-unavailable',
	isUnclear: true,
};
const SETTINGS: Pick<Row, 'cause'> = { cause: 'configuration-invalid' };

/** One row for each kind of failure. */
export const ROWS: Record<FailureKind, Row> = {
	refused: { ...SETTINGS, says: 'The service refused the request. Check the fields of this node.' },
	rejected: {
		says: 'The service refused the request with status {status}. Its documentation does not explain this status.',
		orProxy: true,
	},
	tooLarge: {
		...SETTINGS,
		says: 'The request is too large for the service (413). Send less in one request.',
	},
	unauthorized: {
		cause: 'credential-invalid',
		says: 'The service refused the API key: check API Key in the credential, and that it may use this newsletter.',
		orProxy: true,
	},
	notFound: { ...SETTINGS, says: 'The service has no record with this ID: check the ID.' },
	wrongRoute: {
		...SETTINGS,
		says: 'The service has no such address: Base URL in the credential is probably wrong and should include the version, /v1.',
	},
	redirected: {
		...SETTINGS,
		says: 'The service points to another address: put {location} into Base URL in the credential.',
	},
	rateLimited: {
		cause: 'rate-limited',
		says: 'The service is limiting requests. Try again {when}.',
	},
	unavailable: {
		...LATER,
		says: 'The service is not available at the moment ({status}). Try again {when}.',
	},
	serverError: {
		...LATER,
		says: 'The service failed to handle the request ({status}). Try again later.',
	},
	inFront: {
		cause: 'temporarily-unavailable',
		says: 'Something in front of the service, such as a firewall, a CDN or a proxy, answered with a web page ({status}). Ask those who run it to let n8n through.',
		orProxy: true,
	},
	noKey: {
		cause: 'credential-invalid',
		says: 'API Key in the credential is empty or has characters that no key has: paste it again.',
	},
	noAddress: {
		...SETTINGS,
		says: 'Base URL in the credential must be a web address without a login, such as https://api.example.com/v1.',
	},
	unreachable: {
		cause: 'temporarily-unavailable',
		says: 'Could not connect to the service, {reason}: check Base URL in the credential, and whether the service is up.',
		orProxy: true,
	},
	untrusted: {
		cause: 'temporarily-unavailable',
		says: "The certificate of the service is not trusted. On n8n's server, set NODE_EXTRA_CA_CERTS to its issuer's certificate file.",
		setting: 'If you trust it anyway, turn on Ignore SSL Issues',
	},
	lost: {
		...LATER,
		says: 'The connection to the service was lost before it answered. Try again later.',
	},
	failed: { ...LATER, says: 'The request failed. Try again later. n8n says: {detail}' },
	timedOut: {
		...LATER,
		says: 'The service did not answer in time. Try again later.',
		setting: 'If it is always slow, raise Timeout',
	},
	webPage: {
		...SETTINGS,
		says: 'A web page came back instead of data. Base URL in the credential probably points to a website. It should include the version, /v1.',
		isUnclear: true,
	},
	notJson: {
		...LATER,
		says: "The service's answer could not be read: it is not complete JSON. Try again later.",
	},
	otherShape: {
		...SETTINGS,
		says: "The service's answer does not have the documented form. Check that Base URL in the credential is the address of the newsletter service.",
		isUnclear: true,
	},
	blocked: { ...SETTINGS, says: 'n8n blocked the request: {detail}' },
	noTime: {
		cause: 'temporarily-unavailable',
		says: 'Other requests with this API key took all the time of this poll. The next poll tries again.',
	},
	cancelled: { says: 'The execution was canceled.', isUnclear: true },
};
