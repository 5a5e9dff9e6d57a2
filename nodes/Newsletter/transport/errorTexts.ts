import { ROWS, type Row } from './errorRows';
import type { Failure } from './failures';

/** What an operation says instead of the common texts, in the words of its own fields. */
export interface ErrorTexts {
	/** The service said no to what was asked (400, 422). */
	refused: string | ((failure: Failure) => string);
	/** The request was too large for the service (413); a tool has no field to make it smaller. */
	tooLarge?: string;
	/** The service knows no such record. */
	notFound?: string;
	/** Nobody knows whether it was done, and doing it twice would harm. */
	unclear?: string;
}

const ON_SETTINGS = 'in Request Options, on the Settings tab.';

/** Its own row, but a web page with an error status comes from something in front of the service. */
export const rowOf = ({ kind, isWebPage }: Failure): Row => ROWS[isWebPage ? 'inFront' : kind];

/** Something in front of the service may hand on a request and then say that it was too slow (408). */
export const isUnclear = ({ kind, status, isUnsent }: Failure): boolean =>
	isUnsent !== true && (ROWS[kind].isUnclear === true || status === 408);

function commonText(failure: Failure, hasRequestOptions: boolean): string {
	const { says, setting, orProxy } = rowOf(failure);
	const { retryAfterMs, byProxy } = failure;
	const parts: Record<string, unknown> = {
		...failure,
		location: failure.location || 'the new one',
		when: retryAfterMs ? `in ${Math.ceil(retryAfterMs / 1000)} s` : 'later',
	};
	const sentences = [says.replace(/\{(\w+)\}/g, (_, part: string) => String(parts[part]))];
	if (setting && hasRequestOptions) sentences.push(`${setting} ${ON_SETTINGS}`);
	if (orProxy && byProxy) sentences.push(`If the proxy is at fault, check Proxy ${ON_SETTINGS}`);
	return sentences.join(' ');
}

/**
 * The sentence for the user.
 *
 * @param hasRequestOptions whether the screen has n8n's Request Options, unlike a trigger or a search
 */
export function messageFor(
	failure: Failure,
	texts: ErrorTexts,
	hasRequestOptions: boolean = true,
	isTool: boolean = false,
): string {
	const { kind } = failure;
	if (texts.unclear !== undefined && isUnclear(failure)) return texts.unclear;
	if (kind === 'notFound' && texts.notFound !== undefined) return texts.notFound;
	if (kind === 'tooLarge' && texts.tooLarge !== undefined && !isTool) return texts.tooLarge;
	if (kind === 'refused') {
		return typeof texts.refused === 'string' ? texts.refused : texts.refused(failure);
	}
	return commonText(failure, hasRequestOptions);
}
