import type { Behaviour, Order, Service } from '../../service';
import { seeded } from '../seeded';

export const ORDERS: Order[] = [
	'newest',
	'oldest',
	'email',
	'updatedNewest',
	'updatedOldest',
	'shuffled',
];

/** An order of the list, and how the service cuts and counts it. */
export interface Listing {
	order: Order;
	service: string;
	behaviour: Partial<Behaviour>;
}
const SERVICES: Array<Omit<Listing, 'order'>> = [
	{ service: 'counts what it lists', behaviour: {} },
	{ service: 'counts all contacts', behaviour: { totalCounts: 'all' } },
	{ service: 'has a 200 for a page without contacts', behaviour: { emptyList: '200' } },
	{ service: 'caps its pages at 6', behaviour: { maxPageSize: 6 } },
	{
		service: 'caps its pages at 6 and begins them as asked',
		behaviour: { maxPageSize: 6, capOffset: 'asked' },
	},
	{ service: 'leaves out total', behaviour: { totalCounts: 'missing' } },
	{
		service: 'leaves out total and has a 200 for a page without contacts',
		behaviour: { totalCounts: 'missing', emptyList: '200' },
	},
];
export const LISTINGS: Listing[] = ORDERS.flatMap((order) =>
	SERVICES.map((listing) => ({ order, ...listing })),
);

/** Contacts whose emails and timestamps give different orders. */
export function addContacts({ contacts }: Service, count: number): string[] {
	const next = seeded(count);
	const added = contacts.add(
		Array.from({ length: count }, (_, index) => ({
			email: `${Math.floor(next() * 1e9)}.${index}@example.com`,
			createdAt: Date.UTC(2024, 0, 1) + index * 60_000,
			updatedAt: Date.UTC(2024, 5, 1) + Math.floor(next() * 1e9),
		})),
	);
	return added.map(({ id }) => id);
}
