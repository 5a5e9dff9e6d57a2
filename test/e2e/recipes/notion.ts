import type { Website } from '../../support/internet';

export type Status = 'Ready' | 'Sending' | 'Sent';

export interface Page {
	database: string;
	id: string;
	status: Status;
	/** `YYYY-MM-DD`, or with a time. */
	date: string;
	lastEdited: number;
	subscribers?: number;
	sentAt?: string;
}

interface Filter {
	and?: Filter[];
	status?: { equals: Status };
	date?: { on_or_before: string };
}

type Written = Partial<{
	Status: { status: { name: Status } };
	Subscribers: { number: number };
	'Sent at': { date: { start: string } };
}>;

export const urlOf = ({ id }: Page) => `https://www.notion.so/Issue-${id.replaceAll('-', '')}`;

const shown = (page: Page) => ({
	object: 'page',
	id: page.id,
	url: urlOf(page),
	parent: { type: 'database_id', database_id: page.database },
	last_edited_time: new Date(page.lastEdited).toISOString(),
	properties: {
		Name: { type: 'title', title: [{ type: 'text', plain_text: `Issue ${page.id}` }] },
		Status: { type: 'status', status: { name: page.status } },
		Date: { type: 'date', date: { start: page.date, end: null } },
		Subscribers: { type: 'number', number: page.subscribers ?? null },
		'Sent at': { type: 'date', date: page.sentAt ? { start: page.sentAt, end: null } : null },
	},
});

/** Takes a day as its first moment in UTC, the reading that finds the fewest pages. */
const passes = (page: Page, { and, status, date }: Filter): boolean =>
	(and ?? []).every((part) => passes(page, part)) &&
	(status === undefined || page.status === status.equals) &&
	(date === undefined || Date.parse(page.date) <= Date.parse(date.on_or_before));

/** As much of Notion's API as the recipe asks of it. */
export class Notion {
	readonly pages = new Map<string, Page>();

	/** Status changes that are done, but never answered: a page's ID and the status. */
	readonly unanswered = new Set<string>();

	constructor(private readonly apiKey: string) {}

	add(database: string, id: string, date: string): Page {
		const page: Page = { database, id, status: 'Ready', date, lastEdited: Date.now() };
		this.pages.set(id, page);
		return page;
	}

	readonly website: Website = async ({ method, path, authorization, body }) => {
		if (authorization !== `Bearer ${this.apiKey}`) return { status: 401, body: {} };
		const [, , kind, id = '', action] = path.split('/');
		if (method === 'POST' && kind === 'databases' && action === 'query') {
			return { status: 200, body: this.query(id, body as Parameters<Notion['query']>[1]) };
		}
		const page = this.pages.get(id);
		if (method !== 'PATCH' || kind !== 'pages' || !page) return { status: 404, body: {} };
		this.update(page, (body as { properties: Written }).properties);
		if (this.unanswered.has(`${id} ${page.status}`)) return undefined;
		return { status: 200, body: shown(page) };
	};

	private query(database: string, asked: { filter: Filter; page_size?: number }) {
		const found = [...this.pages.values()]
			.filter((page) => page.database === database && passes(page, asked.filter))
			.sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
		const results = found.slice(0, asked.page_size).map(shown);
		return { object: 'list', results, has_more: false, next_cursor: null };
	}

	private update(page: Page, written: Written): void {
		page.status = written.Status?.status.name ?? page.status;
		page.subscribers = written.Subscribers?.number ?? page.subscribers;
		page.sentAt = written['Sent at']?.date.start ?? page.sentAt;
		page.lastEdited = Date.now();
	}
}
