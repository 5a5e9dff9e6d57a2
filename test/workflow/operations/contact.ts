import type { Service } from '../../service';
import { DEFAULT_NEWSLETTER_ID } from '../../service';
import { byId, threeContacts, type OnThree, type OperationCase } from './operation';

const getAll: OperationCase = {
	operation: 'contact getAll',
	parameters: { resource: 'contact', operation: 'getAll' },
	match: { method: 'GET', path: '/contacts' },
	answer: { data: [{ id: 'con_a', email: 'a@example.com' }], total: 1, page: 1, offset: 0 },
	onThree: {
		parameters: { limit: 1, options: { pageSize: 1, startPage: '={{ $json.n }}' } },
		prepare: ({ service }) => {
			service.behaviour.order = 'oldest';
			service.contacts.add(threeContacts());
			return { input: [{ n: 1 }, { n: 2 }, { n: 3 }], match: { path: '^/contacts$', page: 2 } };
		},
		refused: ['Newsletter ID', 'Page Size'],
		noRecord: 'nothing',
		output: { email: expect.stringMatching(/^c\d@example.com$/) },
	},
};

const upsertOf = (form: string, onThree: Partial<OnThree>): OperationCase => ({
	operation: `contact upsert, ${form}`,
	parameters: { resource: 'contact', operation: 'upsert', email: 'a@example.com' },
	match: { method: 'POST', path: '/contacts' },
	answer: { synced: 1 },
	onThree: {
		parameters: { email: '={{ $json.email }}' },
		prepare: () => ({
			input: threeContacts(),
			match: { path: '^/contacts$', bodyContains: 'c2@example.com' },
		}),
		done: ({ contacts }) => {
			const stored = contacts.all().map(({ email }) => email);
			return threeContacts().map((one) => stored.filter((email) => email === one.email).length);
		},
		refused: ['Newsletter ID'],
		noRecord: ['Newsletter ID', 'Contact ID'],
		output: {},
		...onThree,
	},
});

const updateOf = (form: 'put' | 'post'): OperationCase => ({
	operation: `contact update, ${form}`,
	parameters: {
		resource: 'contact',
		operation: 'update',
		contactId: byId('con_a'),
		updateFields: { name: 'New' },
		...(form === 'post' && { options: { requestForm: 'post' } }),
	},
	match: { method: form.toUpperCase(), path: '/contacts/con_a' },
	answer: { id: 'con_a', name: 'New' },
	onThree: {
		parameters: { contactId: byId('={{ $json.id }}') },
		prepare: ({ service }) => {
			service.contacts.add(threeContacts().map((contact) => ({ ...contact, name: 'Old' })));
			return { input: threeContacts(), match: { path: '^/contacts/con_2$' } };
		},
		done: ({ contacts }) => contacts.all().map(({ name }) => (name === 'New' ? 1 : 0)),
		refused: ['Contact', 'Newsletter ID'],
		noRecord: ['Contact'],
		output: { name: 'New' },
	},
});

const NEWSLETTERS = [
	DEFAULT_NEWSLETTER_ID,
	'wks_secondNewsletter00001',
	'wks_thirdNewsletter000001',
];
const deletion = {
	match: { method: 'DELETE', path: '/contacts' },
	answer: { contacts_removed: 1 },
};
const ofThreeNewsletters = {
	prepare: ({ service }: { service: Service }) => {
		for (const id of NEWSLETTERS.slice(1)) service.addNewsletter(id);
		for (const id of NEWSLETTERS) service.newsletter(id).add({ subscribed: false });
		return {
			input: NEWSLETTERS.map((id) => ({ id })),
			match: { path: '^/contacts$', query: { newsletter_id: NEWSLETTERS[1]! } },
		};
	},
	done: (service: Service) => NEWSLETTERS.map((id) => 1 - service.newsletter(id).size),
	refused: ['Newsletter ID'],
	noRecord: 'nothing' as const,
	output: { deleted: true, contacts_removed: 1 },
};

const deleteUnsubscribed: OperationCase = {
	...deletion,
	operation: 'contact deleteMany',
	parameters: { resource: 'contact', operation: 'deleteMany' },
	onThree: { ...ofThreeNewsletters, parameters: { newsletterId: '={{ $json.id }}' } },
};

const deleteAll: OperationCase = {
	...deletion,
	operation: 'contact deleteMany, all',
	isOnce: true,
	parameters: {
		resource: 'contact',
		operation: 'deleteMany',
		contactsToDelete: 'all',
		confirmation: DEFAULT_NEWSLETTER_ID,
	},
	onThree: {
		...ofThreeNewsletters,
		parameters: { newsletterId: '={{ $json.id }}', confirmation: '={{ $json.id }}' },
		unclear: /may already have been deleted.*Check in the service/,
	},
};

export const CONTACT_OPERATIONS: OperationCase[] = [
	getAll,
	upsertOf('gathered', { isGathered: true, output: { synced: 3, contacts: 3 } }),
	upsertOf('one by one', {
		isOneByOne: true,
		parameters: { email: '={{ $json.email }}', options: { batchSize: 1 } },
		output: { synced: 1, contacts: 1 },
	}),
	updateOf('put'),
	updateOf('post'),
	deleteUnsubscribed,
	deleteAll,
];
