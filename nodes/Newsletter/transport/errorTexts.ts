import type { Failure, FailureKind } from './failures';
import { REJECTIONS, unexplained } from './rejections';

/** What an operation adds to the common texts, in the words of its own fields. */
export interface ErrorTexts {
	/** The service said no to what was asked (400, 422). */
	refused: string | ((failure: Failure) => string);
	/** The request was too large for the service (413); a tool has no field to make it smaller. */
	tooLarge?: string;
	/** The service knows no such record. */
	notFound?: string;
	/** Between one page and the next Batching makes no pause. */
	isLaterPage?: boolean;
	/** Nobody knows whether it was done, and doing it twice would harm. */
	unclear?: string;
}

const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`;

const LATER = 'Try again later.';

const PROXY = 'Proxy in Request Options, on the Settings tab';

/**
 * One sentence for each kind, saying what to do; names of fields as they stand on the screen.
 * `orBy` is advice on Request Options where the screen has them.
 */
const COMMON: Record<
	Exclude<FailureKind, 'refused'>,
	(failure: Failure, orBy: (advice: string) => string) => string
> = {
	rejected: ({ status, byProxy }) =>
		byProxy && status === 407
			? `The proxy asks for a login (407): check ${PROXY}.`
			: (REJECTIONS[status ?? 0]?.says ?? unexplained(status)),
	unauthorized: ({ byProxy }) =>
		`The service refused the API key: check API Key in the credential, and that it may use this newsletter${
			byProxy ? `; if it is the proxy that refused, check ${PROXY}` : ''
		}.`,
	notFound: () => 'The service knows nothing under this ID: check it.',
	wrongRoute: () =>
		'The service has no such address: Base URL in the credential is probably wrong and should include the version, /v1.',
	redirected: ({ location }) =>
		location
			? `The service points to another address: put ${location} into Base URL in the credential.`
			: 'The service points to another address without naming it: check Base URL in the credential.',
	rateLimited: ({ retryAfterMs }, orBy) =>
		`The service is limiting requests: try again ${
			retryAfterMs ? `in ${seconds(retryAfterMs)}` : 'later'
		}${orBy('space requests out with Batching')}.`,
	unavailable: ({ status }) => `The service is not available at the moment (${status}). ${LATER}`,
	serverError: ({ status }) => `The service failed to handle the request (${status}). ${LATER}`,
	noKey: () =>
		'API Key in the credential is empty, or holds characters that no key has: paste it again.',
	noAddress: () =>
		'Base URL in the credential must be a web address, such as https://api.example.com/v1.',
	unreachable: ({ reason, byProxy }) =>
		`Could not connect to the service, ${reason}: check Base URL in the credential${
			byProxy ? `, ${PROXY}` : ''
		}, and whether the service is up.`,
	lost: () => `The connection to the service was lost before it answered. ${LATER}`,
	timedOut: (_failure, orBy) =>
		`The service did not answer in time: try again later${orBy('raise Timeout')}.`,
	webPage: () =>
		'A web page came back instead of data: Base URL in the credential probably points to a website and not to the interface, whose address ends in the version, /v1.',
	notJson: () => `The service's answer could not be read: it is not whole JSON. ${LATER}`,
	otherShape: () =>
		"The service's answer is not of the documented form: check that Base URL in the credential is the newsletter service's.",
	blocked: ({ detail }) => `n8n did not let the request out: ${detail ?? 'no reason given'}.`,
	cancelled: () => 'The execution was canceled.',
};

/** Kinds after which the service may or may not have done what it was asked. */
const UNCLEAR = new Set<FailureKind>([
	'unavailable',
	'serverError',
	'lost',
	'timedOut',
	'webPage',
	'notJson',
	'otherShape',
	'cancelled',
]);

export const isUnclear = ({ kind, status, isUnsent }: Failure): boolean =>
	isUnsent !== true &&
	(UNCLEAR.has(kind) || (kind === 'rejected' && REJECTIONS[status ?? 0]?.isUnclear === true));

/**
 * @param hasRequestOptions whether the screen has n8n's Request Options; a trigger's and a search's
 * have not
 */
export function messageFor(
	failure: Failure,
	texts: ErrorTexts,
	hasRequestOptions: boolean = true,
	isTool: boolean = false,
): string {
	const { kind, status } = failure;
	if (texts.unclear !== undefined && isUnclear(failure)) return texts.unclear;
	if (kind === 'notFound' && texts.notFound !== undefined) return texts.notFound;
	if (status === 413 && texts.tooLarge !== undefined && !isTool) return texts.tooLarge;
	if (kind === 'refused') {
		return typeof texts.refused === 'string' ? texts.refused : texts.refused(failure);
	}
	const isAdvised = hasRequestOptions && !(kind === 'rateLimited' && texts.isLaterPage);
	return COMMON[kind](failure, (advice) =>
		isAdvised ? `, or ${advice} in Request Options, on the Settings tab` : '',
	);
}
