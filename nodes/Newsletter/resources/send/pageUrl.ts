// A page ID stands at the end of the URL's last part, with or without dashes.
const ID_AT_END = /(?:^|-)([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * The page ID in a page's URL, or `undefined`. If the page is open beside its database, its ID is in `p`.
 * If there is a `v`, the path is that of the database.
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
