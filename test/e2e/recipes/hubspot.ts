import type { Website } from '../../support/internet';

type Properties = Record<string, string>;

export interface HubspotContact {
	id: string;
	properties: Properties;
	modified: number;
}

interface Filter {
	propertyName: string;
	operator: string;
	value?: string;
}

/** As much of HubSpot's API as the recipe asks of it. Each write counts as a change. */
export class Hubspot {
	readonly contacts = new Map<string, HubspotContact>();

	/** Emails that were written over the API, in their order. */
	readonly written: string[] = [];

	lastWrite = 0;

	constructor(private readonly token: string) {}

	/** A change that somebody makes in HubSpot. */
	change(email: string, properties: Properties): void {
		const known = this.contacts.get(email);
		this.contacts.set(email, {
			id: known?.id ?? String(this.contacts.size + 1),
			properties: { email, ...known?.properties, ...properties },
			modified: Date.now(),
		});
	}

	readonly website: Website = async ({ method, path, authorization, body }) => {
		if (authorization !== `Bearer ${this.token}`) return { status: 401, body: {} };
		const { pathname } = new URL(path, 'https://api.hubapi.com');
		if (method === 'POST' && pathname === '/crm/v3/objects/contacts/search') {
			return { status: 200, body: this.search(body as Parameters<Hubspot['search']>[0]) };
		}
		const [before, email] = pathname.split('/createOrUpdate/email/');
		if (method !== 'POST' || before !== '/contacts/v1/contact' || !email) {
			return { status: 404, body: {} };
		}
		const { properties } = body as { properties: Array<{ property: string; value: string }> };
		const isNew = !this.contacts.has(email);
		this.change(
			email,
			Object.fromEntries(properties.map(({ property, value }) => [property, value])),
		);
		this.written.push(email);
		this.lastWrite = Date.now();
		return { status: 200, body: { vid: Number(this.contacts.get(email)!.id), isNew } };
	};

	private search(asked: {
		filterGroups: Array<{ filters: Filter[] }>;
		limit: number;
		after?: string;
	}) {
		const passes = (contact: HubspotContact, { propertyName, operator, value }: Filter) => {
			if (propertyName === 'lastmodifieddate') return contact.modified >= Number(value);
			const own = contact.properties[propertyName];
			return operator === 'HAS_PROPERTY' ? own !== undefined : own === value;
		};
		const found = [...this.contacts.values()]
			.filter((contact) =>
				asked.filterGroups.some(({ filters }) =>
					filters.every((filter) => passes(contact, filter)),
				),
			)
			.reverse();
		const from = Number(asked.after ?? 0);
		const to = from + asked.limit;
		const results = found.slice(from, to).map(({ id, properties }) => ({ id, properties }));
		return {
			total: found.length,
			results,
			...(to < found.length ? { paging: { next: { after: String(to) } } } : {}),
		};
	}
}
