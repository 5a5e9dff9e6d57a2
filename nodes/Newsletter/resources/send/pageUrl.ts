// A page ID stands at the end of the URL's last part, with or without dashes.
const ID_AT_END = /(?:^|-)([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * The page ID in a page's URL; `undefined` where there is none.
 * A page that is open beside its database stands in `p`; with `v`, the path names the database.
 */
export function pageIdFromUrl(text: string): string | undefined {
	let url: URL;
	try {
		url = new URL(text.trim());
	} catch {
		return undefined;
	}
	const opened = ID_AT_END.exec(url.searchParams.get('p') ?? '')?.[1];
	if (opened !== undefined || url.searchParams.has('v')) return opened;
	const lastPart = url.pathname.replace(/\/+$/, '').split('/').pop() ?? '';
	return ID_AT_END.exec(lastPart)?.[1];
}
