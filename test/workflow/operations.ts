import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DEFAULT_NEWSLETTER_ID } from '../service';

export interface OperationCase {
	operation: string;
	/** What it asks, as a fault rule matches it. */
	match: { method: string; path: string };
	parameters: INodeParameters;
	/** Whether an unclear outcome is tried again. */
	isRepeatable: boolean;
	/** What the service answers where all goes well. */
	answer: IDataObject;
}

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** One plain request of each operation. */
export const OPERATIONS: OperationCase[] = [
	{
		operation: 'contact getAll',
		match: { method: 'GET', path: '/contacts' },
		parameters: { resource: 'contact', operation: 'getAll' },
		isRepeatable: true,
		answer: { data: [{ id: 'con_a', email: 'a@example.com' }], total: 1, page: 1, offset: 0 },
	},
	{
		operation: 'contact upsert',
		match: { method: 'POST', path: '/contacts' },
		parameters: { resource: 'contact', operation: 'upsert', email: 'a@example.com' },
		isRepeatable: true,
		answer: { synced: 1 },
	},
	{
		operation: 'contact update',
		match: { method: 'PUT', path: '/contacts/con_a' },
		parameters: {
			resource: 'contact',
			operation: 'update',
			contactId: byId('con_a'),
			updateFields: { name: 'A' },
		},
		isRepeatable: true,
		answer: { id: 'con_a', name: 'A' },
	},
	{
		operation: 'contact deleteMany',
		match: { method: 'DELETE', path: '/contacts' },
		parameters: { resource: 'contact', operation: 'deleteMany' },
		isRepeatable: true,
		answer: { contacts_removed: 1 },
	},
	{
		operation: 'contact deleteMany of all',
		match: { method: 'DELETE', path: '/contacts' },
		parameters: {
			resource: 'contact',
			operation: 'deleteMany',
			contactsToDelete: 'all',
			confirmation: DEFAULT_NEWSLETTER_ID,
		},
		isRepeatable: false,
		answer: { contacts_removed: 1 },
	},
	{
		operation: 'send create',
		match: { method: 'POST', path: '/sends' },
		parameters: { resource: 'send', operation: 'create', pageId: byId('page') },
		isRepeatable: false,
		answer: { id: 'snd_a', status: 'draft' },
	},
	{
		operation: 'send send',
		match: { method: 'POST', path: '/sends/snd_a/send' },
		parameters: { resource: 'send', operation: 'send', sendId: 'snd_a' },
		isRepeatable: false,
		answer: { subscribers: 1, status: 'sending' },
	},
];

/** The parameters of an operation's plain request; an operation without one is an error. */
export function planned(resource: string, operation: string): INodeParameters {
	const found = OPERATIONS.find(({ parameters }) => {
		return parameters.resource === resource && parameters.operation === operation;
	});
	if (!found) throw new Error(`test/workflow/operations.ts has no ${resource} ${operation}`);
	return found.parameters;
}
