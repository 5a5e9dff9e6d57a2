const MASK = '***';

/** Escapes such as %2F may be written in either case. */
const inAnyCase = (escape: string) =>
	escape.replace(/[A-F]/g, (digit) => `[${digit}${digit.toLowerCase()}]`);

/** A text without the key, where the service repeats it as it is or URL-encoded. */
export function withoutKey(text: string, apiKey: string): string {
	if (text === '' || apiKey === '') return text;
	const encoded = encodeURIComponent(apiKey)
		.replace(/[.*()]/g, '\\$&')
		.replace(/%../g, inAnyCase);
	return text.replaceAll(apiKey, MASK).replace(new RegExp(encoded, 'g'), MASK);
}
