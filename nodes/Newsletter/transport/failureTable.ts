import type { Failure as N8nFailure } from 'n8n-workflow';

interface Row {
	/** HTTP statuses that mean it. */
	statuses?: number[];
	/** What the user reads. {braces} hold parts of the failure. */
	says: string;
	/** More to read where the screen has n8n's Request Options. */
	setting?: string;
	/** What n8n makes of it: how long a trigger waits before it polls again. */
	cause?: N8nFailure['cause'];
	/** Tries in all, if a request can be repeated. Default: 1. */
	tries?: number;
	/** The service may have done what was asked, so an issue is not sent again. */
	isUnclear?: true;
	/** The next request would fail in the same way. */
	isLasting?: true;
	/** The service says no to what was sent: one contact of a batch can be the reason. */
	isRejection?: true;
}

const later = (row: Row): Row => ({ cause: 'temporarily-unavailable', ...row });
const unclear = (row: Row): Row => later({ isUnclear: true, ...row });
const misconfigured = (row: Row): Row => ({ cause: 'configuration-invalid', ...row });

const REJECTED =
	'The service refused the request with status {status}. Its documentation does not explain this status.';

/** One row for each kind of failure: everything that depends on the kind stands here. */
export const FAILURES = {
	refused: misconfigured({
		statuses: [400, 422],
		says: 'The service refused the request. Check the fields of this node.',
		isRejection: true,
	}),
	/** Every other status from 400 to 499. */
	rejected: { says: REJECTED, isRejection: true },
	/** After a send these can mean that it was done already, or is being done. */
	conflict: { statuses: [409, 499], says: REJECTED, isRejection: true, isUnclear: true },
	unauthorized: {
		cause: 'credential-invalid',
		statuses: [401, 403],
		says: 'The service refused the API key: check API Key in the credential, and that it may use this newsletter.',
		isLasting: true,
	},
	notFound: misconfigured({
		says: 'The service has no record with this ID: check the ID.',
		isRejection: true,
	}),
	wrongRoute: misconfigured({
		statuses: [404, 405],
		says: 'The service has no such URL. Base URL in the credential is probably wrong. It should include the version, /v1.',
		isLasting: true,
	}),
	proxyRefused: misconfigured({
		statuses: [407],
		says: 'The proxy asks for a login (407).',
		setting: 'Check the user name and password of Proxy',
		isLasting: true,
	}),
	tooLarge: misconfigured({
		statuses: [413],
		says: 'The request is too large for the service (413). Send less in one request.',
	}),
	rateLimited: {
		cause: 'rate-limited',
		statuses: [429],
		says: 'The service is limiting requests. Try again {when}.',
		// A minute of waits ends it before.
		tries: 100,
	},
	unavailable: unclear({
		statuses: [502, 503, 504],
		says: 'The service is not available at the moment ({status}). Try again {when}.',
		tries: 3,
	}),
	/** Every other status from 500. */
	serverError: unclear({
		says: 'The service failed to handle the request ({status}). Try again later.',
		tries: 2,
	}),
	/** Every status from 300 to 399. */
	redirected: misconfigured({
		says: "The service redirects to another URL. If this is the service's new URL, set Base URL in the credential to {location}.",
		isLasting: true,
	}),
	inFront: unclear({
		says: 'Something in front of the service, such as a firewall, a CDN or a proxy, answered with a web page ({status}). Try again {when}. If this keeps happening, ask its administrator to allow requests from n8n.',
		isLasting: true,
	}),
	webPage: misconfigured({
		says: 'A web page came back instead of data. Base URL in the credential probably points to a website. It should include the version, /v1.',
		isUnclear: true,
		isLasting: true,
	}),
	notJson: unclear({
		says: "The service's answer could not be read: it is not complete JSON. Try again later.",
	}),
	otherShape: misconfigured({
		says: "The service's answer does not have the documented form. Check that Base URL in the credential is the URL of the newsletter service.",
		isUnclear: true,
		isLasting: true,
	}),
	unreachable: later({
		says: 'Could not connect to the service: {detail}. Check Base URL in the credential, and whether the service is up.',
		setting: 'If you use a proxy, check Proxy',
		tries: 3,
	}),
	untrusted: later({
		says: 'The certificate of the service is not trusted. On the n8n server, set the environment variable NODE_EXTRA_CA_CERTS to the file of the CA certificate.',
		setting: 'If you trust it anyway, turn on Ignore SSL Issues',
		isLasting: true,
	}),
	lost: unclear({
		says: 'No answer came from the service: {detail}. Try again later.',
		tries: 3,
	}),
	timedOut: unclear({
		statuses: [408],
		says: 'The service did not answer in time. Try again later.',
		setting: 'If it is always slow, raise Timeout',
		tries: 3,
	}),
	silent: later({
		says: 'The service has stopped answering: 10 requests in a row timed out, so this one was not sent. Try again later.',
	}),
	blocked: misconfigured({ says: 'n8n blocked the request: {detail}', isLasting: true }),
	noKey: {
		cause: 'credential-invalid',
		says: 'API Key in the credential is empty or contains a character that is not allowed, such as a space. Paste it again.',
		isLasting: true,
	},
	noBaseUrl: misconfigured({
		says: 'Base URL in the credential must be a whole URL without a login, such as https://api.example.com/v1.',
		isLasting: true,
	}),
	noTime: {
		cause: 'rate-limited',
		says: 'This poll ran out of time because other requests with this API key were running. The next poll tries again.',
	},
	cancelled: { says: 'The execution was canceled.', isUnclear: true, isLasting: true },
	cancelledUnsent: { says: 'The execution was canceled.', isLasting: true },
} satisfies Record<string, Row>;

export type FailureKind = keyof typeof FAILURES;

export const rowOf = ({ kind }: { kind: FailureKind }): Row => FAILURES[kind];

/** Whether the service may have done what was asked. */
export const isUnclear = (failure: { kind: FailureKind }) => rowOf(failure).isUnclear === true;
